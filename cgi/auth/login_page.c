/*
 * login_page: the one page that needs no session, and signing out.
 */
#include "account/session.h"
#include "cgi/auth/handlers.h"
#include "web/cookie.h"
#include "web/reply.h"
#include "web/signin.h"

enum rc
get_login(struct req *rq)
{
	struct session session;
	const enum rc rc = session_find(rq->cx, req_param(rq, "SID"), &session);

	if (rc == RC_OK)
		return reply_redirect(rq, "/");
	if (rc != RC_NO_LOGIN)
		return rc;
	fault_clear(rq->cx);
	return signin_page(rq, 200, NULL);
}

enum rc
post_logout(struct req *rq)
{
	TRY(session_end(rq->cx, rq->session_id));
	cookie_clear_session(rq);
	return reply_redirect(rq, "/login");
}
