/*
 * The supervisor on its own: a pool with a shell script as its program, no web
 * server. Every worker adds its number to a file, so that the test sees each start.
 */
#include "http/http_test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	PATIENCE_MS = 10 * 1000, /* until a condition has to hold; a test that passes is faster */
	STARTS_MAX = 64,
	TIMEOUT_S = 30
};

#define STAYS "echo $$ >> \"$1\"; exec sleep 60\n"
#define DIES  "echo $$ >> \"$1\"; exit 3\n"

struct pool {
	struct cx *cx;
	pid_t pid;
	char dir[64];
	const char *socket;
	const char *script; /* what the workers run */
	const char *starts; /* one line per start: the worker's process number */
	const char *log;
};

static int64_t
now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool
is_before(int64_t deadline)
{
	const struct timespec pause = { .tv_nsec = 5 * 1000 * 1000 };

	nanosleep(&pause, NULL);
	return now_ms() < deadline;
}

/* Looks again and again until the condition holds; fails the test where it never does. */
#define WAIT_FOR(condition)                                              \
	do {                                                             \
		const int64_t deadline_ = now_ms() + PATIENCE_MS;        \
		while (!(condition) && is_before(deadline_))             \
			;                                                \
		ck_assert_msg(condition, "still not true: " #condition); \
	} while (0)

static void
write_script(const struct pool *p, const char *text)
{
	const char *made = mem_printf(p->cx->mem, "%s.new", p->script);
	FILE *f = fopen(made, "we");

	ck_assert_ptr_nonnull(f);
	ck_assert_int_ge(fputs(text, f), 0);
	ck_assert_int_eq(fclose(f), 0);
	ck_assert_int_eq(rename(made, p->script), 0);
}

static const char *
program(struct cx *cx)
{
	const char *bin = getenv("BIN");

	return mem_printf(cx->mem, "%s/pool", bin == NULL ? "build/bin" : bin);
}

/* The pool ends with the test, also where that fails half-way, and takes its workers along. */
static void
start_pool(struct pool *p, const char *workers, const char *script)
{
	const char *tmp = getenv("TMPDIR");
	const char *path;

	*p = (struct pool){ .cx = unit_cx() };
	ck_assert_int_eq(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	snprintf(p->dir, sizeof(p->dir), "%s/pool.XXXXXX",
	    tmp != NULL && strlen(tmp) < 40 ? tmp : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(p->dir));
	p->socket = mem_printf(p->cx->mem, "%s/socket", p->dir);
	p->script = mem_printf(p->cx->mem, "%s/worker", p->dir);
	p->starts = mem_printf(p->cx->mem, "%s/starts", p->dir);
	p->log = mem_printf(p->cx->mem, "%s/log", p->dir);
	write_script(p, script);
	path = program(p->cx);
	p->pid = fork();
	ck_assert_int_ge(p->pid, 0);
	if (p->pid == 0) {
		const int log = open(p->log, O_WRONLY | O_CREAT | O_APPEND, 0600);

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(log, STDERR_FILENO);
		execl(path, "pool", "--socket", p->socket, "--workers", workers, "--name", "test",
		    "--", "/bin/sh", p->script, p->starts, (char *)NULL);
		_exit(127);
	}
}

static int
exit_status(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		ck_assert_int_eq(errno, EINTR);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void
remove_files(struct pool *p)
{
	unlink(p->socket);
	unlink(p->script);
	unlink(p->starts);
	unlink(p->log);
	ck_assert_int_eq(rmdir(p->dir), 0);
	unit_done(p->cx);
}

static void
end_pool(struct pool *p)
{
	ck_assert_int_eq(kill(p->pid, SIGTERM), 0);
	ck_assert_int_eq(exit_status(p->pid), 0);
	remove_files(p);
}

/* The numbers of the workers in the order in which they began; whole lines only. */
static size_t
starts(const struct pool *p, pid_t *pids)
{
	FILE *f = fopen(p->starts, "re");
	char line[32];
	size_t n = 0;

	if (f == NULL)
		return 0;
	while (fgets(line, sizeof(line), f) != NULL && strchr(line, '\n') != NULL) {
		int64_t pid;

		line[strcspn(line, "\n")] = '\0';
		ck_assert(str_i64(str_of(line), 1, INT32_MAX, &pid));
		ck_assert_uint_lt(n, STARTS_MAX);
		pids[n++] = (pid_t)pid;
	}
	fclose(f);
	return n;
}

static size_t
start_count(const struct pool *p)
{
	pid_t pids[STARTS_MAX];

	return starts(p, pids);
}

/* The pool waits for its workers: who has ended has no number any more. */
static bool
is_running(pid_t pid)
{
	return kill(pid, 0) == 0;
}

/* The program's own loader may have a file open for a moment; what was inherited would stay. */
static bool
has_three_descriptors(const struct pool *p, pid_t pid)
{
	struct stat st;

	for (int fd = 3; fd < 20; fd++) {
		if (lstat(mem_printf(p->cx->mem, "/proc/%d/fd/%d", pid, fd), &st) == 0)
			return false;
	}
	return true;
}

static bool
log_holds(const struct pool *p, const char *text)
{
	FILE *f = fopen(p->log, "re");
	char line[2048];
	bool found = false;

	if (f == NULL)
		return false;
	while (!found && fgets(line, sizeof(line), f) != NULL)
		found = strstr(line, text) != NULL;
	fclose(f);
	return found;
}

START_TEST(as_many_workers_as_asked_for_run_on_the_socket)
{
	pid_t pids[STARTS_MAX];
	struct stat st;
	struct pool p;

	start_pool(&p, "3", STAYS);
	WAIT_FOR(start_count(&p) == 3);
	ck_assert_int_eq(stat(p.socket, &st), 0);
	ck_assert(S_ISSOCK(st.st_mode));
	ck_assert_uint_eq(st.st_mode & 0777, 0600);
	starts(&p, pids);
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(stat(mem_printf(p.cx->mem, "/proc/%d/fd/0", pids[i]), &st), 0);
		ck_assert(S_ISSOCK(st.st_mode));
	}
	end_pool(&p);
}
END_TEST

START_TEST(a_worker_has_no_descriptor_but_the_first_three)
{
	pid_t pids[STARTS_MAX];
	struct stat log;
	struct stat st;
	struct pool p;

	start_pool(&p, "1", STAYS);
	WAIT_FOR(start_count(&p) == 1);
	starts(&p, pids);
	WAIT_FOR(has_three_descriptors(&p, pids[0]));
	ck_assert_int_eq(stat(p.log, &log), 0);
	for (int fd = 1; fd < 3; fd++) {
		ck_assert_int_eq(
		    stat(mem_printf(p.cx->mem, "/proc/%d/fd/%d", pids[0], fd), &st), 0);
		ck_assert_uint_eq(st.st_ino, log.st_ino);
	}
	end_pool(&p);
}
END_TEST

START_TEST(a_killed_worker_is_replaced)
{
	pid_t pids[STARTS_MAX];
	struct pool p;

	start_pool(&p, "2", STAYS);
	WAIT_FOR(start_count(&p) == 2);
	starts(&p, pids);
	ck_assert_int_eq(kill(pids[0], SIGKILL), 0);
	WAIT_FOR(start_count(&p) == 3);
	ck_assert(!is_running(pids[0]));
	ck_assert(is_running(pids[1]));
	end_pool(&p);
}
END_TEST

START_TEST(a_hangup_puts_new_workers_into_the_place_of_the_old_ones)
{
	pid_t pids[STARTS_MAX];
	struct pool p;

	start_pool(&p, "2", STAYS);
	WAIT_FOR(start_count(&p) == 2);
	ck_assert_int_eq(kill(p.pid, SIGHUP), 0);
	WAIT_FOR(start_count(&p) == 4);
	starts(&p, pids);
	WAIT_FOR(!is_running(pids[0]) && !is_running(pids[1]));
	ck_assert(is_running(pids[2]));
	ck_assert(is_running(pids[3]));
	ck_assert_uint_eq(start_count(&p), 4);
	end_pool(&p);
}
END_TEST

START_TEST(new_workers_that_die_leave_the_old_ones_in_their_place)
{
	pid_t pids[STARTS_MAX];
	struct pool p;

	start_pool(&p, "2", STAYS);
	WAIT_FOR(start_count(&p) == 2);
	starts(&p, pids);
	write_script(&p, DIES);
	ck_assert_int_eq(kill(p.pid, SIGHUP), 0);
	WAIT_FOR(log_holds(&p, "event=generation_refused pool=test"));
	ck_assert(is_running(pids[0]));
	ck_assert(is_running(pids[1]));
	write_script(&p, STAYS); /* and the next attempt is as good as the first */
	ck_assert_int_eq(kill(p.pid, SIGHUP), 0);
	WAIT_FOR(!is_running(pids[0]) && !is_running(pids[1]));
	ck_assert(log_holds(&p, "event=generation_serving pool=test"));
	end_pool(&p);
}
END_TEST

START_TEST(term_ends_every_worker_and_removes_the_socket)
{
	pid_t pids[STARTS_MAX];
	struct stat st;
	struct pool p;

	start_pool(&p, "3", STAYS);
	WAIT_FOR(start_count(&p) == 3);
	starts(&p, pids);
	ck_assert_int_eq(kill(p.pid, SIGTERM), 0);
	ck_assert_int_eq(exit_status(p.pid), 0);
	for (int i = 0; i < 3; i++)
		ck_assert(!is_running(pids[i]));
	ck_assert_int_ne(stat(p.socket, &st), 0);
	remove_files(&p);
}
END_TEST

START_TEST(a_killed_pool_takes_its_workers_along)
{
	pid_t pids[STARTS_MAX];
	struct pool p;

	start_pool(&p, "2", STAYS);
	WAIT_FOR(start_count(&p) == 2);
	starts(&p, pids);
	ck_assert_int_eq(kill(p.pid, SIGKILL), 0);
	ck_assert_int_eq(exit_status(p.pid), -SIGKILL);
	for (int i = 0; i < 2; i++) /* they are this process's children now */
		ck_assert_int_eq(exit_status(pids[i]), -SIGTERM);
	remove_files(&p);
}
END_TEST

/* After 0, 100, 300 and 700 ms; being slow only makes it later. */
START_TEST(a_program_that_dies_is_started_more_and_more_slowly)
{
	const int64_t begin = now_ms();
	struct pool p;

	start_pool(&p, "1", DIES);
	WAIT_FOR(start_count(&p) >= 4);
	ck_assert_int_ge(now_ms() - begin, 700);
	end_pool(&p);
}
END_TEST

START_TEST(the_socket_stays_where_no_worker_does)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	struct pool p;
	int fd;

	start_pool(&p, "1", DIES);
	WAIT_FOR(start_count(&p) >= 2);
	snprintf(at.sun_path, sizeof(at.sun_path), "%s", p.socket);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(connect(fd, (const struct sockaddr *)&at, sizeof(at)), 0);
	close(fd);
	end_pool(&p);
}
END_TEST

static const struct {
	const char *arg[8];
	int status;
} calls[] = {
	{ { "--help" }, 0 },
	{ { NULL }, 64 },
	{ { "--socket", "s", "--workers", "1" }, 64 },
	{ { "--socket", "s", "--", "/bin/true" }, 64 },
	{ { "--workers", "1", "--", "/bin/true" }, 64 },
	{ { "--socket", "s", "--workers", "0", "--", "/bin/true" }, 64 },
	{ { "--socket", "s", "--workers", "1x", "--", "/bin/true" }, 64 },
	{ { "--socket", "s", "--workers", "1", "--nice", "20", "/bin/true" }, 64 },
	{ { "--socket", "s", "--workers", "1", "--name", "a b", "/bin/true" }, 64 },
	{ { "--unknown" }, 64 },
	{ { "--socket", "/nowhere/s", "--workers", "1", "--", "/bin/true" }, 71 },
};

START_TEST(a_wrong_call_is_refused_with_its_own_status)
{
	struct cx *cx = unit_cx();
	const char *path = program(cx);
	char *argv[nelem(calls[0].arg) + 2] = { mem_text(cx->mem, "pool") };
	pid_t pid;

	for (size_t i = 0; i < nelem(calls[0].arg) && calls[_i].arg[i] != NULL; i++)
		argv[i + 1] = mem_text(cx->mem, calls[_i].arg[i]);
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		const int nothing = open("/dev/null", O_WRONLY);

		dup2(nothing, STDOUT_FILENO);
		dup2(nothing, STDERR_FILENO);
		execv(path, argv);
		_exit(127);
	}
	ck_assert_int_eq(exit_status(pid), calls[_i].status);
	unit_done(cx);
}
END_TEST

/* Patience of our own: the framework's would end a test before it can say what it waited for. */
static void
add(Suite *s, const char *name, const TTest *test)
{
	TCase *tc = unit_case(s, name);

	tcase_set_timeout(tc, TIMEOUT_S);
	tcase_add_test(tc, test);
}

Suite *
pool_suite(void)
{
	Suite *s = suite_create("pool");

#define ADD(test) add(s, #test, test)
	ADD(as_many_workers_as_asked_for_run_on_the_socket);
	ADD(a_worker_has_no_descriptor_but_the_first_three);
	ADD(a_killed_worker_is_replaced);
	ADD(a_hangup_puts_new_workers_into_the_place_of_the_old_ones);
	ADD(new_workers_that_die_leave_the_old_ones_in_their_place);
	ADD(term_ends_every_worker_and_removes_the_socket);
	ADD(a_killed_pool_takes_its_workers_along);
	ADD(a_program_that_dies_is_started_more_and_more_slowly);
	ADD(the_socket_stays_where_no_worker_does);
#undef ADD
	unit_loop(s, a_wrong_call_is_refused_with_its_own_status, calls);
	return s;
}
