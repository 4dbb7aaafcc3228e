/*
 * services: the start, and the list of services.
 */
#include "cgi/services/handlers.h"
#include "web/worker.h"

static const struct route routes[] = {
	{ "home", GET, "/", get_home, AUTH_USER, CSRF_OFF, TX_READ, 0 },
	{ "services.index", GET, "/services", get_services, AUTH_USER, CSRF_OFF, TX_READ, 0 },
};

int
main(int argc, char **argv)
{
	return worker_run("services", argc, argv, routes, nelem(routes));
}
