/*
 * worker: one request after the other: read, find the route, pass the gate, run
 * the handler, end the transaction, answer, log, forget everything.
 */
#include "web/worker.h"

#include <assert.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/conf.h"
#include "base/log.h"
#include "base/str.h"
#include "sys/db.h"
#include "sys/tx.h"
#include "web/fcgi.h"
#include "web/gate.h"
#include "web/reply.h"
#include "web/shell.h"

enum {
	PROCESS_MEMORY = 512 << 20, /* bytes of address space; a worker at rest maps 60 MB */
	BODY_MAX = 1 << 20          /* bytes that nginx lets through on JSON locations */
};

struct worker {
	const struct route *routes;
	size_t n;
	struct db *db;
};

/* The body is read also where it is refused: an unread one would hold up the connection. */
static enum rc
read_body(struct req *rq)
{
	const char *length = req_param(rq, "CONTENT_LENGTH");
	const size_t limit = rq->route == NULL ? 0 : rq->route->body_max;
	int64_t n = 0;
	char *p;

	if (*length != '\0' && !str_i64(str_of(length), 0, BODY_MAX, &n))
		return fault(rq->cx, RC_TOO_LARGE, "body of %s bytes", length);
	if (n == 0)
		return RC_OK;
	p = mem_need(talloc_size(rq->cx->mem, (size_t)n));
	rq->body = (struct str){ p, fcgi_read(rq->call, p, (size_t)n) };
	if (rq->route != NULL && (size_t)n > limit)
		return fault(rq->cx, RC_TOO_LARGE, "body of %s bytes, limit %zu", length, limit);
	return RC_OK;
}

/* Two slashes in front would name another host where the page is told its own address. */
static const char *
own_address(const char *url)
{
	while (url[0] == '/' && (url[1] == '/' || url[1] == '\\'))
		url++;
	return url[0] == '/' ? url : "/";
}

static void
read_request(struct req *rq)
{
	const char *session = req_param(rq, "AUTH_SESSION");

	rq->method = method_parse(req_param(rq, "REQUEST_METHOD"));
	rq->path = req_param(rq, "PATH_URI");
	rq->url = own_address(req_param(rq, "REQUEST_URI"));
	rq->query = req_param(rq, "QUERY_STRING");
	rq->id = req_param(rq, "REQUEST_ID");
	if (!str_i64(str_of(session), 1, INT64_MAX, &rq->session_id))
		rq->session_id = 0;
}

static enum rc
write_once(struct req *rq)
{
	enum rc rc = gate_write(rq);

	if (rc == RC_OK)
		rc = rq->route->handler(rq);
	return tx_end(rq->cx, rc);
}

/* A transaction that the server undid is run once more; its input is still at hand. */
static enum rc
run_write(struct req *rq)
{
	enum rc rc = write_once(rq);

	if (rc == RC_OK || !rq->cx->fault.again)
		return rc;
	fault_clear(rq->cx);
	reply_reset(rq, 500);
	return write_once(rq);
}

static enum rc
run(struct req *rq)
{
	TRY(read_body(rq));
	if (rq->route == NULL)
		return fault(rq->cx, RC_NOT_FOUND, "no route");
	if (rq->route->auth == AUTH_USER && rq->session_id == 0)
		return fault(rq->cx, RC_NO_LOGIN, "no session");
	if (rq->route->tx == TX_WRITE)
		return run_write(rq);
	return rq->route->handler(rq);
}

static long
elapsed_us(const struct timespec *since)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - since->tv_sec) * 1000000 + (now.tv_nsec - since->tv_nsec) / 1000;
}

static void
log_request(const struct req *rq, enum rc rc, long us)
{
	const char *pattern = rq->route == NULL ? "-" : rq->route->pattern;
	const enum log_level level = rc == RC_INTERNAL ? LOG_ERROR : LOG_INFO;
	char cause[600];

	if (rc == RC_OK)
		log_line(level, "rid=%s method=%s route=%s status=%d us=%ld rc=ok", rq->id,
		    method_name(rq->method), pattern, rq->reply.status, us);
	else
		log_line(level, "rid=%s method=%s route=%s status=%d us=%ld rc=%s msg=%s", rq->id,
		    method_name(rq->method), pattern, rq->reply.status, us, rc_name(rc),
		    log_quote(cause, sizeof(cause),
			rq->cx->fault.cause == NULL ? "" : rq->cx->fault.cause));
}

static bool
serve(struct fcgi_call *call, void *arg)
{
	struct worker *w = arg;
	struct cx cx = { .mem = mem_context(), .db = w->db };
	struct req rq = { .cx = &cx, .call = call };
	struct timespec start;
	enum rc rc;

	clock_gettime(CLOCK_MONOTONIC, &start);
	read_request(&rq);
	rq.route = route_find(w->routes, w->n, rq.method, rq.path, rq.arg);
	reply_reset(&rq, 500);
	rc = run(&rq);
	if (rc != RC_OK)
		reply_fault(&rq, rc);
	else /* nobody's data leaves without the session's row having been read */
		assert(rq.route->auth != AUTH_USER || rq.account_id != 0);
	reply_send(&rq);
	log_request(&rq, rc, elapsed_us(&start));
	talloc_free(cx.mem);
	return !db_is_lost(w->db);
}

static bool
routes_are_complete(const struct route *routes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *why = route_complaint(&routes[i]);

		if (why == NULL)
			continue;
		log_line(LOG_ERROR, "event=bad_route row=%zu why=\"%s\"", i, why);
		return false;
	}
	return true;
}

/* Sanitizers map terabytes of shadow memory, so they get no limit. */
static void
limit_memory(void)
{
#ifndef __SANITIZE_ADDRESS__
	const struct rlimit limit = { PROCESS_MEMORY, PROCESS_MEMORY };

	if (setrlimit(RLIMIT_AS, &limit) != 0)
		log_line(LOG_WARN, "event=no_memory_limit");
#endif
}

int
worker_run(const char *prog, int argc, char **argv, const struct route *routes, size_t n)
{
	struct worker w = { .routes = routes, .n = n };
	int status;

	log_name(prog);
	if (!routes_are_complete(routes, n))
		return 70; /* EX_SOFTWARE */
	if (argc == 2 && strcmp(argv[1], "--routes") == 0) {
		route_print(routes, n);
		return 0;
	}
	conf_load();
	if (!shell_load(conf_text(CONF_WEB_DIR)))
		return 78; /* EX_CONFIG */
	limit_memory();
	w.db = db_new(NULL, conf_text(CONF_DATABASE_URL));
	status = fcgi_loop(serve, &w);
	talloc_free(w.db);
	return status;
}
