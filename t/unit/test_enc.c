/*
 * Escaping writers and decoders.
 */
#include "unit/unit.h"

#include <json-c/json.h>

#include "base/enc.h"

static const struct {
	const char *text;
	const char *json;
	const char *html;
} texts[] = {
	{ "", "\"\"", "" },
	{ "Gr\xc3\xb6\xc3\x9f"
	  "e",
	    "\"Gr\xc3\xb6\xc3\x9f"
	    "e\"",
	    "Gr\xc3\xb6\xc3\x9f"
	    "e" },
	{ "a\"b\\c", "\"a\\\"b\\\\c\"", "a&quot;b\\c" },
	{ "</script>", "\"\\u003c/script>\"", "&lt;/script&gt;" },
	{ "<!--", "\"\\u003c!--\"", "&lt;!--" },
	{ "1\n2\t3\x01", "\"1\\n2\\u00093\\u0001\"", "1\n2\t3\x01" },
	{ "a&b'c", "\"a&b'c\"", "a&amp;b&#39;c" },
};

START_TEST(json_text_is_escaped_and_reads_back)
{
	struct cx *cx = unit_cx();
	struct buf b;
	struct json_object *o;

	buf_init(&b, cx->mem, 0);
	json_text(&b, str_of(texts[_i].text));
	ck_assert_str_eq(b.p, texts[_i].json);
	o = json_tokener_parse(b.p);
	ck_assert_str_eq(json_object_get_string(o), texts[_i].text);
	json_object_put(o);
	unit_done(cx);
}
END_TEST

START_TEST(html_text_is_escaped)
{
	struct cx *cx = unit_cx();
	struct buf b;

	buf_init(&b, cx->mem, 0);
	html_text(&b, str_of(texts[_i].text));
	ck_assert_str_eq(b.p, texts[_i].html);
	unit_done(cx);
}
END_TEST

/* RFC 4648 section 10, in the URL alphabet and without padding */
static const struct {
	const char *bytes;
	const char *text;
} base64[] = {
	{ "", "" },
	{ "f", "Zg" },
	{ "fo", "Zm8" },
	{ "foo", "Zm9v" },
	{ "foob", "Zm9vYg" },
	{ "fooba", "Zm9vYmE" },
	{ "foobar", "Zm9vYmFy" },
	{ "\xfb\xff\xfe", "-__-" },
};

START_TEST(base64url_follows_the_rfc)
{
	struct cx *cx = unit_cx();
	const char *p = base64[_i].bytes;

	ck_assert_str_eq(base64url(cx->mem, (const unsigned char *)p, strlen(p)), base64[_i].text);
	unit_done(cx);
}
END_TEST

static const struct {
	const char *query;
	const char *value; /* of "q" */
} queries[] = {
	{ "q=1", "1" },
	{ "a=2&q=1&q=3", "1" },
	{ "q=", "" },
	{ "q", "" },
	{ "q=a%20b+c", "a b c" },
	{ "q=%C3%BC", "\xc3\xbc" },
	{ "q=a=b", "a=b" },
	{ "q=%", "%" },
	{ "q=%4", "%4" },
	{ "q=%zz", "%zz" },
	{ "q=%ff", NULL },
	{ "q=a%00b", NULL },
	{ "", NULL },
	{ "qq=1&Q=2", NULL },
};

START_TEST(a_query_value_is_decoded_or_absent)
{
	struct cx *cx = unit_cx();
	const char *value = query_value(cx->mem, queries[_i].query, "q");

	if (queries[_i].value == NULL)
		ck_assert_ptr_null(value);
	else
		ck_assert_str_eq(value, queries[_i].value);
	unit_done(cx);
}
END_TEST

START_TEST(url_arguments_keep_only_what_is_safe)
{
	struct cx *cx = unit_cx();
	struct buf b;

	buf_init(&b, cx->mem, 0);
	url_arg(&b, (struct str){ "aZ0-._~ &=?#%/\xc3\xbc\0", 17 });
	ck_assert_str_eq(b.p, "aZ0-._~%20%26%3D%3F%23%25%2F%C3%BC%00");
	unit_done(cx);
}
END_TEST

Suite *
enc_suite(void)
{
	Suite *s = suite_create("enc");

	unit_loop(s, json_text_is_escaped_and_reads_back, texts);
	unit_loop(s, html_text_is_escaped, texts);
	unit_loop(s, base64url_follows_the_rfc, base64);
	unit_add(s, url_arguments_keep_only_what_is_safe);
	unit_loop(s, a_query_value_is_decoded_or_absent, queries);
	return s;
}
