/*
 * scratch: see the header.
 */
#include "http/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

static const char *
need_env(const char *name)
{
	const char *value = getenv(name);

	ck_assert_msg(value != NULL, "%s is not set; run the tests by make", name);
	return value;
}

static void
set_env(const char *name, const char *value)
{
	if (value == NULL)
		unsetenv(name);
	else
		setenv(name, value, 1);
}

struct scratch_process
scratch_start(const struct scratch *s, const char *first, const char *second)
{
	const char *path = mem_printf(s->cx->mem, "%s/migrate", need_env("BIN"));
	struct scratch_process p;
	int ends[2];

	ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
	p.pid = fork();
	ck_assert_int_ge(p.pid, 0);
	if (p.pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(ends[1], STDOUT_FILENO);
		dup2(ends[1], STDERR_FILENO);
		set_env("OWNER_DATABASE_URL", s->owner);
		set_env("DATABASE_URL", s->app);
		if (s->variable != NULL)
			set_env(s->variable, s->value);
		execl(path, "migrate", first, second, (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	p.output = ends[0];
	return p;
}

int
scratch_end(struct scratch *s, struct scratch_process p)
{
	size_t n = 0;
	ssize_t got;
	int status;

	while ((got = read(p.output, s->output + n, sizeof(s->output) - n)) != 0) {
		if (got < 0)
			ck_assert_int_eq(errno, EINTR);
		else
			n += (size_t)got;
		ck_assert_uint_lt(n, sizeof(s->output));
	}
	s->output[n] = '\0';
	close(p.output);
	while (waitpid(p.pid, &status, 0) < 0)
		ck_assert_int_eq(errno, EINTR);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int
scratch_run(struct scratch *s, const char *first, const char *second)
{
	return scratch_end(s, scratch_start(s, first, second));
}

void
scratch_must_run(struct scratch *s, const char *first)
{
	const int status = scratch_run(s, first, NULL);

	ck_assert_msg(status == EX_OK, "migrate %s: status %d: %s", first, status, s->output);
}

void
scratch_must_say(const struct scratch *s, const char *text)
{
	ck_assert_msg(strstr(s->output, text) != NULL, "no \"%s\" in: %s", text, s->output);
}

static void
drop_connection(void *conn)
{
	PQfinish(conn);
}

static void
drop_result(void *result)
{
	PQclear(result);
}

PGresult *
scratch_sql(const struct scratch *s, PGconn *conn, const char *sql)
{
	PGresult *result = PQexec(conn, sql);

	mem_defer(s->cx->mem, drop_result, result);
	return result;
}

PGconn *
scratch_connect(const struct scratch *s, const char *conninfo)
{
	PGconn *conn = PQconnectdb(conninfo);

	mem_defer(s->cx->mem, drop_connection, conn);
	ck_assert_msg(PQstatus(conn) == CONNECTION_OK, "%s", PQerrorMessage(conn));
	/* no "does not exist, skipping" */
	scratch_sql(s, conn, "SET client_min_messages = warning");
	return conn;
}

const char *
scratch_ask(const struct scratch *s, PGconn *conn, const char *sql)
{
	PGresult *result = scratch_sql(s, conn, sql);

	ck_assert_msg(
	    PQresultStatus(result) == PGRES_TUPLES_OK || PQresultStatus(result) == PGRES_COMMAND_OK,
	    "%s: %s", sql, PQresultErrorMessage(result));
	return PQntuples(result) == 0 ? "" : PQgetvalue(result, 0, 0);
}

void
scratch_put(const struct scratch *s, const char *name, const char *text)
{
	FILE *f = fopen(mem_printf(s->cx->mem, "%s/%s", s->dir, name), "we");

	ck_assert_ptr_nonnull(f);
	ck_assert_int_ge(fputs(text, f), 0);
	ck_assert_int_eq(fclose(f), 0);
}

void
scratch_remove(const struct scratch *s, const char *name)
{
	ck_assert_int_eq(unlink(mem_printf(s->cx->mem, "%s/%s", s->dir, name)), 0);
}

struct scratch *
scratch_names(void)
{
	struct cx *cx = unit_cx();
	struct scratch *s = mem_zero(cx->mem, struct scratch);

	s->cx = cx;
	s->super = need_env("BOOTSTRAP_DATABASE_URL");
	s->name = mem_printf(cx->mem, "migrate_%d", getpid());
	s->owner = mem_printf(cx->mem, "%s user=%s_owner dbname=%s", s->super, s->name, s->name);
	s->app = mem_printf(cx->mem, "%s user=%s_app dbname=%s", s->super, s->name, s->name);
	snprintf(s->dir, sizeof(s->dir), "%s/tmp/migrate.XXXXXX", need_env("STACK_DIR"));
	ck_assert_ptr_nonnull(mkdtemp(s->dir));
	return s;
}

struct scratch *
scratch_new(void)
{
	struct scratch *s = scratch_names();

	scratch_must_run(s, "--bootstrap");
	return s;
}

void
scratch_drop(struct scratch *s)
{
	struct cx *cx = s->cx;
	PGconn *conn = scratch_connect(s, s->super);
	DIR *dir = opendir(s->dir);
	const struct dirent *entry;

	scratch_ask(
	    s, conn, mem_printf(cx->mem, "DROP DATABASE IF EXISTS %s WITH (FORCE)", s->name));
	scratch_ask(
	    s, conn, mem_printf(cx->mem, "DROP ROLE IF EXISTS %s_owner, %s_app", s->name, s->name));
	ck_assert_ptr_nonnull(dir);
	while ((entry = readdir(dir)) != NULL)
		if (*entry->d_name != '.')
			ck_assert_int_eq(unlinkat(dirfd(dir), entry->d_name, 0), 0);
	closedir(dir);
	ck_assert_int_eq(rmdir(s->dir), 0);
	unit_done(cx);
}
