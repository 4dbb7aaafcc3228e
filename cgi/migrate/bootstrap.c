/*
 * bootstrap: roles, database and rights, as a superuser. Every step looks first, so
 * that it can be run again; attributes that somebody gave a role are left alone.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "migrate.h"
#include "server.h"
#include "statements.h"

static enum rc
make_role(struct cx *cx, PGconn *conn, const struct target *t)
{
	PGresult *found;
	const char *name;

	TRY(server_run(cx, conn, t->role, SQL_ROLE_EXISTS, 1, &t->role, &found));
	if (PQntuples(found) == 0) {
		TRY(server_identifier(cx, conn, t->role, &name));
		TRY(server_script(cx, conn, t->role, mem_printf(cx->mem, SQL_ROLE_CREATE, name)));
		printf("role %s created\n", t->role);
	}
	if (t->password == NULL)
		return RC_OK;
	return server_role_password(cx, conn, t->role, t->password);
}

/* Where the system has no C.UTF-8, the cluster's own locale has to do. */
static enum rc
create_database(struct cx *cx, PGconn *conn, const struct target *t)
{
	PGresult *locale;
	const char *database;
	const char *owner;

	TRY(server_run(cx, conn, t->database, SQL_LOCALE_EXISTS, 0, NULL, &locale));
	TRY(server_identifier(cx, conn, t->database, &database));
	TRY(server_identifier(cx, conn, t->role, &owner));
	TRY(server_script(cx, conn, t->database,
	    mem_printf(cx->mem, SQL_DATABASE_CREATE "%s", database, owner,
		PQntuples(locale) == 0 ? "" : SQL_DATABASE_LOCALE)));
	printf("database %s created\n", t->database);
	return RC_OK;
}

static enum rc
make_database(struct cx *cx, PGconn *conn, const struct target *t)
{
	PGresult *found;
	const char *database;
	const char *owner;

	TRY(server_run(cx, conn, t->database, SQL_DATABASE_FIND, 1, &t->database, &found));
	if (PQntuples(found) == 0)
		return create_database(cx, conn, t);
	if (strcmp(PQgetvalue(found, 0, 1), "UTF8") != 0)
		return fault(cx, RC_CONFLICT, "database %s is there with encoding %s, not UTF8",
		    t->database, PQgetvalue(found, 0, 1));
	if (strcmp(PQgetvalue(found, 0, 0), t->role) == 0)
		return RC_OK;
	TRY(server_identifier(cx, conn, t->database, &database));
	TRY(server_identifier(cx, conn, t->role, &owner));
	TRY(server_script(
	    cx, conn, t->database, mem_printf(cx->mem, SQL_DATABASE_OWNER, database, owner)));
	printf("database %s belongs to %s now\n", t->database, t->role);
	return RC_OK;
}

/* Several statements in one text are one transaction. */
static enum rc
grant(struct cx *cx, PGconn *conn, const struct target *owner, const struct target *app)
{
	const char *o;
	const char *a;

	TRY(server_identifier(cx, conn, owner->role, &o));
	TRY(server_identifier(cx, conn, app->role, &a));
	return server_script(
	    cx, conn, "cannot give rights", mem_printf(cx->mem, SQL_GRANTS, o, a, o, a, o, a));
}

enum rc
bootstrap(struct cx *cx, const struct bootstrap *b)
{
	struct target owner;
	struct target app;
	PGconn *conn;

	TRY(server_target(cx, "OWNER_DATABASE_URL", b->owner, &owner));
	TRY(server_target(cx, "DATABASE_URL", b->app, &app));
	if (strcmp(owner.database, app.database) != 0)
		return fault(
		    cx, RC_INVALID, "OWNER_DATABASE_URL and DATABASE_URL name different databases");
	if (strcmp(owner.role, app.role) == 0)
		return fault(
		    cx, RC_INVALID, "OWNER_DATABASE_URL and DATABASE_URL name the same role");
	TRY(server_open(cx, b->superuser, NULL, &conn));
	TRY(server_run(cx, conn, "could not lock", SQL_LOCK, 0, NULL, NULL));
	TRY(make_role(cx, conn, &owner));
	TRY(make_role(cx, conn, &app));
	TRY(make_database(cx, conn, &owner));
	TRY(server_open(cx, b->superuser, owner.database, &conn));
	TRY(grant(cx, conn, &owner, &app));
	printf("database %s is ready: owner %s, app %s\n", owner.database, owner.role, app.role);
	return RC_OK;
}
