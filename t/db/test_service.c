/*
 * The lists of services.
 */
#include "db/db_test.h"

#include "q/service.h"
#include "q/test.h"

static struct cx *
with_services(void)
{
	static const char *const services[][2] = {
		{ "past", "2026-05-23 21:59Z" },     /* 23:59 in Berlin */
		{ "midnight", "2026-05-23 22:00Z" }, /* 0:00 in Berlin */
		{ "morning", "2026-05-24 08:00Z" },
		{ "later", "2026-05-31 08:00Z" },
		{ "long ago", "2026-01-01 08:00Z" },
	};
	struct cx *cx = db_test_begin();

	ck_assert_int_eq(db_do(cx, &q_test_service_clear), RC_OK);
	for (size_t i = 0; i < nelem(services); i++)
		ck_assert_int_eq(db_do(cx, &q_test_service, P_TEXT(services[i][0]),
				     P_TEXT(services[i][0]), P_TEXT(services[i][1])),
		    RC_OK);
	return cx;
}

/* Sunday evening in Berlin, already Monday nowhere */
#define TODAY P_TEXT("2026-05-24 21:30Z")

START_TEST(a_service_is_upcoming_until_its_berlin_day_ends)
{
	struct cx *cx = with_services();
	struct rows rows;

	ck_assert_int_eq(db_run(cx, &q_service_upcoming, &rows, TODAY, P_I64(25), P_I64(0)), RC_OK);
	ck_assert_int_eq(rows.n, 3);
	ck_assert_str_eq(row_text(&rows, 0, "title"), "midnight");
	ck_assert_str_eq(row_text(&rows, 1, "title"), "morning");
	ck_assert_str_eq(row_text(&rows, 1, "starts_at"), "2026-05-24T08:00:00Z");
	ck_assert_str_eq(row_text(&rows, 2, "title"), "later");
	db_test_end(cx);
}
END_TEST

START_TEST(past_services_come_latest_first)
{
	struct cx *cx = with_services();
	struct rows rows;

	ck_assert_int_eq(db_run(cx, &q_service_past, &rows, TODAY, P_I64(25), P_I64(0)), RC_OK);
	ck_assert_int_eq(rows.n, 2);
	ck_assert_str_eq(row_text(&rows, 0, "title"), "past");
	ck_assert_str_eq(row_text(&rows, 1, "title"), "long ago");
	db_test_end(cx);
}
END_TEST

START_TEST(a_page_is_cut_out_of_the_list_and_the_total_stays)
{
	struct cx *cx = with_services();
	struct rows rows;

	ck_assert_int_eq(db_run(cx, &q_service_upcoming, &rows, TODAY, P_I64(2), P_I64(2)), RC_OK);
	ck_assert_int_eq(rows.n, 1);
	ck_assert_str_eq(row_text(&rows, 0, "title"), "later");
	ck_assert_int_eq(
	    db_run(cx, &q_service_upcoming_count, &rows, TODAY, P_I64(2), P_I64(2)), RC_OK);
	ck_assert_int_eq(row_i64(&rows, 0, "total"), 3);
	ck_assert_int_eq(
	    db_run(cx, &q_service_past_count, &rows, TODAY, P_I64(1), P_I64(2)), RC_OK);
	ck_assert_int_eq(row_i64(&rows, 0, "total"), 2);
	db_test_end(cx);
}
END_TEST

START_TEST(without_a_day_the_clock_decides)
{
	struct cx *cx = with_services();
	struct rows rows;

	ck_assert_int_eq(
	    db_do(cx, &q_test_service, P_TEXT("far"), P_TEXT("far"), P_TEXT("2999-01-01 08:00Z")),
	    RC_OK);
	ck_assert_int_eq(
	    db_run(cx, &q_service_upcoming, &rows, P_NULL, P_I64(25), P_I64(0)), RC_OK);
	ck_assert_int_ge(rows.n, 1);
	ck_assert_str_eq(row_text(&rows, rows.n - 1, "title"), "far");
	db_test_end(cx);
}
END_TEST

Suite *
service_suite(void)
{
	Suite *s = suite_create("service");

	unit_add(s, a_service_is_upcoming_until_its_berlin_day_ends);
	unit_add(s, past_services_come_latest_first);
	unit_add(s, a_page_is_cut_out_of_the_list_and_the_total_stays);
	unit_add(s, without_a_day_the_clock_decides);
	return s;
}
