/*
 * Rows as JSON.
 */
#include "db/db_test.h"

#include "q/test.h"
#include "sys/rows_json.h"

START_TEST(cells_are_written_by_their_type)
{
	struct cx *cx = db_test_begin();
	struct rows rows;
	struct buf b;

	ck_assert_int_eq(db_run(cx, &q_test_values, &rows, P_TEXT("a\"<b"), P_I64(-3),
			     P_BOOL(false), P_BYTES("", 0)),
	    RC_OK);
	buf_init(&b, cx->mem, 0);
	rows_json(&b, &rows);
	ck_assert_str_eq(b.p,
	    "[{\"t\":\"a\\\"\\u003cb\",\"i\":-3,\"b\":false,\"y\":\"\",\"nothing\":null,"
	    "\"j\":{\"x\": \"\\u003c/script>\"},\"small\":7}]");
	db_test_end(cx);
}
END_TEST

START_TEST(no_rows_are_an_empty_array_or_null)
{
	struct cx *cx = db_test_begin();
	struct rows rows;
	struct buf b;

	ck_assert_int_eq(db_run(cx, &q_test_none, &rows), RC_OK);
	buf_init(&b, cx->mem, 0);
	rows_json(&b, &rows);
	rows_json_first(&b, &rows);
	ck_assert_str_eq(b.p, "[]null");
	db_test_end(cx);
}
END_TEST

Suite *
rows_json_suite(void)
{
	Suite *s = suite_create("rows_json");

	unit_add(s, cells_are_written_by_their_type);
	unit_add(s, no_rows_are_an_empty_array_or_null);
	return s;
}
