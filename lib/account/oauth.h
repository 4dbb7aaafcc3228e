/*
 * oauth: signing in through the external system, OAuth 2.0 authorization code with
 * PKCE (RFC 6749, RFC 7636). An attempt is bound to its browser by a short cookie.
 * Addresses and fields are those of ChurchTools: /oauth/authorize, /oauth/access_token,
 * /oauth/userinfo; the client is public and has no secret.
 */
#ifndef ACCOUNT_OAUTH_H
#define ACCOUNT_OAUTH_H

#include <stdbool.h>

#include "account/account.h"
#include "base/cx.h"
#include "base/str.h"

/* Where to send the browser, and the cookie that it takes along. */
struct oauth_start {
	const char *url;
	const char *cookie;
};

/* Begins an attempt. */
MUST_USE enum rc oauth_begin(struct cx *cx, struct oauth_start *out);

/* Ends the attempt of this cookie and hands out its verifier; RC_STALE_TOKEN where it is none. */
MUST_USE enum rc
oauth_take(struct cx *cx, const char *cookie, const char *state, const char **verifier);

/* Asks the external system who came back with this code. Outside of any transaction. RC_UPSTREAM. */
MUST_USE enum rc
oauth_person(struct cx *cx, const char *code, const char *verifier, struct person *out);

/* The person is in one of EXT_ALLOWED_GROUPS, or everybody may enter. */
bool oauth_may_enter(struct cx *cx, const struct person *person);

/* What userinfo says, as a person; RC_UPSTREAM where id or name are missing. */
MUST_USE enum rc oauth_read_person(struct cx *cx, struct str body, struct person *out);

#endif
