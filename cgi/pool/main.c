/*
 * pool: holds one family's socket and keeps N workers running on it.
 * SIGHUP starts the next generation, SIGTERM and SIGINT end everything.
 * Signals arrive through a descriptor, read by one loop.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sysexits.h>
#include <unistd.h>

#include "crew.h"
#include "listener.h"
#include "base/log.h"
#include "base/str.h"

enum {
	WORKERS_MAX = 64, /* 2 to 4 for each core; more than this is a slip */
	NICE_MAX = 19,
	NAME_MAX_LENGTH = 40
};

struct options {
	const char *socket; /* NULL: systemd's */
	struct crew_plan plan;
};

static const char usage_text[] =
    "usage: pool --socket PATH --workers N [--nice K] [--name NAME] -- PROGRAM [ARGS]\n"
    "  --socket PATH  unix socket to listen at (left out where systemd hands one over)\n"
    "  --workers N    processes to keep running, 1 to 64\n"
    "  --nice K       lowers the workers' priority, 0 to 19\n"
    "  --name NAME    the pool's name in the log; default: the program's\n"
    "SIGHUP starts new workers and ends the old ones; SIGTERM ends all.\n";

static void __attribute__((noreturn, format(printf, 1, 2))) refuse(const char *fmt, ...)
{
	va_list ap;

	fputs("pool: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, "\n%s", usage_text);
	exit(EX_USAGE);
}

static int
number(const char *option, const char *text, int min, int max)
{
	int64_t value;

	if (!str_i64(str_of(text), min, max, &value))
		refuse("--%s must be a number from %d to %d, not “%s”", option, min, max, text);
	return (int)value;
}

/* A name stands unquoted in every log line. */
static const char *
plain_name(const char *name)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

	if (*name == '\0' || strlen(name) > NAME_MAX_LENGTH || name[strspn(name, allowed)] != '\0')
		refuse("the name must be up to %d letters, digits, dots and dashes, not “%s”",
		    NAME_MAX_LENGTH, name);
	return name;
}

static void
check(struct options *o)
{
	if (o->plan.argv[0] == NULL)
		refuse("the program is missing");
	if (o->plan.workers == 0)
		refuse("--workers is missing");
	if (o->socket == NULL && !listener_is_inherited())
		refuse("--socket is missing");
	if (o->socket != NULL && (*o->socket == '\0' || strlen(o->socket) > LISTENER_PATH_MAX))
		refuse("--socket must be a path of 1 to %d bytes", LISTENER_PATH_MAX);
	if (o->plan.name == NULL) {
		const char *slash = strrchr(o->plan.argv[0], '/');

		o->plan.name = plain_name(slash == NULL ? o->plan.argv[0] : slash + 1);
	}
}

static void
read_options(int argc, char **argv, struct options *o)
{
	static const struct option table[] = {
		{ "socket", required_argument, NULL, 's' },
		{ "workers", required_argument, NULL, 'w' },
		{ "nice", required_argument, NULL, 'n' },
		{ "name", required_argument, NULL, 'm' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	opterr = 0;
	while ((c = getopt_long(argc, argv, "+:", table, NULL)) != -1) {
		if (c == 's') {
			o->socket = optarg;
		} else if (c == 'w') {
			o->plan.workers = number("workers", optarg, 1, WORKERS_MAX);
		} else if (c == 'n') {
			o->plan.nice = number("nice", optarg, 0, NICE_MAX);
		} else if (c == 'm') {
			o->plan.name = plain_name(optarg);
		} else if (c == 'h') {
			fputs(usage_text, stdout);
			exit(EX_OK);
		} else if (c == ':') {
			refuse("%s needs a value", argv[optind - 1]);
		} else {
			refuse("%s is not an option", argv[optind - 1]);
		}
	}
	o->plan.argv = argv + optind;
	check(o);
}

static void __attribute__((noreturn)) stop_start(const char *what, const char *cause)
{
	char quoted[400];

	log_line(LOG_ERROR, "event=pool_failed msg=\"%s\" cause=%s", what,
	    log_quote(quoted, sizeof(quoted), cause));
	exit(EX_OSERR);
}

/* Descriptors 0 to 2 are there, so that the socket is none of them. */
static void
fill_standard_descriptors(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDWR | O_CLOEXEC);
		if (fd < 0)
			stop_start("cannot open /dev/null", strerror(errno));
	} while (fd <= STDERR_FILENO);
	close(fd);
}

/* SIGPIPE is blocked, not ignored: a lost log must not end the pool, and workers get defaults. */
static int
open_signals(void)
{
	static const int ours[] = { SIGCHLD, SIGHUP, SIGINT, SIGTERM };
	sigset_t set;
	int fd;

	signal(SIGCHLD, SIG_DFL); /* inherited as ignored, no worker could be waited for */
	sigemptyset(&set);
	for (size_t i = 0; i < nelem(ours); i++)
		sigaddset(&set, ours[i]);
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd < 0)
		stop_start("cannot receive signals", strerror(errno));
	sigaddset(&set, SIGPIPE);
	sigprocmask(SIG_SETMASK, &set, NULL);
	return fd;
}

/* Hands the waiting signals to the crew; true where the pool is to stop. */
static bool
take_signals(int fd, struct crew *crew)
{
	struct signalfd_siginfo info;
	bool stop = false;

	while (read(fd, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
		if (info.ssi_signo == SIGHUP)
			crew_renew(crew);
		else if (info.ssi_signo != SIGCHLD)
			stop = true;
	}
	crew_reap(crew);
	return stop;
}

/*
 * The socket's file goes first: who comes now is told so at once, instead of waiting
 * in the queue of a socket that nobody will serve.
 */
static void
run(struct listener *listener, struct crew *crew, int signals)
{
	struct pollfd wait = { .fd = signals, .events = POLLIN };
	bool stopping = false;

	do {
		if (poll(&wait, 1, crew_turn(crew)) < 0 && errno != EINTR)
			stop_start("cannot wait for signals", strerror(errno));
		if (take_signals(signals, crew) && !stopping) {
			stopping = true;
			listener_close(listener);
			crew_stop(crew);
		}
	} while (!stopping || !crew_is_gone(crew));
}

int
main(int argc, char **argv)
{
	struct cx cx = { .mem = NULL };
	struct options o = { .socket = NULL };
	struct listener listener;
	enum rc rc;
	int signals;

	log_name("pool");
	fill_standard_descriptors();
	read_options(argc, argv, &o);
	cx.mem = mem_context();
	rc = o.socket == NULL ? listener_inherit(&cx, &listener)
	                      : listener_open(&cx, o.socket, &listener);
	if (rc != RC_OK)
		stop_start("no socket", cx.fault.cause);
	o.plan.socket = listener.fd;
	signals = open_signals();
	log_line(LOG_INFO, "event=pool_started pool=%s workers=%d", o.plan.name, o.plan.workers);
	run(&listener, crew_new(cx.mem, &o.plan), signals);
	log_line(LOG_INFO, "event=pool_stopped pool=%s", o.plan.name);
	talloc_free(cx.mem);
	return EX_OK;
}
