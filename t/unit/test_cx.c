/*
 * Recording faults.
 */
#include "unit/unit.h"

START_TEST(a_fault_says_its_cause_once)
{
	struct cx *cx = unit_cx();

	ck_assert_int_eq(fault(cx, RC_BUSY, "try %d", 2), RC_BUSY);
	ck_assert_int_eq(cx->fault.rc, RC_BUSY);
	ck_assert_str_eq(cx->fault.cause, "try 2");
	fault_clear(cx);
	ck_assert_int_eq(cx->fault.rc, RC_OK);
	ck_assert_ptr_null(cx->fault.cause);
	unit_done(cx);
}
END_TEST

START_TEST(field_faults_are_collected_in_order)
{
	struct cx *cx = unit_cx();

	ck_assert_int_eq(fault_field(cx, "title", "eins"), RC_INVALID);
	ck_assert_int_eq(fault_field(cx, "number", "zwei"), RC_INVALID);
	ck_assert_str_eq(cx->fault.fields->field, "title");
	ck_assert_str_eq(cx->fault.fields->next->text, "zwei");
	ck_assert_ptr_null(cx->fault.fields->next->next);
	unit_done(cx);
}
END_TEST

START_TEST(every_outcome_has_a_name)
{
	ck_assert_ptr_nonnull(rc_name((enum rc)_i));
}
END_TEST

Suite *
cx_suite(void)
{
	Suite *s = suite_create("cx");

	unit_add(s, a_fault_says_its_cause_once);
	unit_add(s, field_faults_are_collected_in_order);
	tcase_add_loop_test(unit_case(s, "names"), every_outcome_has_a_name, 0, RC__MAX);
	return s;
}
