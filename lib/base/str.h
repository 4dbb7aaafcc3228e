/*
 * str: a view into a text that outlives it, and the parsers of single values.
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/rc.h"

struct str {
	const char *p;
	size_t n;
};

#define STR_LIT(lit) ((struct str){ (lit), sizeof(lit) - 1 })

static inline struct str
str_of(const char *text)
{
	return (struct str){ text, text == NULL ? 0 : strlen(text) };
}

static inline bool
str_is(struct str s, const char *text)
{
	return s.n == strlen(text) && memcmp(s.p, text, s.n) == 0;
}

/* A decimal number as people write it: no sign but '-', no leading zero, nothing around it. */
MUST_USE bool str_i64(struct str s, int64_t min, int64_t max, int64_t *out);

/* Cuts off what stands before the next sep; false where nothing is left. */
bool str_cut(struct str *rest, char sep, struct str *part);

/* Without blanks and tabs at both ends. */
struct str str_trim(struct str s);

/* Well-formed UTF-8 without NUL: no overlong forms, no surrogates, nothing past U+10FFFF. */
bool utf8_valid(struct str s);

/* Length in bytes of the character that p begins with, n bytes being left; 0: malformed or NUL. */
size_t utf8_sequence(const char *p, size_t n);

/* Number of code points of a valid text. */
size_t utf8_length(struct str s);

#endif
