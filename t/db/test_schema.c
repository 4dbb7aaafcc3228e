/*
 * The schema: comments, names of constraints, rights, functions of time and text.
 */
#include "db/db_test.h"

#include "q/test.h"
#include "web/constraint.h"

START_TEST(every_table_and_column_has_a_comment)
{
	struct cx *cx = db_test_begin();
	struct rows rows;

	ck_assert_int_eq(db_run(cx, &q_test_uncommented, &rows), RC_OK);
	for (int i = 0; i < rows.n; i++)
		fprintf(stderr, "no comment: %s.%s\n", row_text(&rows, i, "relation"),
		    row_text(&rows, i, "part"));
	ck_assert_int_eq(rows.n, 0);
	db_test_end(cx);
}
END_TEST

START_TEST(every_constraint_has_a_field_and_a_german_text)
{
	struct cx *cx = db_test_begin();
	struct rows rows;

	ck_assert_int_eq(db_run(cx, &q_test_constraints, &rows), RC_OK);
	ck_assert_int_gt(rows.n, 10);
	for (int i = 0; i < rows.n; i++) {
		const char *name = row_text(&rows, i, "name");

		ck_assert_msg(
		    constraint_find(name) != NULL, "lib/web/constraint.c misses %s", name);
	}
	db_test_end(cx);
}
END_TEST

START_TEST(the_app_role_changes_rows_but_no_tables)
{
	struct cx *cx = db_test_begin();

	ck_assert_int_eq(db_do(cx, &q_test_ddl), RC_INTERNAL);
	ck_assert_ptr_nonnull(strstr(cx->fault.cause, "permission denied"));
	db_test_end(cx);
}
END_TEST

static const struct {
	const char *moment, *iso, *stamp, *day;
} times[] = {
	{ "2026-05-24 10:00+02", "2026-05-24T08:00:00Z", "2026-05-24 10-00", "2026-05-24" },
	{ "2026-01-08 23:30Z", "2026-01-08T23:30:00Z", "2026-01-09 00-30", "2026-01-09" },
	{ "2026-07-01 22:00Z", "2026-07-01T22:00:00Z", "2026-07-02 00-00", "2026-07-02" },
	{ "2026-03-29 01:00Z", "2026-03-29T01:00:00Z", "2026-03-29 03-00", "2026-03-29" },
};

START_TEST(days_and_stamps_are_berlins)
{
	struct cx *cx = db_test_begin();
	struct rows rows;

	ck_assert_int_eq(db_run(cx, &q_test_times, &rows, P_TEXT(times[_i].moment)), RC_OK);
	ck_assert_str_eq(row_text(&rows, 0, "iso"), times[_i].iso);
	ck_assert_str_eq(row_text(&rows, 0, "stamp"), times[_i].stamp);
	ck_assert_str_eq(row_text(&rows, 0, "day"), times[_i].day);
	db_test_end(cx);
}
END_TEST

START_TEST(folded_text_has_no_case_and_no_accents)
{
	struct cx *cx = db_test_begin();
	struct rows rows;

	ck_assert_int_eq(db_run(cx, &q_test_fold, &rows,
			     P_TEXT("Gro\xc3\x9f"
				    "er G\xc3\x96tt \xc3\x89")),
	    RC_OK);
	ck_assert_str_eq(row_text(&rows, 0, "folded"), "grosser gott e");
	db_test_end(cx);
}
END_TEST

Suite *
schema_suite(void)
{
	Suite *s = suite_create("schema");

	unit_add(s, every_table_and_column_has_a_comment);
	unit_add(s, every_constraint_has_a_field_and_a_german_text);
	unit_add(s, the_app_role_changes_rows_but_no_tables);
	unit_loop(s, days_and_stamps_are_berlins, times);
	unit_add(s, folded_text_has_no_case_and_no_accents);
	return s;
}
