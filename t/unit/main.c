/*
 * The unit tests: pure code, no database, no network.
 */
#include "unit/unit.h"

int
main(void)
{
	static Suite *(*const suites[])(void) = {
		apilog_suite,
		buf_suite,
		conf_suite,
		constraint_suite,
		crypt_suite,
		cx_suite,
		enc_suite,
		form_suite,
		json_suite,
		log_suite,
		oauth_suite,
		route_suite,
		shell_suite,
		str_suite,
	};

	return unit_main(suites, nelem(suites));
}
