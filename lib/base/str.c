/*
 * str: parsing of single values, checked at the edge of the program.
 */
#include "base/str.h"

bool
str_i64(struct str s, int64_t min, int64_t max, int64_t *out)
{
	const bool negative = s.n > 0 && s.p[0] == '-';
	size_t i = negative ? 1 : 0;
	int64_t value = 0;

	if (s.n == i || (s.p[i] == '0' && (s.n > i + 1 || negative)))
		return false;
	for (; i < s.n; i++) {
		const int digit = s.p[i] - '0';

		if (digit < 0 || digit > 9)
			return false;
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_sub_overflow(value, digit, &value))
			return false;
	}
	if (!negative && __builtin_sub_overflow((int64_t)0, value, &value))
		return false;
	if (value < min || value > max)
		return false;
	*out = value;
	return true;
}

bool
str_cut(struct str *rest, char sep, struct str *part)
{
	const char *end;

	if (rest->p == NULL)
		return false;
	end = rest->n == 0 ? NULL : memchr(rest->p, sep, rest->n);
	if (end == NULL) {
		*part = *rest;
		*rest = (struct str){ NULL, 0 };
		return true;
	}
	part->p = rest->p;
	part->n = (size_t)(end - rest->p);
	rest->p = end + 1;
	rest->n -= part->n + 1;
	return true;
}

struct str
str_trim(struct str s)
{
	while (s.n > 0 && (s.p[0] == ' ' || s.p[0] == '\t')) {
		s.p++;
		s.n--;
	}
	while (s.n > 0 && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t'))
		s.n--;
	return s;
}

/* The well-formed sequences are those of the table in RFC 3629, section 4. */
size_t
utf8_sequence(const char *text, size_t n)
{
	const unsigned char *p = (const unsigned char *)text;
	unsigned char low = 0x80;
	unsigned char high = 0xbf;
	size_t len;

	if (n == 0)
		return 0;
	if (p[0] < 0x80)
		return p[0] == 0 ? 0 : 1;
	if (p[0] >= 0xc2 && p[0] <= 0xdf)
		len = 2;
	else if (p[0] >= 0xe0 && p[0] <= 0xef)
		len = 3;
	else if (p[0] >= 0xf0 && p[0] <= 0xf4)
		len = 4;
	else
		return 0;
	if (len > n)
		return 0;
	if (p[0] == 0xe0)
		low = 0xa0;
	else if (p[0] == 0xed)
		high = 0x9f;
	else if (p[0] == 0xf0)
		low = 0x90;
	else if (p[0] == 0xf4)
		high = 0x8f;
	if (p[1] < low || p[1] > high)
		return 0;
	for (size_t i = 2; i < len; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	return len;
}

bool
utf8_valid(struct str s)
{
	size_t i = 0;

	while (i < s.n) {
		const size_t len = utf8_sequence(s.p + i, s.n - i);

		if (len == 0)
			return false;
		i += len;
	}
	return true;
}

size_t
utf8_length(struct str s)
{
	size_t count = 0;

	for (size_t i = 0; i < s.n; i++)
		count += ((unsigned char)s.p[i] & 0xc0) != 0x80;
	return count;
}
