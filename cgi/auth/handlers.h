/*
 * Handlers of the program auth.
 */
#ifndef AUTH_HANDLERS_H
#define AUTH_HANDLERS_H

#include "web/req.h"

enum rc get_session_check(struct req *rq);
enum rc get_login(struct req *rq);
enum rc get_csrf_token(struct req *rq);
enum rc post_dev_login(struct req *rq);
enum rc post_logout(struct req *rq);

#endif
