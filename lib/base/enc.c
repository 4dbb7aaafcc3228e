/*
 * enc: each writer copies runs that need no escape in one piece; most text is such a run.
 */
#include "base/enc.h"

#include <stdio.h>

void
json_text(struct buf *b, struct str s)
{
	size_t run = 0;

	buf_put(b, "\"", 1);
	for (size_t i = 0; i < s.n; i++) {
		const unsigned char c = (unsigned char)s.p[i];
		char esc[8];

		if (c >= 0x20 && c != '"' && c != '\\' && c != '<')
			continue;
		buf_put(b, s.p + run, i - run);
		run = i + 1;
		if (c == '"' || c == '\\')
			snprintf(esc, sizeof(esc), "\\%c", c);
		else if (c == '\n')
			snprintf(esc, sizeof(esc), "\\n");
		else
			snprintf(esc, sizeof(esc), "\\u%04x", c);
		buf_text(b, esc);
	}
	buf_put(b, s.p + run, s.n - run);
	buf_put(b, "\"", 1);
}

static const char *
html_entity(char c)
{
	switch (c) {
	case '&': return "&amp;";
	case '<': return "&lt;";
	case '>': return "&gt;";
	case '"': return "&quot;";
	case '\'': return "&#39;";
	default: return NULL;
	}
}

void
html_text(struct buf *b, struct str s)
{
	size_t run = 0;

	for (size_t i = 0; i < s.n; i++) {
		const char *entity = html_entity(s.p[i]);

		if (entity == NULL)
			continue;
		buf_put(b, s.p + run, i - run);
		buf_text(b, entity);
		run = i + 1;
	}
	buf_put(b, s.p + run, s.n - run);
}

void
url_arg(struct buf *b, struct str s)
{
	static const char plain[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] != '\0' && strchr(plain, s.p[i]) != NULL)
			buf_put(b, s.p + i, 1);
		else
			buf_printf(b, "%%%02X", (unsigned char)s.p[i]);
	}
}

char *
utf8_clean(TALLOC_CTX *ctx, struct str s, size_t max)
{
	static const struct str unknown = { "\xef\xbf\xbd", 3 };
	struct buf b;
	size_t i = 0;

	buf_init(&b, ctx, s.n < max ? s.n + 1 : max + 1);
	while (i < s.n) {
		const size_t len = utf8_sequence(s.p + i, s.n - i);
		const struct str next = len > 0 ? (struct str){ s.p + i, len } : unknown;

		if (b.n + next.n > max)
			break;
		buf_put(&b, next.p, next.n);
		i += len > 0 ? len : 1;
	}
	return b.p;
}

char *
base64url(TALLOC_CTX *ctx, const unsigned char *p, size_t n)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	char *text = mem_need(talloc_size(ctx, (n * 4 + 2) / 3 + 1));
	unsigned bits = 0;
	int have = 0;
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		bits = (bits << 8 | p[i]) & 0xffff;
		for (have += 8; have >= 6; have -= 6)
			text[at++] = digits[bits >> (have - 6) & 63];
	}
	if (have > 0)
		text[at++] = digits[bits << (6 - have) & 63];
	text[at] = '\0';
	return text;
}

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* Decodes into out, which has room for s.n bytes; the result may hold any byte. */
static size_t
percent_decode(struct str s, char *out)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '+') {
			out[n++] = ' ';
		} else if (s.p[i] == '%' && i + 2 < s.n && hex_digit(s.p[i + 1]) >= 0 &&
			   hex_digit(s.p[i + 2]) >= 0) {
			out[n++] = (char)(hex_digit(s.p[i + 1]) << 4 | hex_digit(s.p[i + 2]));
			i += 2;
		} else {
			out[n++] = s.p[i];
		}
	}
	return n;
}

char *
query_value(TALLOC_CTX *ctx, const char *query, const char *key)
{
	struct str rest = str_of(query);
	struct str pair;

	while (str_cut(&rest, '&', &pair)) {
		struct str value = pair;
		struct str name;
		struct str text;
		char *out;

		if (!str_cut(&value, '=', &name) || !str_is(name, key))
			continue;
		if (value.p == NULL)
			return mem_text(ctx, "");
		out = mem_textn(ctx, value.p, value.n);
		text = (struct str){ out, percent_decode(value, out) };
		out[text.n] = '\0';
		return utf8_valid(text) ? out : NULL;
	}
	return NULL;
}
