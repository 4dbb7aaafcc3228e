/*
 * What reaches the log of calls, and what does not.
 */
#include "unit/unit.h"

#include "apilog/apilog.h"
#include "base/enc.h"

static const struct {
	const char *text, *redacted;
} forms[] = {
	{ "", "" },
	{ "grant_type=x&code=abc&client_id=d&code_verifier=e",
	    "grant_type=x&code=[redacted]&client_id=d&code_verifier=[redacted]" },
	{ "code", "code" },
	{ "code=", "code=[redacted]" },
	{ "xcode=1&codex=2", "xcode=1&codex=2" },
	{ "https://x/y?code=1&page=2", "https://x/y?code=[redacted]&page=2" },
	{ "https://x/code=1", "https://x/code=1" },
};

START_TEST(secrets_of_a_form_are_replaced)
{
	struct cx *cx = unit_cx();

	ck_assert_str_eq(apilog_redact_form(cx->mem, forms[_i].text), forms[_i].redacted);
	unit_done(cx);
}
END_TEST

static const struct {
	const char *text, *redacted;
} answers[] = {
	{ "", "" },
	{ "{\"access_token\":\"abc\",\"n\":1}", "{\"access_token\":\"[redacted]\",\"n\":1}" },
	{ "{ \"access_token\" :\n \"a\\\"b\" }", "{ \"access_token\" :\n \"[redacted]\" }" },
	{ "{\"refresh_token\":\"abc", "{\"refresh_token\":\"[redacted]\"" },
	{ "{\"access_token\":\"abc\\", "{\"access_token\":\"[redacted]\"" },
	{ "{\"type\":\"code\",\"name\":\"x\"}", "{\"type\":\"code\",\"name\":\"x\"}" },
	{ "{\"access_token\":null,\"a\":\"b\"}", "{\"access_token\":null,\"a\":\"b\"}" },
	{ "[\"token\",\"x\"]", "[\"token\",\"x\"]" },
	{ "<html lang=\"de\">", "<html lang=\"de\">" },
};

START_TEST(secrets_of_an_answer_are_replaced_cut_or_whole)
{
	struct cx *cx = unit_cx();

	ck_assert_str_eq(apilog_redact_json(cx->mem, answers[_i].text), answers[_i].redacted);
	unit_done(cx);
}
END_TEST

static const struct {
	const char *bytes;
	size_t n, max;
	const char *clean;
} texts[] = {
	{ "abc", 3, 9, "abc" },
	{ "abc", 3, 2, "ab" },
	{ "a\xc3\xbc", 3, 2, "a" },
	{ "a\xc3\xbc", 3, 3, "a\xc3\xbc" },
	{ "a\xff"
	  "b\0c",
	    5, 99,
	    "a\xef\xbf\xbd"
	    "b\xef\xbf\xbd"
	    "c" },
	{ "\xff\xff", 2, 5, "\xef\xbf\xbd" },
	{ "", 0, 0, "" },
};

START_TEST(foreign_bytes_become_text_that_ends_at_a_character)
{
	struct cx *cx = unit_cx();

	ck_assert_str_eq(
	    utf8_clean(cx->mem, (struct str){ texts[_i].bytes, texts[_i].n }, texts[_i].max),
	    texts[_i].clean);
	unit_done(cx);
}
END_TEST

Suite *
apilog_suite(void)
{
	Suite *s = suite_create("apilog");

	unit_loop(s, secrets_of_a_form_are_replaced, forms);
	unit_loop(s, secrets_of_an_answer_are_replaced_cut_or_whole, answers);
	unit_loop(s, foreign_bytes_become_text_that_ends_at_a_character, texts);
	return s;
}
