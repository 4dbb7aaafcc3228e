/*
 * secret: what a browser holds in a cookie is stored by its SHA-256 alone.
 */
#ifndef ACCOUNT_SECRET_H
#define ACCOUNT_SECRET_H

#include "sys/db.h"

/* The hash of a browser's secret, as a statement's parameter; lives on the cx. */
struct param secret_hash(struct cx *cx, const char *secret);

#endif
