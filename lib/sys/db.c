/*
 * db: one libpq connection in pipeline mode. A statement is prepared the first
 * time a connection meets it, and counts as prepared only after its own OK: in a
 * pipeline that failed before it, it is not.
 */
#include "sys/db.h"

#include <assert.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libpq-fe.h>

struct db {
	const char *conninfo;
	PGconn *conn;   /* NULL: not connected */
	bool *prepared; /* by stmt id, for this connection */
	bool lost;
};

/*
 * jit off and the page cost of memory: measured, the defaults halve the
 * throughput of a page. The time limits keep a worker from waiting for ever.
 */
static const char options[] =
    "-c jit=off -c random_page_cost=1.1 -c timezone=UTC -c statement_timeout=20000 "
    "-c lock_timeout=5000 -c idle_in_transaction_session_timeout=60000";

static int
close_db(struct db *db)
{
	PQfinish(db->conn);
	return 0;
}

struct db *
db_new(TALLOC_CTX *ctx, const char *conninfo)
{
	struct db *db = mem_zero(ctx, struct db);

	db->conninfo = mem_text(db, conninfo);
	db->prepared = mem_array(db, bool, all_stmts_n);
	talloc_set_destructor(db, close_db);
	return db;
}

bool
db_is_lost(const struct db *db)
{
	return db->lost;
}

bool
db_in_transaction(const struct db *db)
{
	return db->conn != NULL && PQtransactionStatus(db->conn) != PQTRANS_IDLE;
}

bool
db_transaction_failed(const struct db *db)
{
	return db->conn != NULL && PQtransactionStatus(db->conn) == PQTRANS_INERROR;
}

static void
ignore_notice(void *arg, const PGresult *res)
{
	(void)arg;
	(void)res;
}

static void
disconnect(struct db *db)
{
	PQfinish(db->conn);
	db->conn = NULL;
	memset(db->prepared, 0, (size_t)all_stmts_n);
}

static enum rc
connect_db(struct cx *cx, struct db *db)
{
	const char *const keys[] = { "dbname", "options", "connect_timeout", "client_encoding",
		NULL };
	const char *const values[] = { db->conninfo, options, "5", "UTF8", NULL };

	db->conn = PQconnectdbParams(keys, values, 1);
	if (PQstatus(db->conn) != CONNECTION_OK || PQenterPipelineMode(db->conn) != 1) {
		fault(
		    cx, RC_BUSY, "could not connect to the database: %s", PQerrorMessage(db->conn));
		disconnect(db);
		return RC_BUSY;
	}
	PQsetNoticeReceiver(db->conn, ignore_notice, NULL);
	return RC_OK;
}

/*
 * An idle connection has nothing to read; what is readable is almost always the server's
 * farewell. Opening a new one costs a few milliseconds, a lost request costs a user.
 */
static bool
is_quiet(PGconn *conn)
{
	struct pollfd p = { .fd = PQsocket(conn), .events = POLLIN };

	return poll(&p, 1, 0) == 0;
}

static enum rc
ensure_connected(struct cx *cx)
{
	struct db *db = cx->db;

	assert(db != NULL);
	if (db->conn != NULL && !db_in_transaction(db) && !is_quiet(db->conn))
		disconnect(db);
	return db->conn != NULL ? RC_OK : connect_db(cx, db);
}

void
pipe_init(struct pipe *p, struct cx *cx)
{
	memset(p, 0, sizeof(*p));
	p->cx = cx;
}

/* libpq's arrays for one statement's parameters. */
struct wire {
	const char *values[DB_ARGS_MAX];
	int lengths[DB_ARGS_MAX];
	int formats[DB_ARGS_MAX];
	char digits[DB_ARGS_MAX][24];
};

static void
wire_param(struct wire *w, int i, const struct param *param)
{
	w->lengths[i] = 0;
	w->formats[i] = 0;
	switch (param->kind) {
	case PARAM_END:
	case PARAM_NULL: w->values[i] = NULL; break;
	case PARAM_I64:
		snprintf(w->digits[i], sizeof(w->digits[i]), "%" PRId64, param->i);
		w->values[i] = w->digits[i];
		break;
	case PARAM_BOOL: w->values[i] = param->i != 0 ? "t" : "f"; break;
	case PARAM_TEXT: w->values[i] = param->p; break;
	case PARAM_BYTES:
		w->values[i] = param->p;
		w->lengths[i] = (int)param->n;
		w->formats[i] = 1;
		break;
	}
}

static bool
send_step(PGconn *conn, const struct stmt *q, const struct param *params, bool prepare)
{
	struct wire w;
	int n = 0;

	for (; params[n].kind != PARAM_END; n++) {
		assert(n < DB_ARGS_MAX);
		wire_param(&w, n, &params[n]);
	}
	assert(n == q->nargs);
	if (prepare && PQsendPrepare(conn, q->name, q->sql, q->nargs, q->types) != 1)
		return false;
	return PQsendQueryPrepared(conn, q->name, n, w.values, w.lengths, w.formats, 0) == 1;
}

int
pipe_queue_params(struct pipe *p, const struct stmt *q, const struct param *params)
{
	bool prepare = true;

	assert(p->n < PIPE_MAX);
	if (!p->broken && p->n == 0)
		p->broken = ensure_connected(p->cx) != RC_OK;
	if (!p->broken) {
		const struct db *db = p->cx->db;

		prepare = !db->prepared[q->id];
		for (int i = 0; prepare && i < p->n; i++)
			prepare = p->step[i].q != q;
		p->broken = !send_step(db->conn, q, params, prepare);
	}
	p->step[p->n].q = q;
	p->step[p->n].prepares = prepare;
	return p->n++;
}

static void
drop_result(void *res)
{
	PQclear(res);
}

static enum rc
connection_failed(struct cx *cx)
{
	struct db *db = cx->db;
	enum rc rc = RC_BUSY;

	if (db->conn == NULL) /* ensure_connected has said why */
		return cx->fault.rc == RC_OK ? fault(cx, rc, "no database connection") : rc;
	rc = fault(cx, RC_BUSY, "database connection lost: %s", PQerrorMessage(db->conn));
	db->lost = true;
	disconnect(db);
	return rc;
}

static enum rc
statement_failed(struct cx *cx, const struct stmt *q, const PGresult *res)
{
	const char *state = PQresultErrorField(res, PG_DIAG_SQLSTATE);
	const char *constraint = PQresultErrorField(res, PG_DIAG_CONSTRAINT_NAME);
	const char *text = PQresultErrorField(res, PG_DIAG_MESSAGE_PRIMARY);

	if (state != NULL && strncmp(state, "23", 2) == 0 && constraint != NULL) {
		cx->fault.constraint = mem_text(cx->mem, constraint);
		return fault(cx, RC_INVALID, "%s: constraint %s", q->name, constraint);
	}
	if (state != NULL && strncmp(state, "40", 2) == 0) { /* serialization, deadlock */
		cx->fault.again = true;
		return fault(cx, RC_BUSY, "%s: undone by the server", q->name);
	}
	if (state != NULL && (strcmp(state, "57014") == 0 || strcmp(state, "55P03") == 0))
		return fault(cx, RC_BUSY, "%s: took too long", q->name);
	if (state != NULL && strncmp(state, "57P", 3) == 0) { /* the server is going down */
		cx->db->lost = true;
		return fault(cx, RC_BUSY, "%s: the server is going down", q->name);
	}
	if (state != NULL && strcmp(state, "0A000") == 0) /* a plan of an older schema */
		cx->db->lost = true;
	return fault(
	    cx, RC_INTERNAL, "%s: %s", q->name, text == NULL ? PQresultErrorMessage(res) : text);
}

/* Reads one command's result, and the NULL behind it. */
static PGresult *
next_result(PGconn *conn)
{
	PGresult *res = PQgetResult(conn);

	if (res != NULL)
		PQclear(PQgetResult(conn));
	return res;
}

static enum rc
read_prepare(struct cx *cx, const struct stmt *q, enum rc so_far)
{
	struct db *db = cx->db;
	PGresult *res = next_result(db->conn);
	const ExecStatusType status = PQresultStatus(res);
	enum rc rc = so_far;

	if (res == NULL || PQstatus(db->conn) != CONNECTION_OK)
		rc = so_far == RC_OK ? connection_failed(cx) : so_far;
	else if (status == PGRES_COMMAND_OK)
		db->prepared[q->id] = true;
	else if (status != PGRES_PIPELINE_ABORTED && so_far == RC_OK)
		rc = statement_failed(cx, q, res);
	PQclear(res);
	return rc;
}

static enum rc
read_rows(struct cx *cx, const struct stmt *q, struct rows *out, enum rc so_far)
{
	struct db *db = cx->db;
	PGresult *res = next_result(db->conn);
	const ExecStatusType status = PQresultStatus(res);

	if (res == NULL)
		return so_far == RC_OK ? connection_failed(cx) : so_far;
	mem_defer(cx->mem, drop_result, res);
	if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
		*out = (struct rows){ .n = PQntuples(res), .result = res };
		return so_far;
	}
	if (so_far != RC_OK || status == PGRES_PIPELINE_ABORTED)
		return so_far;
	if (PQstatus(db->conn) != CONNECTION_OK)
		return connection_failed(cx);
	return statement_failed(cx, q, res);
}

static enum rc
read_sync(struct cx *cx, enum rc so_far)
{
	PGresult *res = PQgetResult(cx->db->conn);
	const bool ok = PQresultStatus(res) == PGRES_PIPELINE_SYNC;

	PQclear(res);
	if (!ok)
		return so_far == RC_OK ? connection_failed(cx) : so_far;
	/* the queue is empty: this call only makes the connection idle again */
	PQclear(PQgetResult(cx->db->conn));
	return so_far;
}

enum rc
pipe_flush(struct pipe *p)
{
	struct db *db = p->cx->db;
	enum rc rc = RC_OK;

	if (p->broken || db->conn == NULL || PQpipelineSync(db->conn) != 1)
		return connection_failed(p->cx);
	for (int i = 0; i < p->n && db->conn != NULL; i++) {
		if (p->step[i].prepares)
			rc = read_prepare(p->cx, p->step[i].q, rc);
		if (db->conn != NULL)
			rc = read_rows(p->cx, p->step[i].q, &p->rows[i], rc);
	}
	if (db->conn != NULL)
		rc = read_sync(p->cx, rc);
	return rc;
}

enum rc
db_run_params(struct cx *cx, const struct stmt *q, struct rows *out, const struct param *params)
{
	struct pipe p;

	pipe_init(&p, cx);
	pipe_queue_params(&p, q, params);
	TRY(pipe_flush(&p));
	if (out != NULL)
		*out = p.rows[0];
	return RC_OK;
}

const char *
row_text(const struct rows *rows, int row, const char *column)
{
	const int at = PQfnumber(rows->result, column);

	assert(at >= 0 && row < rows->n);
	return PQgetisnull(rows->result, row, at) ? NULL : PQgetvalue(rows->result, row, at);
}

int64_t
row_i64(const struct rows *rows, int row, const char *column)
{
	const char *text = row_text(rows, row, column);
	int64_t value = 0;

	if (text != NULL && !str_i64(str_of(text), INT64_MIN, INT64_MAX, &value))
		assert(!"the column is not an integer");
	return value;
}

bool
row_bool(const struct rows *rows, int row, const char *column)
{
	const char *text = row_text(rows, row, column);

	return text != NULL && text[0] == 't';
}
