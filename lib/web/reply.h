/*
 * reply: the answer is built whole, then sent; and the one place where a fault
 * becomes a status and a German text.
 */
#ifndef WEB_REPLY_H
#define WEB_REPLY_H

#include "sys/db.h"
#include "web/req.h"

/* Begins the answer anew: nothing of an earlier attempt stays. */
void reply_reset(struct req *rq, int status);

/* Adds a header line; value must not hold line breaks. */
void reply_header(struct req *rq, const char *name, const char *value);

/* No body. Returns RC_OK, as the calls below do, to end a handler with. */
enum rc reply_empty(struct req *rq, int status);

/* 303 See Other: after a write, or where another page is meant. */
enum rc reply_redirect(struct req *rq, const char *location);

/* One row as a JSON object. */
enum rc reply_row(struct req *rq, int status, const struct rows *rows, int row);

/* The fault as an answer: JSON, an error page, or the way to the login page. */
void reply_fault(struct req *rq, enum rc rc);

/* HTTP status of an outcome. */
int reply_status(enum rc rc);

/* Sends the answer. */
void reply_send(struct req *rq);

#endif
