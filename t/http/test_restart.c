/*
 * Restart under load: while clients read and write, every pool gets new workers and
 * single workers are ended; not one request may fail.
 */
#include "http/http_test.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "q/test.h"

enum { CLIENTS = 3, ROUNDS = 6, LEAST_ROUNDS = 3 };

static const char *const pools[] = { "auth", "login", "services", "settings" };

static volatile sig_atomic_t over;

static void
end_load(int sig)
{
	(void)sig;
	over = 1;
}

/* One read of each page and one write; the number of answers that were not as they must be. */
static int
round_trip(struct client *c, int number, int64_t *revision)
{
	int bad = 0;

	client_get(c, "/services");
	bad += c->status != 200;
	client_get(c, "/settings");
	bad += c->status != 200;
	client_get(c, "/csrf-token");
	bad += c->status != 204;
	client_get(c, "/login/redirect");
	bad += c->status != 303;
	client_send(c, "PUT", "/api/settings",
	    mem_printf(c->cx->mem, "{\"key\":\"%s\",\"value\":\"%d\",\"revision\":%lld}",
		number % 2 == 0 ? "sync_days_back" : "sync_days_ahead", number + 1,
		(long long)*revision));
	bad += c->status != 200 && c->status != 409; /* two clients share a setting */
	if (c->status == 200)
		*revision = strtoll(client_value(c, "revision"), NULL, 10);
	else if (c->status == 409)
		*revision = strtoll(client_value(c, "current.revision"), NULL, 10);
	return bad;
}

/* A client process: works until SIGUSR1, exits 0 where every answer was right. */
static void __attribute__((noreturn)) load(int number)
{
	struct cx *cx = http_begin();
	struct client *c = client_signed_in(cx, number + 1);
	int64_t revision = 0;
	int rounds = 0;
	int bad = 0;

	for (; !over; rounds++)
		bad += round_trip(c, number, &revision);
	if (bad > 0 || rounds < LEAST_ROUNDS)
		fprintf(stderr, "client %d: %d of %d requests failed\n", number, bad, rounds * 5);
	_exit(bad == 0 && rounds >= LEAST_ROUNDS ? 0 : 1);
}

static pid_t
pool_pid(struct cx *cx, const char *pool)
{
	FILE *f = fopen(mem_printf(cx->mem, "%s/pids/%s", getenv("STACK_DIR"), pool), "re");
	long pid = 0;

	ck_assert_msg(f != NULL, "no pid file of pool %s", pool);
	ck_assert_int_eq(fscanf(f, "%ld", &pid), 1);
	fclose(f);
	return (pid_t)pid;
}

/* The pool's children. */
static size_t
workers_of(struct cx *cx, pid_t pool, pid_t *pids, size_t max)
{
	char *path = mem_printf(cx->mem, "/proc/%d/task/%d/children", pool, pool);
	FILE *f = fopen(path, "re");
	size_t n = 0;
	long pid;

	ck_assert_ptr_nonnull(f);
	while (n < max && fscanf(f, "%ld", &pid) == 1)
		pids[n++] = (pid_t)pid;
	fclose(f);
	return n;
}

static void
pause_ms(long ms)
{
	const struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
}

static void
restart_everything(struct cx *cx)
{
	for (int i = 0; i < ROUNDS; i++) {
		for (size_t p = 0; p < nelem(pools); p++) {
			const pid_t pool = pool_pid(cx, pools[p]);
			pid_t workers[32];
			const size_t n = workers_of(cx, pool, workers, nelem(workers));

			if (i % 2 == 0)
				ck_assert_int_eq(kill(pool, SIGHUP), 0);
			else
				for (size_t w = 0; w < n; w++)
					kill(workers[w], SIGTERM);
		}
		pause_ms(700);
	}
}

START_TEST(no_request_fails_while_every_pool_is_restarted)
{
	struct cx *cx = http_begin();
	pid_t clients[CLIENTS];
	pid_t old[32];
	pid_t new[32];

	ck_assert_int_eq(db_do(cx, &q_test_setting_clear), RC_OK);
	signal(SIGUSR1, end_load);
	for (int i = 0; i < CLIENTS; i++) {
		clients[i] = fork();
		ck_assert_int_ge(clients[i], 0);
		if (clients[i] == 0)
			load(i);
	}
	pause_ms(300);
	ck_assert_uint_gt(workers_of(cx, pool_pid(cx, "services"), old, nelem(old)), 0);
	restart_everything(cx);
	for (int i = 0; i < CLIENTS; i++)
		kill(clients[i], SIGUSR1);
	for (int i = 0; i < CLIENTS; i++) {
		int status = -1;

		ck_assert_int_eq(waitpid(clients[i], &status, 0), clients[i]);
		ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0,
		    "client %d saw a failed request", i);
	}
	ck_assert_uint_gt(workers_of(cx, pool_pid(cx, "services"), new, nelem(new)), 0);
	ck_assert_int_ne(old[0], new[0]);
	ck_assert_int_eq(db_do(cx, &q_test_setting_clear), RC_OK);
	http_end(cx);
}
END_TEST

Suite *
restart_suite(void)
{
	Suite *s = suite_create("restart");

	unit_add(s, no_request_fails_while_every_pool_is_restarted);
	return s;
}
