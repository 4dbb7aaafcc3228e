/*
 * A production stack: no test sign-in, nothing open but the login page.
 */
#include "http/http_test.h"

#include "q/test.h"

START_TEST(there_is_no_test_sign_in)
{
	struct cx *cx = http_begin();
	struct client *c = client_new(cx);
	struct rows before;
	struct rows after;

	ck_assert_int_eq(db_run(cx, &q_test_accounts, &before), RC_OK);
	client_get(c, "/login");
	ck_assert_int_eq(c->status, 200);
	ck_assert_ptr_nonnull(strstr(client_page_object(c), "\"devLogin\":false"));
	client_send(c, "POST", "/dev-login", "{\"user\":1}");
	ck_assert_int_eq(c->status, 404);
	ck_assert_ptr_null(client_cookie(c, client_session_name(cx)));
	ck_assert_int_eq(db_run(cx, &q_test_accounts, &after), RC_OK);
	ck_assert_int_eq(row_i64(&before, 0, "n"), row_i64(&after, 0, "n"));
	client_get(c, "/services");
	ck_assert_int_eq(c->status, 303);
	http_end(cx);
}
END_TEST

Suite *
production_suite(void)
{
	Suite *s = suite_create("production");

	unit_add(s, there_is_no_test_sign_in);
	return s;
}
