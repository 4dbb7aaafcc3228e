/*
 * oauth: the way out to the external system, and the way back.
 */
#include "account/oauth.h"

#include <string.h>

#include "account/msg.h"
#include "account/session.h"
#include "base/conf.h"
#include "base/log.h"
#include "cgi/login/handlers.h"
#include "sys/tx.h"
#include "web/cookie.h"
#include "web/reply.h"
#include "web/signin.h"

enum rc
get_redirect(struct req *rq)
{
	struct oauth_start start;

	if (!conf_has_oauth())
		return fault(rq->cx, RC_NOT_FOUND, "no external system is configured");
	TRY(oauth_begin(rq->cx, &start));
	cookie_set_login(rq, start.cookie);
	return reply_redirect(rq, start.url);
}

/* The cause goes to the log, a German sentence and the way to try again to the person. */
static enum rc
refuse(struct req *rq, enum rc rc, const char *problem)
{
	char cause[400];

	log_line(LOG_WARN, "event=login_refused rid=%s rc=%s msg=%s", rq->id, rc_name(rc),
	    log_quote(
		cause, sizeof(cause), rq->cx->fault.cause == NULL ? "" : rq->cx->fault.cause));
	fault_clear(rq->cx);
	return signin_page(rq, reply_status(rc), problem);
}

static enum rc
sign_in(struct req *rq, const struct person *person, struct session_cookies *cookies)
{
	int64_t account_id;

	TRY(account_sign_in(rq->cx, person, &account_id));
	return session_start(rq->cx, account_id, req_param(rq, "SID"), cookies);
}

/* Who came back, and whether they may enter; problem says in German why not. */
static enum rc
ask_who(struct req *rq, const char *verifier, struct person *person, const char **problem)
{
	const char *code = req_query(rq, "code");

	*problem = MSG_LOGIN_DENIED;
	if (req_query(rq, "error") != NULL)
		return fault(rq->cx, RC_FORBIDDEN, "denied there");
	*problem = MSG_LOGIN_UPSTREAM;
	if (code == NULL || *code == '\0')
		return fault(rq->cx, RC_UPSTREAM, "came back without a code");
	TRY(oauth_person(rq->cx, code, verifier, person));
	*problem = MSG_LOGIN_GROUPS;
	if (!oauth_may_enter(rq->cx, person))
		return fault(rq->cx, RC_FORBIDDEN, "in none of the allowed groups");
	return RC_OK;
}

enum rc
get_callback(struct req *rq)
{
	struct session_cookies cookies;
	struct person person;
	const char *verifier;
	const char *problem = MSG_LOGIN_STALE;
	enum rc rc =
	    oauth_take(rq->cx, req_param(rq, "LOGIN_ID"), req_query(rq, "state"), &verifier);

	cookie_clear_login(rq);
	if (rc == RC_OK)
		rc = ask_who(rq, verifier, &person, &problem);
	if (rc == RC_STALE_TOKEN || rc == RC_FORBIDDEN || rc == RC_UPSTREAM)
		return refuse(rq, rc, problem);
	TRY(rc);
	TRY(tx_begin(rq->cx));
	TRY(tx_end(rq->cx, sign_in(rq, &person, &cookies)));
	cookie_set_session(rq, cookies.token);
	cookie_clear_presession(rq);
	cookie_set_csrf(rq, cookies.csrf_token);
	return reply_redirect(rq, "/");
}
