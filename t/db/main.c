/*
 * The database tests: domain functions on a real PostgreSQL.
 */
#include "db/db_test.h"

int
main(void)
{
	static Suite *(*const suites[])(void) = {
		apilog_rows_suite,
		db_suite,
		rows_json_suite,
		schema_suite,
		service_suite,
		session_suite,
		setting_suite,
	};

	return unit_main(suites, nelem(suites));
}
