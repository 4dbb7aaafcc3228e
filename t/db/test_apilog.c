/*
 * Rows of the log of calls.
 */
#include "db/db_test.h"

#include "apilog/apilog.h"
#include "q/test.h"

static const struct {
	const char *url;
} unreachable[] = {
	{ "http://127.0.0.1:1/x?code=1" }, /* nobody listens */
	{ "ftp://127.0.0.1/x" },           /* not a way we talk */
	{ "file:///etc/hostname" },
	{ "" },
};

START_TEST(a_call_without_an_answer_is_kept_with_its_cause)
{
	struct cx *cx = db_test_begin();
	const struct httpc_request request = { .url = unreachable[_i].url };
	struct httpc_answer answer;
	struct rows rows;

	ck_assert_int_eq(db_do(cx, &q_test_api_requests_clear), RC_OK);
	ck_assert_int_eq(apilog_call(cx, &request, &answer), RC_UPSTREAM);
	ck_assert_int_eq(db_run(cx, &q_test_api_requests, &rows), RC_OK);
	ck_assert_int_eq(rows.n, 1);
	ck_assert_ptr_null(row_text(&rows, 0, "status"));
	ck_assert_ptr_null(row_text(&rows, 0, "response_body"));
	ck_assert_ptr_nonnull(row_text(&rows, 0, "error"));
	ck_assert_ptr_null(strstr(row_text(&rows, 0, "url"), "code=1"));
	db_test_end(cx);
}
END_TEST

Suite *
apilog_rows_suite(void)
{
	Suite *s = suite_create("apilog rows");

	unit_loop(s, a_call_without_an_answer_is_kept_with_its_cause, unreachable);
	return s;
}
