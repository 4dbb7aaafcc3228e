/*
 * json: reading a body. json-c parses; depth, UTF-8 and NUL are checked here.
 */
#ifndef SYS_JSON_H
#define SYS_JSON_H

#include "base/cx.h"
#include "base/str.h"

struct json_object;

enum { JSON_DEPTH = 16 };

/* Parses a whole text, an array or object, onto cx->mem. RC_INVALID where it is none. */
MUST_USE enum rc json_parse(struct cx *cx, struct str text, struct json_object **out);

#endif
