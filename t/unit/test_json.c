/*
 * Reading a JSON body.
 */
#include "unit/unit.h"

#include <json-c/json.h>

#include "sys/json.h"

static const struct {
	const char *text;
	bool ok;
} bodies[] = {
	{ "{}", true },
	{ "[]", true },
	{ " {\"a\": [1, \"\xc3\xbc\", null, true]} \r\n", true },
	{ "{\"a\": [1, \"\xc3\xbc\", null, true]}", true },
	{ "[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]", true },
	{ "[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", false },
	{ "", false },
	{ "{", false },
	{ "{\"a\":1", false },
	{ "{\"a\":1}x", false },
	{ "{}{}", false },
	{ "{\"a\":1,}", false },
	{ "{\"a\":\"\xff\"}", false },
	{ "nope", false },
};

START_TEST(a_body_is_json_or_refused)
{
	struct cx *cx = unit_cx();
	struct json_object *o = NULL;
	const enum rc rc = json_parse(cx, str_of(bodies[_i].text), &o);

	ck_assert_int_eq(rc, bodies[_i].ok ? RC_OK : RC_INVALID);
	ck_assert_int_eq(o != NULL, bodies[_i].ok);
	unit_done(cx);
}
END_TEST

Suite *
json_suite(void)
{
	Suite *s = suite_create("json");

	unit_loop(s, a_body_is_json_or_refused, bodies);
	return s;
}
