/*
 * account: a person who signs in.
 */
#ifndef ACCOUNT_ACCOUNT_H
#define ACCOUNT_ACCOUNT_H

#include <stdint.h>

#include "base/cx.h"

enum { ACCOUNT_TEST_MAX = 9 };

/* Makes the test person with the given number (1 to ACCOUNT_TEST_MAX) where missing; its id. */
MUST_USE enum rc account_test_person(struct cx *cx, int64_t number, int64_t *id);

#endif
