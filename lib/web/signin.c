/*
 * signin: see the header.
 */
#include "web/signin.h"

#include "base/conf.h"
#include "web/gate.h"
#include "web/page.h"

enum rc
signin_page(struct req *rq, int status, const char *problem)
{
	struct page pg;

	rq->csrf_token = gate_anonymous_token(rq);
	page_begin(&pg, rq, "login");
	pg.status = status;
	page_text(&pg, "providerName", conf_text(CONF_EXT_NAME));
	page_bool(&pg, "devLogin", !conf_is_production());
	if (conf_has_oauth())
		page_text(&pg, "loginUrl", "/login/redirect");
	if (problem != NULL)
		page_text(&pg, "problem", problem);
	return page_send(&pg);
}
