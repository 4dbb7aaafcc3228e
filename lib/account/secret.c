/*
 * secret: see the header.
 */
#include "account/secret.h"

#include <string.h>

#include "sys/crypt.h"

struct param
secret_hash(struct cx *cx, const char *secret)
{
	unsigned char *hash = mem_need(talloc_size(cx->mem, CRYPT_HASH));

	crypt_hash(secret, strlen(secret), hash);
	return P_BYTES(hash, CRYPT_HASH);
}
