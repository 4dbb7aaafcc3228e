/*
 * dev_login: signs a test person in, on local and testing stacks only.
 */
#include "account/account.h"
#include "account/session.h"
#include "base/conf.h"
#include "cgi/auth/handlers.h"
#include "web/cookie.h"
#include "web/form.h"
#include "web/reply.h"

enum rc
post_dev_login(struct req *rq)
{
	struct session_cookies cookies;
	int64_t person = 1;
	int64_t account_id;
	struct form *f;

	if (conf_is_production())
		return fault(rq->cx, RC_NOT_FOUND, "no test sign-in in production");
	f = form_json(rq);
	form_i64_opt(f, "user", &person, 1, ACCOUNT_TEST_MAX);
	TRY(form_done(f));
	TRY(account_test_person(rq->cx, person, &account_id));
	TRY(session_start(rq->cx, account_id, req_param(rq, "SID"), &cookies));
	cookie_set_session(rq, cookies.token);
	cookie_clear_presession(rq);
	cookie_set_csrf(rq, cookies.csrf_token);
	return reply_redirect(rq, "/");
}
