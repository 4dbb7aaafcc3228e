/*
 * server: see the header.
 */
#include "server.h"

#include <string.h>

#include "statements.h"

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

static void
drop_options(void *options)
{
	PQconninfoFree(options);
}

static void
drop_text(void *text)
{
	PQfreemem(text);
}

/* libpq's messages end with a newline. */
static enum rc
refused(struct cx *cx, const char *what, const char *message)
{
	size_t n = strlen(message);

	while (n > 0 && message[n - 1] == '\n')
		n--;
	return fault(cx, RC_INTERNAL, "%s: %.*s", what, (int)n, message);
}

/* Of two values for a keyword the later one counts, so that the database overrides conninfo's. */
enum rc
server_open(struct cx *cx, const char *conninfo, const char *database, PGconn **out)
{
	const char *keywords[] = { "dbname", "application_name", "client_encoding", "dbname",
		NULL };
	const char *values[] = { conninfo, "migrate", "UTF8", database, NULL };
	PGconn *conn;

	if (database == NULL)
		keywords[3] = NULL;
	conn = PQconnectdbParams(keywords, values, 1);
	if (conn == NULL)
		mem_need(NULL);
	mem_defer(cx->mem, drop_connection, conn);
	if (PQstatus(conn) != CONNECTION_OK)
		return refused(cx, "could not connect", PQerrorMessage(conn));
	*out = conn;
	return server_script(cx, conn, "cannot prepare the session", SQL_SESSION);
}

/* Copying data in or out would wait for a partner that is not there: no success. */
static enum rc
judge(struct cx *cx, const char *what, PGresult *result)
{
	const ExecStatusType status = PQresultStatus(result);

	if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY)
		return RC_OK;
	if (status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH)
		return fault(
		    cx, RC_INVALID, "%s: COPY from or to the client is not possible here", what);
	return refused(cx, what, PQresultErrorMessage(result));
}

enum rc
server_run(struct cx *cx, PGconn *conn, const char *what, const char *sql, int n,
    const char *const *param, PGresult **out)
{
	PGresult *result = PQexecParams(conn, sql, n, NULL, param, NULL, NULL, 0);

	if (result == NULL)
		return refused(cx, what, PQerrorMessage(conn));
	mem_defer(cx->mem, drop_result, result);
	TRY(judge(cx, what, result));
	if (out != NULL)
		*out = result;
	return RC_OK;
}

enum rc
server_script(struct cx *cx, PGconn *conn, const char *what, const char *script)
{
	PGresult *result = PQexec(conn, script);

	if (result == NULL)
		return refused(cx, what, PQerrorMessage(conn));
	mem_defer(cx->mem, drop_result, result);
	return judge(cx, what, result);
}

enum rc
server_identifier(struct cx *cx, PGconn *conn, const char *name, const char **out)
{
	char *quoted = PQescapeIdentifier(conn, name, strlen(name));

	if (quoted == NULL)
		return refused(cx, name, PQerrorMessage(conn));
	mem_defer(cx->mem, drop_text, quoted);
	*out = quoted;
	return RC_OK;
}

enum rc
server_role_password(struct cx *cx, PGconn *conn, const char *role, const char *password)
{
	const char *name;
	char *hash;
	char *literal;

	TRY(server_identifier(cx, conn, role, &name));
	hash = PQencryptPasswordConn(conn, password, role, NULL);
	if (hash == NULL)
		return refused(cx, role, PQerrorMessage(conn));
	mem_defer(cx->mem, drop_text, hash);
	literal = PQescapeLiteral(conn, hash, strlen(hash));
	if (literal == NULL)
		return refused(cx, role, PQerrorMessage(conn));
	mem_defer(cx->mem, drop_text, literal);
	return server_script(cx, conn, role, mem_printf(cx->mem, SQL_ROLE_PASSWORD, name, literal));
}

static const char *
option(const PQconninfoOption *options, const char *keyword)
{
	while (options->keyword != NULL && strcmp(options->keyword, keyword) != 0)
		options++;
	return options->val == NULL || *options->val == '\0' ? NULL : options->val;
}

enum rc
server_target(struct cx *cx, const char *variable, const char *conninfo, struct target *out)
{
	char *message = NULL;
	PQconninfoOption *options = PQconninfoParse(conninfo, &message);
	struct target t;

	if (options == NULL) {
		if (message != NULL) /* not shown: it can repeat a password */
			PQfreemem(message);
		return fault(cx, RC_INVALID, "%s is no libpq connection string", variable);
	}
	mem_defer(cx->mem, drop_options, options);
	t.role = option(options, "user");
	t.password = option(options, "password");
	t.database = option(options, "dbname");
	if (t.role == NULL || t.database == NULL)
		return fault(cx, RC_INVALID, "%s must name user and dbname", variable);
	*out = t;
	return RC_OK;
}
