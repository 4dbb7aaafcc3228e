/*
 * The table of constraints.
 */
#include "unit/unit.h"

#include "web/constraint.h"

START_TEST(a_known_name_has_field_and_text)
{
	const struct constraint *c = constraint_find("setting_value_length");

	ck_assert_ptr_nonnull(c);
	ck_assert_str_eq(c->field, "value");
	ck_assert_uint_gt(strlen(c->text), 0);
	ck_assert_ptr_null(constraint_find("no_such_constraint"));
}
END_TEST

Suite *
constraint_suite(void)
{
	Suite *s = suite_create("constraint");

	unit_add(s, a_known_name_has_field_and_text);
	return s;
}
