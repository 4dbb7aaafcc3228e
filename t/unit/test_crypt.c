/*
 * Secrets and hashes.
 */
#include "unit/unit.h"

#include "sys/crypt.h"

START_TEST(secrets_are_long_and_differ)
{
	struct cx *cx = unit_cx();
	const char *a = crypt_secret(cx->mem);
	const char *b = crypt_secret(cx->mem);

	ck_assert_uint_eq(strlen(a), CRYPT_SECRET_TEXT);
	ck_assert_str_ne(a, b);
	unit_done(cx);
}
END_TEST

START_TEST(the_hash_is_sha_256)
{
	static const unsigned char abc[] = { 0xba, 0x78, 0x16, 0xbf }; /* FIPS 180-4, "abc" */
	unsigned char out[CRYPT_HASH];

	crypt_hash("abc", 3, out);
	ck_assert_mem_eq(out, abc, sizeof(abc));
}
END_TEST

START_TEST(a_mac_depends_on_key_and_text)
{
	struct cx *cx = unit_cx();

	ck_assert_str_eq(crypt_mac(cx->mem, "k", "t"), crypt_mac(cx->mem, "k", "t"));
	ck_assert_str_ne(crypt_mac(cx->mem, "k", "t"), crypt_mac(cx->mem, "l", "t"));
	ck_assert_str_ne(crypt_mac(cx->mem, "k", "t"), crypt_mac(cx->mem, "k", "u"));
	unit_done(cx);
}
END_TEST

START_TEST(equal_is_equal_and_nothing_else)
{
	ck_assert(crypt_equal("abc", "abc"));
	ck_assert(!crypt_equal("abc", "abd"));
	ck_assert(!crypt_equal("abc", "ab"));
	ck_assert(!crypt_equal("abc", ""));
	ck_assert(!crypt_equal("", "a"));
}
END_TEST

Suite *
crypt_suite(void)
{
	Suite *s = suite_create("crypt");

	unit_add(s, secrets_are_long_and_differ);
	unit_add(s, the_hash_is_sha_256);
	unit_add(s, a_mac_depends_on_key_and_text);
	unit_add(s, equal_is_equal_and_nothing_else);
	return s;
}
