/*
 * fcgi: the accept loop. Ending without losing a request needs care: libfcgi
 * catches SIGTERM itself where nobody else does, and without SA_RESTART, which
 * would break reads in the middle of a request. So our handler is there first;
 * it replaces the listening descriptor by /dev/null, and the next accept fails.
 */
#include "web/fcgi.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <fcgiapp.h>

#include "base/log.h"

struct fcgi_call {
	FCGX_Request request;
};

static volatile sig_atomic_t stopping;
static int devnull;

static void
stop(int sig)
{
	(void)sig;
	stopping = 1;
	dup2(devnull, STDIN_FILENO);
	FCGX_ShutdownPending();
}

static bool
catch_signals(void)
{
	struct sigaction action;

	devnull = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (devnull < 0)
		return false;
	memset(&action, 0, sizeof(action));
	sigemptyset(&action.sa_mask);
	action.sa_handler = stop;
	action.sa_flags = SA_RESTART;
	if (sigaction(SIGTERM, &action, NULL) != 0)
		return false;
	action.sa_handler = SIG_IGN; /* the supervisor's signals, and readers that went away */
	return sigaction(SIGHUP, &action, NULL) == 0 && sigaction(SIGPIPE, &action, NULL) == 0;
}

const char *
fcgi_param(const struct fcgi_call *call, const char *name)
{
	const char *value = FCGX_GetParam(name, call->request.envp);

	return value == NULL ? "" : value;
}

size_t
fcgi_read(struct fcgi_call *call, char *p, size_t n)
{
	size_t got = 0;

	while (got < n) {
		const int more = FCGX_GetStr(p + got, (int)(n - got), call->request.in);

		if (more <= 0)
			break;
		got += (size_t)more;
	}
	return got;
}

void
fcgi_write(struct fcgi_call *call, const char *p, size_t n)
{
	FCGX_PutStr(p, (int)n, call->request.out);
}

int
fcgi_loop(bool (*serve)(struct fcgi_call *call, void *arg), void *arg)
{
	struct fcgi_call call;

	if (!catch_signals() || FCGX_Init() != 0 ||
	    FCGX_InitRequest(&call.request, STDIN_FILENO, FCGI_FAIL_ACCEPT_ON_INTR) != 0) {
		log_line(LOG_ERROR, "event=start_failed why=fastcgi");
		return 1;
	}
	while (!stopping && FCGX_Accept_r(&call.request) == 0) {
		const bool more = serve(&call, arg);

		FCGX_Finish_r(&call.request);
		if (!more)
			break;
	}
	FCGX_Free(&call.request, 1);
	return 0;
}
