/*
 * scratch: a database, two roles and a folder of migrations for one test, and the
 * program migrate run on them. Names and texts live until scratch_drop.
 */
#ifndef HTTP_SCRATCH_H
#define HTTP_SCRATCH_H

#include <sys/types.h>

#include <libpq-fe.h>

#include "unit/unit.h"

enum { SCRATCH_OUTPUT = 4096 }; /* bytes of both outputs; the real ones have a few lines */

struct scratch {
	struct cx *cx;
	const char *name;  /* of the database; the roles' names begin with it */
	const char *super; /* connection strings */
	const char *owner;
	const char *app;
	const char *variable;        /* what the program gets with another value, or NULL */
	const char *value;           /* NULL: not at all */
	char dir[128];               /* the migrations */
	char output[SCRATCH_OUTPUT]; /* of the last run, both outputs in one */
};

struct scratch_process {
	pid_t pid;
	int output; /* the end to read */
};

/* Names and an empty folder, without a database yet; and with one, by migrate --bootstrap. */
struct scratch *scratch_names(void);
struct scratch *scratch_new(void);

/* Removes everything; fails the test where memory is left. */
void scratch_drop(struct scratch *s);

/* Runs migrate with up to two arguments; its exit status, or minus its signal. */
int scratch_run(struct scratch *s, const char *first, const char *second);

/* The same in two steps, so that others can run meanwhile. */
struct scratch_process
scratch_start(const struct scratch *s, const char *first, const char *second);
int scratch_end(struct scratch *s, struct scratch_process p);

/* Runs it with one argument; fails the test where it fails. */
void scratch_must_run(struct scratch *s, const char *first);

/* Fails the test where the last run did not write the text. */
void scratch_must_say(const struct scratch *s, const char *text);

PGconn *scratch_connect(const struct scratch *s, const char *conninfo);

/* Whatever the statement gives, faults as well. */
PGresult *scratch_sql(const struct scratch *s, PGconn *conn, const char *sql);

/* The one value of a statement, "" where it has none; fails the test where it fails. */
const char *scratch_ask(const struct scratch *s, PGconn *conn, const char *sql);

/* Writes a file of the folder, or removes it. */
void scratch_put(const struct scratch *s, const char *name, const char *text);
void scratch_remove(const struct scratch *s, const char *name);

#endif
