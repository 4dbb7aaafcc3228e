/*
 * rc: how a call ended, in the few ways that callers treat differently.
 * The cause is said once, by fault() in base/cx.h, where it is known.
 */
#ifndef BASE_RC_H
#define BASE_RC_H

enum rc {
	RC_OK,
	RC_INVALID,     /* the input breaks a rule; the fields say which */
	RC_NO_LOGIN,    /* nobody is signed in */
	RC_STALE_TOKEN, /* CSRF token or origin does not fit */
	RC_FORBIDDEN,   /* signed in, but this may not be done */
	RC_NOT_FOUND,   /* the row, the route or the file is not there */
	RC_CONFLICT,    /* somebody else changed it in between */
	RC_TOO_LARGE,   /* a stated limit is exceeded */
	RC_BUSY,        /* may work when tried again */
	RC_UPSTREAM,    /* the external system failed */
	RC_INTERNAL,    /* our fault */
	RC__MAX
};

#define MUST_USE     __attribute__((warn_unused_result))
#define PRINTF(f, a) __attribute__((format(printf, f, a)))
#define nelem(a)     (sizeof(a) / sizeof((a)[0]))

/* The only macro that returns: hands a fault to the caller. */
#define TRY(call)                           \
	do {                                \
		const enum rc rc_ = (call); \
		if (rc_ != RC_OK)           \
			return rc_;         \
	} while (0)

/* The code's name as it stands in the log. */
const char *rc_name(enum rc rc);

#endif
