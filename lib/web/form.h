/*
 * form: reads the fields of a JSON body. All faults are collected, one German
 * sentence per field; form_done refuses fields that nobody asked for.
 */
#ifndef WEB_FORM_H
#define WEB_FORM_H

#include <stdint.h>

#include "base/cx.h"
#include "base/str.h"

struct req;

struct form;

/* Opens the request's JSON body. A body that cannot be read is a fault of form_done. */
struct form *form_json(struct req *rq);

/* Opens a JSON text. */
struct form *form_open(struct cx *cx, struct str json);

/* A required text of min to max characters. */
void form_text(struct form *f, const char *field, const char **out, size_t min, size_t max);

/* A required whole number. */
void form_i64(struct form *f, const char *field, int64_t *out, int64_t min, int64_t max);

/* An optional whole number; *out keeps its value where the field is absent or null. */
void form_i64_opt(struct form *f, const char *field, int64_t *out, int64_t min, int64_t max);

/* RC_OK where every field was fine and none was left over. Fields are written only as they pass. */
MUST_USE enum rc form_done(struct form *f);

#endif
