/*
 * apply: brings the schema to where the folder ends. Files that were applied must
 * not have changed, and the table must be a beginning of the folder: everything
 * else means that two versions of the product met, and is refused untouched.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "folder.h"
#include "migrate.h"
#include "server.h"
#include "statements.h"
#include "base/str.h"

enum column { VERSION, NAME, SHA256, APPLIED_AT };

static enum rc
table_exists(struct cx *cx, PGconn *conn, bool *out)
{
	PGresult *found;

	TRY(server_run(cx, conn, "table migration", SQL_TABLE_EXISTS, 0, NULL, &found));
	*out = PQntuples(found) == 1;
	return RC_OK;
}

/* The rows that are there; none where the table is not there yet. */
static enum rc
applied_rows(struct cx *cx, PGconn *conn, PGresult **out)
{
	bool exists;

	*out = NULL;
	TRY(table_exists(cx, conn, &exists));
	if (!exists)
		return RC_OK;
	return server_run(cx, conn, "table migration", SQL_APPLIED, 0, NULL, out);
}

static int
row_version(const PGresult *rows, int i)
{
	int64_t version = 0;

	if (!str_i64(str_of(PQgetvalue(rows, i, VERSION)), 1, INT32_MAX, &version))
		return 0;
	return (int)version;
}

static enum rc
check_rows(struct cx *cx, const PGresult *rows, const struct folder *f)
{
	const int n = PQntuples(rows);

	if (n > f->n)
		return fault(cx, RC_CONFLICT,
		    "the database is at %d, the folder ends at %04d: it is older than the database",
		    row_version(rows, n - 1), f->n);
	for (int i = 0; i < n; i++) {
		if (row_version(rows, i) != i + 1)
			return fault(cx, RC_CONFLICT, "table migration has no row %d, but %s",
			    i + 1, PQgetvalue(rows, i, VERSION));
		if (strcmp(PQgetvalue(rows, i, SHA256), f->migration[i].sha256) != 0)
			return fault(cx, RC_CONFLICT,
			    "%s was changed after it was applied on %s as %s: add a new file "
			    "instead",
			    f->migration[i].name, PQgetvalue(rows, i, APPLIED_AT),
			    PQgetvalue(rows, i, NAME));
	}
	return RC_OK;
}

static enum rc
run_file(struct cx *cx, PGconn *conn, const struct migration *m)
{
	char number[16];
	const char *param[4] = { number, m->name, m->sha256, NULL };
	PGresult *transaction;
	PGresult *recorded;

	snprintf(number, sizeof(number), "%d", m->version);
	TRY(server_script(cx, conn, m->name, SQL_BEGIN));
	TRY(server_run(cx, conn, m->name, SQL_TRANSACTION, 0, NULL, &transaction));
	TRY(server_script(cx, conn, m->name, m->text));
	param[3] = PQgetvalue(transaction, 0, 0);
	TRY(server_run(cx, conn, m->name, SQL_RECORD, nelem(param), param, &recorded));
	if (strcmp(PQcmdTuples(recorded), "1") != 0)
		return fault(cx, RC_INVALID,
		    "%s ends the transaction itself; what it did stays and is not recorded",
		    m->name);
	return server_script(cx, conn, m->name, SQL_COMMIT);
}

static enum rc
apply_file(struct cx *cx, PGconn *conn, const struct migration *m)
{
	TRY(run_file(cx, conn, m));
	printf("%s applied\n", m->name);
	fflush(stdout); /* the next one may take long */
	return server_script(cx, conn, m->name, SQL_SESSION);
}

static enum rc
make_table(struct cx *cx, PGconn *conn)
{
	bool exists;

	TRY(table_exists(cx, conn, &exists));
	if (exists)
		return RC_OK;
	return server_script(cx, conn, "cannot create table migration", SQL_TABLE_CREATE);
}

enum rc
apply(struct cx *cx, const char *owner, const char *dir)
{
	struct folder f;
	PGconn *conn;
	PGresult *rows;
	int done;

	TRY(folder_read(cx, dir, &f));
	TRY(server_open(cx, owner, NULL, &conn));
	TRY(server_run(cx, conn, "could not lock", SQL_LOCK, 0, NULL, NULL));
	TRY(make_table(cx, conn));
	TRY(applied_rows(cx, conn, &rows));
	TRY(check_rows(cx, rows, &f));
	done = PQntuples(rows);
	if (done == f.n)
		printf("nothing to do\n");
	for (int i = done; i < f.n; i++)
		TRY(apply_file(cx, conn, &f.migration[i]));
	return RC_OK;
}

static void
print_file(const struct migration *m, const PGresult *rows, int row)
{
	if (row < 0)
		printf("%s pending\n", m->name);
	else
		printf("%s applied %s%s\n", m->name, PQgetvalue(rows, row, APPLIED_AT),
		    strcmp(PQgetvalue(rows, row, SHA256), m->sha256) == 0 ? "" : " CHANGED SINCE");
}

enum rc
status(struct cx *cx, const char *owner, const char *dir)
{
	struct folder f;
	PGconn *conn;
	PGresult *rows;
	int at = 0;

	TRY(folder_read(cx, dir, &f));
	TRY(server_open(cx, owner, NULL, &conn));
	TRY(applied_rows(cx, conn, &rows));
	for (int i = 0; i < f.n; i++) {
		const bool found = at < PQntuples(rows) && row_version(rows, at) == i + 1;

		print_file(&f.migration[i], rows, found ? at : -1);
		at += found;
	}
	for (; at < PQntuples(rows); at++)
		printf("%s applied %s NOT IN THE FOLDER\n", PQgetvalue(rows, at, NAME),
		    PQgetvalue(rows, at, APPLIED_AT));
	return RC_OK;
}
