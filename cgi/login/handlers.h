/*
 * Handlers of the program login.
 */
#ifndef LOGIN_HANDLERS_H
#define LOGIN_HANDLERS_H

#include "web/req.h"

enum rc get_redirect(struct req *rq);
enum rc get_callback(struct req *rq);

#endif
