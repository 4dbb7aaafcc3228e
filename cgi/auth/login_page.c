/*
 * login_page: the one page that needs no session, and signing out.
 */
#include "account/session.h"
#include "base/conf.h"
#include "cgi/auth/handlers.h"
#include "web/cookie.h"
#include "web/gate.h"
#include "web/page.h"
#include "web/reply.h"

enum rc
get_login(struct req *rq)
{
	struct session session;
	struct page pg;
	const enum rc rc = session_find(rq->cx, req_param(rq, "SID"), &session);

	if (rc == RC_OK)
		return reply_redirect(rq, "/");
	if (rc != RC_NO_LOGIN)
		return rc;
	fault_clear(rq->cx);
	rq->csrf_token = gate_anonymous_token(rq);
	page_begin(&pg, rq, "login");
	page_text(&pg, "providerName", conf_text(CONF_EXT_NAME));
	page_bool(&pg, "devLogin", !conf_is_production());
	return page_send(&pg);
}

enum rc
post_logout(struct req *rq)
{
	TRY(session_end(rq->cx, rq->session_id));
	cookie_clear_session(rq);
	return reply_redirect(rq, "/login");
}
