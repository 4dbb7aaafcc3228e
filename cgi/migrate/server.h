/*
 * server: one plain connection to PostgreSQL, statement by statement. Connection
 * and results hang on the context's memory.
 */
#ifndef MIGRATE_SERVER_H
#define MIGRATE_SERVER_H

#include <libpq-fe.h>

#include "base/cx.h"

/* Connects; database, where not NULL, is opened instead of the one that conninfo names. */
MUST_USE enum rc
server_open(struct cx *cx, const char *conninfo, const char *database, PGconn **out);

/* Runs one statement with n text parameters; what names it in the fault. out may be NULL. */
MUST_USE enum rc server_run(struct cx *cx, PGconn *conn, const char *what, const char *sql, int n,
    const char *const *param, PGresult **out);

/* Runs a text of any number of statements. */
MUST_USE enum rc server_script(struct cx *cx, PGconn *conn, const char *what, const char *script);

/* An identifier, ready to stand in a statement; on the context. */
MUST_USE enum rc server_identifier(struct cx *cx, PGconn *conn, const char *name, const char **out);

/* Sets a role's password; the server and its log see only the hash. */
MUST_USE enum rc
server_role_password(struct cx *cx, PGconn *conn, const char *role, const char *password);

/* Whom and what a connection string names; texts live as long as the context. */
struct target {
	const char *role;
	const char *password; /* NULL: none */
	const char *database;
};

/* Takes a connection string apart; RC_INVALID where it does not name both role and database. */
MUST_USE enum rc
server_target(struct cx *cx, const char *variable, const char *conninfo, struct target *out);

#endif
