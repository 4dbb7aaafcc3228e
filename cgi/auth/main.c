/*
 * auth: the session check that nginx asks before anything else, the login page,
 * signing out, and the test sign-in of local and testing stacks.
 */
#include "cgi/auth/handlers.h"
#include "web/worker.h"

static const struct route routes[] = {
	/* only nginx reaches this one: its location is internal */
	{ "session.check", GET, "/internal/session", get_session_check, AUTH_OPEN, CSRF_OFF, TX_OFF,
	    0 },
	{ "login", GET, "/login", get_login, AUTH_OPEN, CSRF_OFF, TX_OFF, 0 },
	{ "csrf-token", GET, "/csrf-token", get_csrf_token, AUTH_OPEN, CSRF_OFF, TX_OFF, 0 },
	{ "dev-login", POST, "/dev-login", post_dev_login, AUTH_OPEN, CSRF_ANON, TX_WRITE, 1024 },
	{ "logout", POST, "/logout", post_logout, AUTH_USER, CSRF_TOKEN, TX_WRITE, 1024 },
};

int
main(int argc, char **argv)
{
	return worker_run("auth", argc, argv, routes, nelem(routes));
}
