/*
 * httpc: calls to other systems over HTTP. No redirect is followed, so that nothing
 * secret ever goes to a host nobody named; time and size are limited.
 */
#ifndef SYS_HTTPC_H
#define SYS_HTTPC_H

#include "base/cx.h"
#include "base/str.h"

enum {
	HTTPC_CONNECT_SECONDS = 5,
	HTTPC_TOTAL_SECONDS = 15,
	HTTPC_BODY_MAX = 4 << 20 /* bytes of an answer */
};

struct httpc_request {
	const char *url;
	const char *bearer; /* token for Authorization, or NULL */
	const char *form;   /* form-urlencoded body: makes it a POST; NULL: GET */
};

struct httpc_answer {
	long status;
	struct str body;
};

/* Makes the call; any status is an answer. RC_UPSTREAM where none came, or too large a one. */
MUST_USE enum rc
httpc_call(struct cx *cx, const struct httpc_request *request, struct httpc_answer *out);

#endif
