/*
 * apilog: calls to the external system, each kept as a row with what was sent and what
 * came back. Secrets never reach the row.
 */
#ifndef APILOG_APILOG_H
#define APILOG_APILOG_H

#include "base/str.h"
#include "sys/httpc.h"

enum { APILOG_BODY_MAX = 500000 /* bytes kept of an answer */ };

/*
 * Makes the call and writes its row, in no transaction of the caller's. A row that cannot
 * be written is a warning in the log, not the call's fault.
 */
MUST_USE enum rc
apilog_call(struct cx *cx, const struct httpc_request *request, struct httpc_answer *out);

/* The text with the values of secret fields replaced: of a query or form, and of JSON, cut or whole. */
const char *apilog_redact_form(TALLOC_CTX *ctx, const char *text);
const char *apilog_redact_json(TALLOC_CTX *ctx, const char *text);

#endif
