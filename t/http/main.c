/*
 * The HTTP tests: real nginx, workers, database. CK_RUN_SUITE picks one suite; the
 * suite "production" runs on a production stack and only there.
 */
#include "http/http_test.h"

#include <stdlib.h>

int
main(void)
{
	static Suite *(*const all[])(void) = {
		gate_suite,
		migrate_suite,
		login_suite,
		pages_suite,
		pool_suite,
		restart_suite,
		routes_suite,
		settings_suite,
	};
	static Suite *(*const production[])(void) = { production_suite };
	const char *env = getenv("APP_ENV");

	if (env != NULL && strcmp(env, "production") == 0)
		return unit_main(production, nelem(production));
	return unit_main(all, nelem(all));
}
