/*
 * Foreign bytes in a log line.
 */
#include "unit/unit.h"

#include "base/log.h"

static const struct {
	const char *text;
	const char *quoted;
} values[] = {
	{ "", "\"\"" },
	{ "abc", "\"abc\"" },
	{ "a\nlevel=error b", "\"a\\x0alevel=error b\"" },
	{ "say \"x\"", "\"say \\\"x\\\"\"" },
	{ "back\\slash", "\"back\\\\slash\"" },
};

START_TEST(a_quoted_value_stays_one_value)
{
	char dst[64];

	ck_assert_str_eq(log_quote(dst, sizeof(dst), values[_i].text), values[_i].quoted);
}
END_TEST

START_TEST(a_long_value_is_cut_with_a_mark)
{
	char dst[32];
	char src[200];

	memset(src, 'x', sizeof(src) - 1);
	src[sizeof(src) - 1] = '\0';
	log_quote(dst, sizeof(dst), src);
	ck_assert_uint_lt(strlen(dst), sizeof(dst));
	ck_assert_ptr_nonnull(strstr(dst, "\xe2\x80\xa6\""));
}
END_TEST

Suite *
log_suite(void)
{
	Suite *s = suite_create("log");

	unit_loop(s, a_quoted_value_stays_one_value, values);
	unit_add(s, a_long_value_is_cut_with_a_mark);
	return s;
}
