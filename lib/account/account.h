/*
 * account: a person who signs in.
 */
#ifndef ACCOUNT_ACCOUNT_H
#define ACCOUNT_ACCOUNT_H

#include <stdint.h>

#include "base/cx.h"

enum { ACCOUNT_TEST_MAX = 9 };

/* A person as the external system describes one. */
struct person {
	const char *ext_id;
	const char *name;
	const char *avatar; /* address of a picture, or NULL */
	const char *groups; /* JSON array of names */
	const char *roles;  /* JSON array of names */
};

/* Makes or renews the person's account; its id. */
MUST_USE enum rc account_sign_in(struct cx *cx, const struct person *person, int64_t *id);

/* The same for the test person with the given number, 1 to ACCOUNT_TEST_MAX. */
MUST_USE enum rc account_test_person(struct cx *cx, int64_t number, int64_t *id);

#endif
