/*
 * What the external system says about a person.
 */
#include "unit/unit.h"

#include "account/oauth.h"

static const struct {
	const char *body;
	const char *ext_id; /* NULL: refused */
	const char *name;
	const char *groups;
} people[] = {
	{ "{\"id\":3,\"displayName\":\"Nora Muster\",\"groups\":[\"Technik\",\"Alle\"]}", "3",
	    "Nora Muster", "[\"Technik\",\"Alle\"]" },
	{ "{\"data\":{\"id\":4,\"firstName\":\"Nora\",\"lastName\":\"Muster\"}}", "4",
	    "Nora Muster", "[]" },
	{ "{\"id\":5,\"lastName\":\"Muster\",\"groups\":null}", "5", "Muster", "[]" },
	{ "{\"id\":6,\"displayName\":\"x\",\"groups\":[1,null,{},\"a\\\"b\"]}", "6", "x",
	    "[\"a\\\"b\"]" },
	{ "{\"id\":7,\"data\":{\"id\":8,\"displayName\":\"y\"},\"displayName\":\"x\"}", "7", "x",
	    "[]" },
	{ "{\"id\":0,\"displayName\":\"x\"}", NULL, NULL, NULL },
	{ "{\"id\":\"3\",\"displayName\":\"x\"}", NULL, NULL, NULL },
	{ "{\"id\":3}", NULL, NULL, NULL },
	{ "{\"id\":3,\"displayName\":\"\"}", NULL, NULL, NULL },
	{ "{\"displayName\":\"x\"}", NULL, NULL, NULL },
	{ "{\"data\":[]}", NULL, NULL, NULL },
	{ "[]", NULL, NULL, NULL },
	{ "<!doctype html>", NULL, NULL, NULL },
	{ "", NULL, NULL, NULL },
};

START_TEST(a_person_has_a_number_and_a_name)
{
	struct cx *cx = unit_cx();
	struct person person;
	const enum rc rc = oauth_read_person(cx, str_of(people[_i].body), &person);

	if (people[_i].ext_id == NULL) {
		ck_assert_int_eq(rc, RC_UPSTREAM);
	} else {
		ck_assert_int_eq(rc, RC_OK);
		ck_assert_str_eq(person.ext_id, people[_i].ext_id);
		ck_assert_str_eq(person.name, people[_i].name);
		ck_assert_str_eq(person.groups, people[_i].groups);
	}
	unit_done(cx);
}
END_TEST

Suite *
oauth_suite(void)
{
	Suite *s = suite_create("oauth");

	unit_loop(s, a_person_has_a_number_and_a_name, people);
	return s;
}
