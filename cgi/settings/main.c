/*
 * settings: what people set at run time.
 */
#include "cgi/settings/handlers.h"
#include "web/worker.h"

static const struct route routes[] = {
	{ "settings.index", GET, "/settings", get_settings, AUTH_USER, CSRF_OFF, TX_READ, 0 },
	{ "settings.update", PUT, "/api/settings", put_setting, AUTH_USER, CSRF_TOKEN, TX_WRITE,
	    64 << 10 },
};

int
main(int argc, char **argv)
{
	return worker_run("settings", argc, argv, routes, nelem(routes));
}
