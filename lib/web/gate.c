/*
 * gate: session row and CSRF token of a write.
 */
#include "web/gate.h"

#include <string.h>

#include "base/conf.h"
#include "q/account.h"
#include "q/tx.h"
#include "sys/crypt.h"
#include "sys/tx.h"
#include "web/cookie.h"

static const char purpose[] = "sakristei sign-in form";

/* The token that belongs to a pre-session cookie: whoever cannot read the cookie cannot make it. */
static const char *
token_of(struct req *rq, const char *presession)
{
	return crypt_mac(rq->cx->mem, presession, purpose);
}

const char *
gate_anonymous_token(struct req *rq)
{
	const char *presession = req_param(rq, "PRESID");

	if (strlen(presession) != CRYPT_SECRET_TEXT) {
		presession = crypt_secret(rq->cx->mem);
		cookie_set_presession(rq, presession);
	}
	return token_of(rq, presession);
}

enum rc
gate_csrf(struct req *rq)
{
	const char *origin = req_param(rq, "HTTP_ORIGIN");

	if (*origin != '\0' && strcmp(origin, conf_text(CONF_APP_URL)) != 0)
		return fault(rq->cx, RC_STALE_TOKEN, "foreign origin");
	if (rq->csrf_token == NULL ||
	    !crypt_equal(rq->csrf_token, req_param(rq, "HTTP_X_XSRF_TOKEN")))
		return fault(rq->cx, RC_STALE_TOKEN, "csrf token does not fit");
	return RC_OK;
}

static enum rc
take_session(struct req *rq, const struct rows *session)
{
	if (session->n == 0)
		return fault(rq->cx, RC_NO_LOGIN, "the session is over");
	rq->account_id = row_i64(session, 0, "account_id");
	rq->csrf_token = row_text(session, 0, "csrf_token");
	return RC_OK;
}

enum rc
gate_read(struct req *rq)
{
	struct rows session;

	TRY(db_run(rq->cx, &q_session_gate, &session, P_I64(rq->session_id)));
	return take_session(rq, &session);
}

/* BEGIN and the session's row in one round trip. */
static enum rc
open_signed_in(struct req *rq)
{
	struct pipe p;

	pipe_init(&p, rq->cx);
	pipe_queue(&p, &q_tx_write);
	pipe_queue(&p, &q_session_gate, P_I64(rq->session_id));
	TRY(pipe_flush(&p));
	TRY(take_session(rq, &p.rows[1]));
	return gate_csrf(rq);
}

enum rc
gate_write(struct req *rq)
{
	const char *presession = req_param(rq, "PRESID");

	if (rq->route->auth == AUTH_USER)
		return open_signed_in(rq);
	if (strlen(presession) == CRYPT_SECRET_TEXT)
		rq->csrf_token = token_of(rq, presession);
	TRY(gate_csrf(rq));
	return tx_begin(rq->cx);
}
