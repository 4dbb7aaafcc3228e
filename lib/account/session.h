/*
 * session: a browser that is signed in. The browser holds a random text in a
 * cookie, the database its SHA-256; signing out deletes the row.
 */
#ifndef ACCOUNT_SESSION_H
#define ACCOUNT_SESSION_H

#include <stdint.h>

#include "base/cx.h"

/* What the session check tells nginx. */
struct session {
	int64_t id;
	const char *csrf_token;
};

/* What a new session hands to the browser; texts live on the cx. */
struct session_cookies {
	const char *token;      /* the secret, for the HttpOnly cookie */
	const char *csrf_token; /* readable by the page */
};

/* Session of a cookie's text; RC_NO_LOGIN where there is none. Notes its use, hourly at most. */
MUST_USE enum rc session_find(struct cx *cx, const char *token, struct session *out);

/* Signs the account in; an older session of the same browser (its cookie, or NULL) ends. */
MUST_USE enum rc session_start(
    struct cx *cx, int64_t account_id, const char *old_token, struct session_cookies *out);

/* Signs out; the row is gone afterwards, also where it was gone before. */
MUST_USE enum rc session_end(struct cx *cx, int64_t id);

/* Leaves a German message of kind success, error or info for the next full page. */
MUST_USE enum rc session_flash(struct cx *cx, int64_t id, const char *kind, const char *text);

#endif
