/*
 * Sessions and flash messages.
 */
#include "db/db_test.h"

#include "account/account.h"
#include "account/session.h"
#include "q/account.h"
#include "q/test.h"
#include "sys/crypt.h"

START_TEST(a_session_is_found_by_its_cookie_and_by_nothing_else)
{
	struct cx *cx = db_test_begin();
	const char *token;
	const int64_t id = db_test_session(cx, &token);
	struct session session;
	struct rows rows;

	ck_assert_int_eq(session_find(cx, token, &session), RC_OK);
	ck_assert_int_eq(session.id, id);
	ck_assert_uint_eq(strlen(session.csrf_token), CRYPT_SECRET_TEXT);
	ck_assert_int_eq(session_find(cx, crypt_secret(cx->mem), &session), RC_NO_LOGIN);
	ck_assert_int_eq(session_find(cx, "", &session), RC_NO_LOGIN);
	ck_assert_int_eq(db_run(cx, &q_session_page, &rows, P_I64(id)), RC_OK);
	ck_assert_int_eq(rows.n, 1);
	ck_assert_str_eq(row_text(&rows, 0, "name"), "Anna Beispiel");
	db_test_end(cx);
}
END_TEST

static const struct {
	const char *used, *made; /* ago */
	bool valid;
} ages[] = {
	{ "13 days 23 hours", "20 days", true },
	{ "14 days", "20 days", false },
	{ "1 minute", "89 days 23 hours", true },
	{ "1 minute", "90 days", false },
};

START_TEST(a_session_ends_14_days_after_its_use_and_after_90_days)
{
	struct cx *cx = db_test_begin();
	const char *token;
	const int64_t id = db_test_session(cx, &token);
	struct session session;
	struct rows rows;

	ck_assert_int_eq(
	    db_do(cx, &q_test_session_age, P_I64(id), P_TEXT(ages[_i].used), P_TEXT(ages[_i].made)),
	    RC_OK);
	ck_assert_int_eq(db_run(cx, &q_session_gate, &rows, P_I64(id)), RC_OK);
	ck_assert_int_eq(rows.n, ages[_i].valid);
	ck_assert_int_eq(db_run(cx, &q_session_page, &rows, P_I64(id)), RC_OK);
	ck_assert_int_eq(rows.n, ages[_i].valid);
	ck_assert_int_eq(session_find(cx, token, &session), ages[_i].valid ? RC_OK : RC_NO_LOGIN);
	db_test_end(cx);
}
END_TEST

static const struct {
	const char *used;
	bool written;
} uses[] = { { "50 minutes", false }, { "70 minutes", true } };

START_TEST(the_last_use_is_written_hourly)
{
	struct cx *cx = db_test_begin();
	const char *token;
	const int64_t id = db_test_session(cx, &token);
	struct session session;
	struct rows rows;

	ck_assert_int_eq(
	    db_do(cx, &q_test_session_age, P_I64(id), P_TEXT(uses[_i].used), P_TEXT("1 day")),
	    RC_OK);
	ck_assert_int_eq(session_find(cx, token, &session), RC_OK);
	ck_assert_int_eq(db_run(cx, &q_test_session_used, &rows, P_I64(id)), RC_OK);
	ck_assert_int_eq(row_bool(&rows, 0, "is_fresh"), uses[_i].written);
	db_test_end(cx);
}
END_TEST

START_TEST(signing_in_again_ends_the_browsers_older_session)
{
	struct cx *cx = db_test_begin();
	const char *token;
	struct session_cookies cookies;
	struct session session;
	int64_t account;

	db_test_session(cx, &token);
	ck_assert_int_eq(account_test_person(cx, 2, &account), RC_OK);
	ck_assert_int_eq(session_start(cx, account, token, &cookies), RC_OK);
	ck_assert_int_eq(session_find(cx, token, &session), RC_NO_LOGIN);
	ck_assert_int_eq(session_find(cx, cookies.token, &session), RC_OK);
	db_test_end(cx);
}
END_TEST

START_TEST(a_session_that_ended_is_gone_with_its_messages)
{
	struct cx *cx = db_test_begin();
	const char *token;
	const int64_t id = db_test_session(cx, &token);
	struct session session;
	struct rows rows;

	ck_assert_int_eq(session_flash(cx, id, "info", "Hallo"), RC_OK);
	ck_assert_int_eq(db_run(cx, &q_flash_rows, &rows, P_I64(id)), RC_OK);
	ck_assert_int_eq(rows.n, 1);
	ck_assert_int_eq(session_end(cx, id), RC_OK);
	ck_assert_int_eq(session_end(cx, id), RC_OK);
	ck_assert_int_eq(session_find(cx, token, &session), RC_NO_LOGIN);
	ck_assert_int_eq(db_run(cx, &q_flash_rows, &rows, P_I64(id)), RC_OK);
	ck_assert_int_eq(rows.n, 0);
	db_test_end(cx);
}
END_TEST

START_TEST(a_person_keeps_the_row_of_the_first_sign_in)
{
	struct cx *cx = db_test_begin();
	int64_t first;
	int64_t second;
	int64_t other;

	ck_assert_int_eq(account_test_person(cx, 3, &first), RC_OK);
	ck_assert_int_eq(account_test_person(cx, 3, &second), RC_OK);
	ck_assert_int_eq(account_test_person(cx, 4, &other), RC_OK);
	ck_assert_int_eq(first, second);
	ck_assert_int_ne(first, other);
	db_test_end(cx);
}
END_TEST

Suite *
session_suite(void)
{
	Suite *s = suite_create("session");

	unit_add(s, a_session_is_found_by_its_cookie_and_by_nothing_else);
	unit_loop(s, a_session_ends_14_days_after_its_use_and_after_90_days, ages);
	unit_loop(s, the_last_use_is_written_hourly, uses);
	unit_add(s, signing_in_again_ends_the_browsers_older_session);
	unit_add(s, a_session_that_ended_is_gone_with_its_messages);
	unit_add(s, a_person_keeps_the_row_of_the_first_sign_in);
	return s;
}
