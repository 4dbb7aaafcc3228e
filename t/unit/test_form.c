/*
 * Reading the fields of a JSON body.
 */
#include "unit/unit.h"

#include "web/form.h"

struct fields {
	const char *title;
	int64_t number;
	int64_t maybe;
};

static enum rc
read_fields(struct cx *cx, const char *json, struct fields *out)
{
	struct form *f = form_open(cx, str_of(json));

	form_text(f, "title", &out->title, 1, 5);
	form_i64(f, "number", &out->number, 0, 10);
	form_i64_opt(f, "maybe", &out->maybe, 1, 9);
	return form_done(f);
}

START_TEST(good_fields_are_read)
{
	struct cx *cx = unit_cx();
	struct fields in = { .maybe = 4 };

	ck_assert_int_eq(
	    read_fields(
		cx, "{\"title\":\"\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\",\"number\":10}", &in),
	    RC_OK);
	ck_assert_str_eq(in.title, "\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc");
	ck_assert_int_eq(in.number, 10);
	ck_assert_int_eq(in.maybe, 4);
	unit_done(cx);
}
END_TEST

static const struct {
	const char *json;
	const char *fields; /* in the order they are met; "": the body as a whole */
} bad[] = {
	{ "", "" },
	{ "[]", "" },
	{ "\"x\"", "" },
	{ "{\"title\":\"a\xff\",\"number\":1}", "" },
	{ "{}", "title number" },
	{ "{\"title\":null,\"number\":null}", "title number" },
	{ "{\"title\":\"\",\"number\":1}", "title" },
	{ "{\"title\":\"sechs6\",\"number\":1}", "title" },
	{ "{\"title\":7,\"number\":1}", "title" },
	{ "{\"title\":[\"a\"],\"number\":1}", "title" },
	{ "{\"title\":\"a\\u0000b\",\"number\":1}", "title" },
	{ "{\"title\":\"a\",\"number\":\"1\"}", "number" },
	{ "{\"title\":\"a\",\"number\":1.5}", "number" },
	{ "{\"title\":\"a\",\"number\":true}", "number" },
	{ "{\"title\":\"a\",\"number\":11}", "number" },
	{ "{\"title\":\"a\",\"number\":-1}", "number" },
	{ "{\"title\":\"a\",\"number\":99999999999999999999}", "number" },
	{ "{\"title\":\"a\",\"number\":1,\"maybe\":0}", "maybe" },
	{ "{\"title\":\"a\",\"number\":1,\"other\":1}", "other" },
	{ "{\"number\":77,\"other\":1}", "title number other" },
};

START_TEST(every_bad_field_is_named)
{
	struct cx *cx = unit_cx();
	struct fields in = { 0 };
	char names[100] = "";

	ck_assert_int_eq(read_fields(cx, bad[_i].json, &in), RC_INVALID);
	for (struct fault_field *f = cx->fault.fields; f != NULL; f = f->next) {
		const size_t at = strlen(names);

		snprintf(names + at, sizeof(names) - at, "%s%s", at > 0 ? " " : "", f->field);
		ck_assert_uint_gt(strlen(f->text), 0);
	}
	ck_assert_str_eq(names, bad[_i].fields);
	ck_assert_int_eq(cx->fault.message != NULL, *bad[_i].fields == '\0');
	unit_done(cx);
}
END_TEST

Suite *
form_suite(void)
{
	Suite *s = suite_create("form");

	unit_add(s, good_fields_are_read);
	unit_loop(s, every_bad_field_is_named, bad);
	return s;
}
