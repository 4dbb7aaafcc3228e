/*
 * login: signing in through the external system. A program of its own, because the
 * outside may hang, and the session check must not wait behind it.
 */
#include "cgi/login/handlers.h"
#include "web/worker.h"

static const struct route routes[] = {
	{ "login.redirect", GET, "/login/redirect", get_redirect, AUTH_OPEN, CSRF_OFF, TX_OFF, 0 },
	{ "login.callback", GET, "/login/callback", get_callback, AUTH_OPEN, CSRF_OFF, TX_OWN, 0 },
};

int
main(int argc, char **argv)
{
	return worker_run("login", argc, argv, routes, nelem(routes));
}
