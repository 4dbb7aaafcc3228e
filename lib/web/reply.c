/*
 * reply: see the header. Page answers are never kept by a cache, and the page
 * object and the document of the same address are told apart by Vary.
 */
#include "web/reply.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/enc.h"
#include "sys/rows_json.h"
#include "web/constraint.h"
#include "web/fcgi.h"
#include "web/msg.h"
#include "web/page.h"

static const struct {
	int status;
	const char *text;
} outcome[RC__MAX] = {
	[RC_OK] = { 200, "" },
	[RC_INVALID] = { 422, MSG_CHECK_FIELDS },
	[RC_NO_LOGIN] = { 401, MSG_NO_LOGIN },
	[RC_STALE_TOKEN] = { 419, MSG_STALE_TOKEN },
	[RC_FORBIDDEN] = { 403, MSG_FORBIDDEN },
	[RC_NOT_FOUND] = { 404, MSG_NOT_FOUND },
	[RC_CONFLICT] = { 409, MSG_CHANGED },
	[RC_TOO_LARGE] = { 413, MSG_TOO_LARGE },
	[RC_BUSY] = { 503, MSG_BUSY },
	[RC_UPSTREAM] = { 502, MSG_UPSTREAM },
	[RC_INTERNAL] = { 500, MSG_INTERNAL },
};

int
reply_status(enum rc rc)
{
	return outcome[rc].status;
}

void
reply_reset(struct req *rq, int status)
{
	rq->reply.status = status;
	rq->reply.nginx_keeps = false;
	buf_init(&rq->reply.headers, rq->cx->mem, 512);
	buf_init(&rq->reply.body, rq->cx->mem, 4096);
}

void
reply_header(struct req *rq, const char *name, const char *value)
{
	assert(strpbrk(value, "\r\n") == NULL);
	buf_printf(&rq->reply.headers, "%s: %s\r\n", name, value);
}

enum rc
reply_empty(struct req *rq, int status)
{
	rq->reply.status = status;
	return RC_OK;
}

enum rc
reply_redirect(struct req *rq, const char *location)
{
	rq->reply.status = 303;
	reply_header(rq, "Location", location);
	return RC_OK;
}

static void
content_json(struct req *rq, int status)
{
	rq->reply.status = status;
	reply_header(rq, "Content-Type", "application/json");
}

enum rc
reply_row(struct req *rq, int status, const struct rows *rows, int row)
{
	content_json(rq, status);
	rows_json_one(&rq->reply.body, rows, row);
	return RC_OK;
}

/* "errors":{"title":["…"],…}; one field can break several rules */
static void
errors_json(struct buf *b, const struct fault_field *fields)
{
	buf_text(b, "{");
	for (const struct fault_field *f = fields; f != NULL; f = f->next) {
		bool seen = false;

		for (const struct fault_field *e = fields; e != f && !seen; e = e->next)
			seen = strcmp(e->field, f->field) == 0;
		if (seen)
			continue;
		if (f != fields)
			buf_text(b, ",");
		json_text(b, str_of(f->field));
		buf_text(b, ":[");
		json_text(b, str_of(f->text));
		for (const struct fault_field *e = f->next; e != NULL; e = e->next) {
			if (strcmp(e->field, f->field) != 0)
				continue;
			buf_text(b, ",");
			json_text(b, str_of(e->text));
		}
		buf_text(b, "]");
	}
	buf_text(b, "}");
}

static const char *
message_of(const struct req *rq, enum rc rc)
{
	return rq->cx->fault.message != NULL ? rq->cx->fault.message : outcome[rc].text;
}

static void
fault_json(struct req *rq, enum rc rc)
{
	const struct fault *found = &rq->cx->fault;
	struct buf *b = &rq->reply.body;

	content_json(rq, outcome[rc].status);
	buf_text(b, "{\"message\":");
	json_text(b, str_of(message_of(rq, rc)));
	buf_text(b, ",\"errors\":");
	errors_json(b, found->fields);
	if (found->current != NULL) {
		buf_text(b, ",\"current\":");
		buf_text(b, found->current);
	}
	buf_text(b, ",\"id\":");
	json_text(b, str_of(rq->id));
	buf_text(b, "}");
}

/* A page's visitor goes to the login page; the page's own router is told so by a 409. */
static void
to_login(struct req *rq)
{
	if (!req_is_inertia(rq)) {
		reply_redirect(rq, "/login");
		return;
	}
	rq->reply.status = 409;
	reply_header(rq, "X-Inertia-Location", "/login");
}

/* A violated constraint becomes its field's message; one that the table misses is our fault. */
static enum rc
name_constraint(struct req *rq)
{
	const char *name = rq->cx->fault.constraint;
	const struct constraint *c = name == NULL ? NULL : constraint_find(name);

	if (name != NULL && c == NULL)
		return RC_INTERNAL;
	return c == NULL ? RC_INVALID : fault_field(rq->cx, c->field, c->text);
}

void
reply_fault(struct req *rq, enum rc rc)
{
	if (rc == RC_INVALID)
		rc = name_constraint(rq);
	reply_reset(rq, outcome[rc].status);
	if (req_wants_json(rq) || (rq->method != GET && rc != RC_NO_LOGIN))
		fault_json(rq, rc);
	else if (rc == RC_NO_LOGIN)
		to_login(rq);
	else
		page_error(rq, outcome[rc].status, message_of(rq, rc));
}

void
reply_send(struct req *rq)
{
	char head[128];
	const int n = snprintf(head, sizeof(head), "Status: %d\r\n%sContent-Length: %zu\r\n",
	    rq->reply.status, rq->reply.nginx_keeps ? "" : "Cache-Control: no-store\r\n",
	    rq->reply.body.n);

	fcgi_write(rq->call, head, (size_t)n);
	fcgi_write(rq->call, rq->reply.headers.p, rq->reply.headers.n);
	fcgi_write(rq->call, "\r\n", 2);
	fcgi_write(rq->call, rq->reply.body.p, rq->reply.body.n);
}
