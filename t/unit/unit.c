/*
 * unit: see the header.
 */
#include "unit/unit.h"

#include <stdlib.h>

static size_t blocks_before;

struct cx *
unit_cx(void)
{
	struct cx *cx;

	talloc_enable_null_tracking();
	blocks_before = talloc_total_blocks(NULL);
	cx = mem_zero(NULL, struct cx);
	cx->mem = mem_context();
	return cx;
}

void
unit_done(struct cx *cx)
{
	talloc_free(cx->mem);
	talloc_free(cx);
	if (talloc_total_blocks(NULL) != blocks_before)
		talloc_report_full(NULL, stderr);
	ck_assert_uint_eq(talloc_total_blocks(NULL), blocks_before);
	talloc_disable_null_tracking(); /* its own block would be a leak to the sanitizer */
}

TCase *
unit_case(Suite *s, const char *name)
{
	TCase *tc = tcase_create(name);

	tcase_set_timeout(tc, 60); /* a test that hangs ends; nothing is judged by its time */
	suite_add_tcase(s, tc);
	return tc;
}

int
unit_main(Suite *(*const suites[])(void), size_t n)
{
	SRunner *runner = srunner_create(suites[0]());
	int failed;

	for (size_t i = 1; i < n; i++)
		srunner_add_suite(runner, suites[i]());
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
