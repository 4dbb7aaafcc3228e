/*
 * spawn: see the header.
 */
#include "spawn.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "crew.h"
#include "base/log.h"

enum { EXIT_CANNOT_RUN = 127 /* as shells say it */ };

static void __attribute__((noreturn)) give_up(const struct crew_plan *plan, const char *what)
{
	const char *cause = strerror(errno);
	char program[300];

	log_line(LOG_ERROR, "event=worker_failed pool=%s pid=%d program=%s msg=\"%s: %s\"",
	    plan->name, (int)getpid(), log_quote(program, sizeof(program), plan->argv[0]), what,
	    cause);
	_exit(EXIT_CANNOT_RUN);
}

/* Ignored signals stay ignored over exec, and so does the mask that the pool's signalfd needs. */
static int
reset_signals(void)
{
	sigset_t none;

	for (int sig = 1; sig < SIGRTMIN; sig++) {
		if (sig != SIGKILL && sig != SIGSTOP)
			signal(sig, SIG_DFL);
	}
	sigemptyset(&none);
	return sigprocmask(SIG_SETMASK, &none, NULL);
}

static void __attribute__((noreturn)) become_worker(const struct crew_plan *plan, pid_t pool)
{
	if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0)
		give_up(plan, "cannot ask for the end of the pool");
	if (getppid() != pool) /* the pool ended before it was asked for */
		_exit(EXIT_CANNOT_RUN);
	setpgid(0, 0); /* Ctrl-C reaches the pool alone, which lets the workers finish */
	errno = 0;
	if (plan->nice != 0 && nice(plan->nice) == -1 && errno != 0)
		give_up(plan, "cannot lower the priority");
	if (dup2(plan->socket, STDIN_FILENO) < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
		give_up(plan, "cannot place the descriptors");
	if (close_range(STDERR_FILENO + 1, ~0U, 0) != 0)
		give_up(plan, "cannot close descriptors");
	if (reset_signals() != 0)
		give_up(plan, "cannot reset the signals");
	execvp(plan->argv[0], plan->argv);
	give_up(plan, "cannot run the program");
}

pid_t
spawn_worker(const struct crew_plan *plan)
{
	const pid_t pool = getpid();
	const pid_t pid = fork();

	if (pid == 0)
		become_worker(plan, pool);
	return pid;
}
