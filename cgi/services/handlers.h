/*
 * Handlers of the program services.
 */
#ifndef SERVICES_HANDLERS_H
#define SERVICES_HANDLERS_H

#include "web/req.h"

enum rc get_home(struct req *rq);
enum rc get_services(struct req *rq);

#endif
