/*
 * signin: the login page, as the first thing people see and as the answer to a
 * sign-in that did not work.
 */
#ifndef WEB_SIGNIN_H
#define WEB_SIGNIN_H

#include "web/req.h"

/* The login page; problem is a German sentence above the buttons, or NULL. */
MUST_USE enum rc signin_page(struct req *rq, int status, const char *problem);

#endif
