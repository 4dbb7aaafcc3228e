/*
 * gate: who may pass. nginx has asked already; here the session's row is read
 * again in the request's own pipeline, so that signing out takes effect at once.
 */
#ifndef WEB_GATE_H
#define WEB_GATE_H

#include "web/req.h"

/* Opens a write: BEGIN and, on a signed-in route, the session's row; then checks the CSRF token. */
MUST_USE enum rc gate_write(struct req *rq);

/* A read that is no page: the session's row, and nothing else. */
MUST_USE enum rc gate_read(struct req *rq);

/* Compares the request's token and origin with what they must be; RC_STALE_TOKEN. */
MUST_USE enum rc gate_csrf(struct req *rq);

/*
 * The token of somebody who is not signed in, bound to the pre-session cookie; the cookie
 * is set where the browser has none yet.
 */
const char *gate_anonymous_token(struct req *rq);

#endif
