/*
 * fcgi: the accept loop. Ending without losing a request needs care, so connections
 * are accepted here and handed to the library, which would otherwise wait on a new
 * connection in a poll that a signal interrupts, and drop it. The handler of SIGTERM
 * replaces the listening descriptor by /dev/null: an accept that is waiting, or that
 * comes next, fails, and one that has succeeded is served.
 */
#include "web/fcgi.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fcgiapp.h>

#include "base/log.h"

struct fcgi_call {
	FCGX_Request request;
};

static int devnull;

static void
stop(int sig)
{
	(void)sig;
	dup2(devnull, STDIN_FILENO);
}

/* Before FCGX_Init, which would catch SIGTERM itself and without SA_RESTART. */
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
	action.sa_handler = SIG_IGN; /* the supervisor's signal, and readers that went away */
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

/* The next connection, or -1 once the worker was told to stop. */
static int
next_connection(void)
{
	int fd;

	do
		fd = accept4(STDIN_FILENO, NULL, NULL, SOCK_CLOEXEC);
	while (fd < 0 && (errno == EINTR || errno == ECONNABORTED));
	return fd;
}

int
fcgi_loop(bool (*serve)(struct fcgi_call *call, void *arg), void *arg)
{
	struct fcgi_call call;
	bool more = true;
	int fd;

	/* the library's own descriptor to accept on is one that never yields a connection */
	if (!catch_signals() || FCGX_Init() != 0 ||
	    FCGX_InitRequest(&call.request, devnull, FCGI_FAIL_ACCEPT_ON_INTR) != 0) {
		log_line(LOG_ERROR, "event=start_failed why=fastcgi");
		return 1;
	}
	while (more && (fd = next_connection()) >= 0) {
		call.request.ipcFd = fd;
		call.request.keepConnection = 1; /* else it would be closed before it is read */
		if (FCGX_Accept_r(&call.request) != 0)
			continue; /* whoever connected is gone; the library has closed it */
		more = serve(&call, arg);
		FCGX_Finish_r(&call.request);
	}
	FCGX_Free(&call.request, 1);
	return 0;
}
