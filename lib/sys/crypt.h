/*
 * crypt: random secrets, their hashes, and comparing them without a clock to read.
 */
#ifndef SYS_CRYPT_H
#define SYS_CRYPT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/mem.h"

enum {
	CRYPT_HASH = 32,       /* bytes of a SHA-256 */
	CRYPT_SECRET = 32,     /* bytes of a secret: 256 bits */
	CRYPT_SECRET_TEXT = 43 /* characters of a secret in base64url */
};

/* A new secret as base64url text, on ctx. */
char *crypt_secret(TALLOC_CTX *ctx);

/* SHA-256 of n bytes. */
void crypt_hash(const void *p, size_t n, unsigned char out[CRYPT_HASH]);

/* HMAC-SHA-256 of text under key, as base64url on ctx. */
char *crypt_mac(TALLOC_CTX *ctx, const char *key, const char *text);

/* Equal texts; the time taken depends on the length of a only. */
bool crypt_equal(const char *a, const char *b);

#endif
