/*
 * db: the process's one connection to PostgreSQL, and named statements sent
 * through it in pipelines: many statements, one round trip.
 * Statements come from sql/q/, one q_<name> each; no SQL is assembled here.
 */
#ifndef SYS_DB_H
#define SYS_DB_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cx.h"
#include "base/str.h"

/* A named statement; made by the build, never by hand. */
struct stmt {
	int id; /* place in all_stmts */
	const char *name;
	const char *sql;
	int nargs;
	const unsigned *types; /* PostgreSQL type oids, nargs of them */
};

extern const struct stmt *const all_stmts[];
extern const int all_stmts_n;

enum param_kind { PARAM_END, PARAM_NULL, PARAM_I64, PARAM_BOOL, PARAM_TEXT, PARAM_BYTES };

struct param {
	enum param_kind kind;
	int64_t i;
	const void *p;
	size_t n; /* bytes, for PARAM_BYTES */
};

#define P_NULL        ((struct param){ .kind = PARAM_NULL })
#define P_I64(v)      ((struct param){ .kind = PARAM_I64, .i = (v) })
#define P_BOOL(v)     ((struct param){ .kind = PARAM_BOOL, .i = (v) })
#define P_TEXT(v)     ((struct param){ .kind = (v) == NULL ? PARAM_NULL : PARAM_TEXT, .p = (v) })
#define P_BYTES(v, l) ((struct param){ .kind = PARAM_BYTES, .p = (v), .n = (l) })

#define PARAMS(...) \
	((const struct param[]){ __VA_ARGS__ __VA_OPT__(, )((struct param){ .kind = PARAM_END }) })

/* A result; lives on the cx's memory. Cells are text as PostgreSQL prints them. */
struct rows {
	int n;
	const void *result; /* PGresult */
};

enum { DB_ARGS_MAX = 16, PIPE_MAX = 32 };

/* Statements queued for one round trip. */
struct pipe {
	struct cx *cx;
	int n;
	struct {
		const struct stmt *q;
		bool prepares; /* a Parse went out in front of it */
	} step[PIPE_MAX];
	struct rows rows[PIPE_MAX]; /* in the order of db_queue, after db_flush */
	bool broken;                /* sending failed; db_flush says why */
};

/* The connection of this process; nothing is opened before the first statement. */
struct db *db_new(TALLOC_CTX *ctx, const char *conninfo);

/* The connection was lost while in use: the process should end after its answer. */
bool db_is_lost(const struct db *db);

/* A transaction is open, whole or failed. */
bool db_in_transaction(const struct db *db);

/* The open transaction has failed: all that is left for it is a rollback. */
bool db_transaction_failed(const struct db *db);

/* Opens a pipe; queue up to PIPE_MAX statements, then flush. */
void pipe_init(struct pipe *p, struct cx *cx);

/* Queues q and returns the index of its rows. */
int pipe_queue_params(struct pipe *p, const struct stmt *q, const struct param *params);
#define pipe_queue(p, q, ...) pipe_queue_params((p), (q), PARAMS(__VA_ARGS__))

/*
 * Sends what is queued and reads all results. The first failure is the pipe's:
 * what follows it was not run, and a transaction that the pipe began is rolled back.
 * RC_BUSY: no connection, or undone by the server. RC_INVALID: a named constraint.
 */
MUST_USE enum rc pipe_flush(struct pipe *p);

/* One statement, one round trip. */
MUST_USE enum rc
db_run_params(struct cx *cx, const struct stmt *q, struct rows *out, const struct param *params);
#define db_run(cx, q, out, ...) db_run_params((cx), (q), (out), PARAMS(__VA_ARGS__))

/* A statement whose rows nobody reads. */
#define db_do(cx, q, ...) db_run_params((cx), (q), NULL, PARAMS(__VA_ARGS__))

/* Cells by column name; the column must exist. Text is NULL where the cell is. */
const char *row_text(const struct rows *rows, int row, const char *column);
int64_t row_i64(const struct rows *rows, int row, const char *column);
bool row_bool(const struct rows *rows, int row, const char *column);

#endif
