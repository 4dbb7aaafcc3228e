/*
 * rc: names of the outcomes, for the log.
 */
#include "base/rc.h"

static const char *const names[RC__MAX] = {
	[RC_OK] = "ok",
	[RC_INVALID] = "invalid",
	[RC_NO_LOGIN] = "no_login",
	[RC_STALE_TOKEN] = "stale_token",
	[RC_FORBIDDEN] = "forbidden",
	[RC_NOT_FOUND] = "not_found",
	[RC_CONFLICT] = "conflict",
	[RC_TOO_LARGE] = "too_large",
	[RC_BUSY] = "busy",
	[RC_UPSTREAM] = "upstream",
	[RC_INTERNAL] = "internal",
};

const char *
rc_name(enum rc rc)
{
	return names[rc];
}
