/*
 * cookie: the cookies. Which name they carry depends on the scheme of
 * APP_URL: browsers accept the __Host- prefix on https only, and locally the port
 * keeps two stacks on one machine apart.
 */
#ifndef WEB_COOKIE_H
#define WEB_COOKIE_H

#include "web/req.h"

/* Cookies are not readable here: nginx cuts the values out and hands them over by name. */
void cookie_set_session(struct req *rq, const char *token);
void cookie_clear_session(struct req *rq);
void cookie_set_presession(struct req *rq, const char *token);
void cookie_clear_presession(struct req *rq);

/* Binds a sign-in through the external system to its browser, for 10 minutes. */
void cookie_set_login(struct req *rq, const char *token);
void cookie_clear_login(struct req *rq);

/* XSRF-TOKEN, readable by the page. */
void cookie_set_csrf(struct req *rq, const char *token);

#endif
