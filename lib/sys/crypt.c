/*
 * crypt: OpenSSL does the work; a failing random source ends the process.
 */
#include "sys/crypt.h"

#include <string.h>
#include <unistd.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include "base/enc.h"
#include "base/log.h"

static void __attribute__((noreturn)) broken(const char *what)
{
	log_line(LOG_ERROR, "event=crypto_failed what=%s", what);
	_exit(70); /* EX_SOFTWARE */
}

char *
crypt_secret(TALLOC_CTX *ctx)
{
	unsigned char bytes[CRYPT_SECRET];

	if (RAND_bytes(bytes, sizeof(bytes)) != 1)
		broken("random");
	return base64url(ctx, bytes, sizeof(bytes));
}

void
crypt_hash(const void *p, size_t n, unsigned char out[CRYPT_HASH])
{
	if (EVP_Digest(p, n, out, NULL, EVP_sha256(), NULL) != 1)
		broken("sha256");
}

char *
crypt_mac(TALLOC_CTX *ctx, const char *key, const char *text)
{
	unsigned char out[CRYPT_HASH];
	unsigned n = 0;

	if (HMAC(EVP_sha256(), key, (int)strlen(key), (const unsigned char *)text, strlen(text),
		out, &n) == NULL ||
	    n != sizeof(out))
		broken("hmac");
	return base64url(ctx, out, sizeof(out));
}

bool
crypt_equal(const char *a, const char *b)
{
	const size_t n = strlen(a);

	return strlen(b) == n && CRYPTO_memcmp(a, b, n) == 0;
}
