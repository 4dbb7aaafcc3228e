/*
 * Handlers of the program settings.
 */
#ifndef SETTINGS_HANDLERS_H
#define SETTINGS_HANDLERS_H

#include "web/req.h"

enum rc get_settings(struct req *rq);
enum rc put_setting(struct req *rq);

#endif
