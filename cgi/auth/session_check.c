/*
 * session_check: 204 with the session's number, or 401. The 204 carries no cookie
 * and no no-store, else nginx would not keep it.
 */
#include "account/session.h"
#include "cgi/auth/handlers.h"
#include "web/cookie.h"
#include "web/gate.h"
#include "web/reply.h"

enum rc
get_session_check(struct req *rq)
{
	struct session session;
	const enum rc rc = session_find(rq->cx, req_param(rq, "SID"), &session);

	if (rc == RC_NO_LOGIN)
		return reply_empty(rq, 401); /* nginx says where to go from here */
	TRY(rc);
	reply_header(rq, "X-Session", mem_printf(rq->cx->mem, "%lld", (long long)session.id));
	rq->reply.nginx_keeps = true;
	return reply_empty(rq, 204);
}

/* A fresh token for whoever asks: the page fetches it after a 419 and repeats its write. */
enum rc
get_csrf_token(struct req *rq)
{
	struct session session;
	const enum rc rc = session_find(rq->cx, req_param(rq, "SID"), &session);

	if (rc != RC_OK && rc != RC_NO_LOGIN)
		return rc;
	fault_clear(rq->cx);
	cookie_set_csrf(rq, rc == RC_OK ? session.csrf_token : gate_anonymous_token(rq));
	return reply_empty(rq, 204);
}
