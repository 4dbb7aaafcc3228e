/*
 * cookie: writing Set-Cookie.
 */
#include "web/cookie.h"

#include <string.h>

#include "base/conf.h"
#include "web/reply.h"

/* The port in APP_URL; "80" where it names none (cookies of plain http only). */
static const char *
port(void)
{
	const char *host = conf_text(CONF_APP_URL) + strlen("http://");
	const char *colon = strrchr(host, ':');

	return colon == NULL || strchr(colon, ']') != NULL ? "80" : colon + 1;
}

static void
set(struct req *rq, const char *prefixed, const char *plain, const char *value, const char *attrs)
{
	const bool https = conf_is_https();
	char *name = https ? mem_text(rq->cx->mem, prefixed)
	                   : mem_printf(rq->cx->mem, "%s_%s", plain, port());

	reply_header(rq, "Set-Cookie",
	    mem_printf(rq->cx->mem, "%s=%s; Path=/; HttpOnly; SameSite=Lax%s%s", name, value,
		https ? "; Secure" : "", attrs));
}

void
cookie_set_session(struct req *rq, const char *token)
{
	/* 90 days: the row decides, this is only how long the browser keeps it */
	set(rq, "__Host-sakristei", "sakristei", token, "; Max-Age=7776000");
}

void
cookie_clear_session(struct req *rq)
{
	set(rq, "__Host-sakristei", "sakristei", "", "; Max-Age=0");
}

void
cookie_set_presession(struct req *rq, const char *token)
{
	set(rq, "__Host-sakristei-vor", "sakristei_vor", token, "");
}

void
cookie_clear_presession(struct req *rq)
{
	set(rq, "__Host-sakristei-vor", "sakristei_vor", "", "; Max-Age=0");
}

void
cookie_set_login(struct req *rq, const char *token)
{
	set(rq, "__Host-sakristei-login", "sakristei_login", token, "; Max-Age=600");
}

void
cookie_clear_login(struct req *rq)
{
	set(rq, "__Host-sakristei-login", "sakristei_login", "", "; Max-Age=0");
}

void
cookie_set_csrf(struct req *rq, const char *token)
{
	reply_header(rq, "Set-Cookie",
	    mem_printf(rq->cx->mem, "XSRF-TOKEN=%s; Path=/; SameSite=Lax%s", token,
		conf_is_https() ? "; Secure" : ""));
}
