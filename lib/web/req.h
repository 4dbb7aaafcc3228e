/*
 * req: one request on its way through a worker, and the answer being built.
 */
#ifndef WEB_REQ_H
#define WEB_REQ_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/cx.h"
#include "base/str.h"
#include "web/route.h"

struct fcgi_call;

/* Built whole, sent once. */
struct reply {
	int status;
	bool nginx_keeps; /* without no-store: the session check's 204, which nginx keeps for 5 s */
	struct buf headers; /* complete lines, each ends in CR LF */
	struct buf body;
};

struct req {
	struct cx *cx;
	struct fcgi_call *call;
	const struct route *route; /* NULL until one fits */
	enum method method;
	const char *path;  /* normalised by nginx; what routes match */
	const char *url;   /* as the browser sent it, with the query */
	const char *query; /* without '?' */
	const char *id;    /* nginx's request id */
	struct str body;   /* at most route->body_max bytes */
	struct route_arg arg[ROUTE_ARGS_MAX];

	int64_t session_id;     /* from nginx's check; 0: signed out */
	int64_t account_id;     /* set once the session's row was read in this request */
	const char *csrf_token; /* the session's, or the one of the pre-session cookie */

	struct reply reply;
};

/* A parameter that nginx passed; "" where absent. Not UTF-8: "" as well. */
const char *req_param(const struct req *rq, const char *name);

/* A visit by the page's own router, which wants the page object alone. */
bool req_is_inertia(const struct req *rq);

/* Errors go out as JSON: an API path, or a client that asks for JSON. */
bool req_wants_json(const struct req *rq);

/* A value of the query string, or NULL. */
const char *req_query(const struct req *rq, const char *key);

#endif
