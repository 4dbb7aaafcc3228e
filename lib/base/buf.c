/*
 * buf: doubles when full, so that a page of n bytes costs O(n).
 */
#include "base/buf.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void
buf_init(struct buf *b, TALLOC_CTX *mem, size_t first)
{
	b->mem = mem;
	b->n = 0;
	b->cap = first > 16 ? first : 16;
	b->p = mem_need(talloc_size(mem, b->cap));
	b->p[0] = '\0';
}

static void
grow(struct buf *b, size_t n)
{
	size_t cap = b->cap;

	if (b->n + n + 1 <= cap)
		return;
	while (b->n + n + 1 > cap)
		cap *= 2;
	b->p = mem_need(talloc_realloc_size(b->mem, b->p, cap));
	b->cap = cap;
}

void
buf_put(struct buf *b, const char *p, size_t n)
{
	if (n == 0)
		return;
	grow(b, n);
	memcpy(b->p + b->n, p, n);
	b->n += n;
	b->p[b->n] = '\0';
}

void
buf_i64(struct buf *b, int64_t value)
{
	char digits[24];
	const int n = snprintf(digits, sizeof(digits), "%" PRId64, value);

	buf_put(b, digits, (size_t)n);
}

void
buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list ap;
	va_list again;
	int n;

	va_start(ap, fmt);
	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n > 0) {
		grow(b, (size_t)n);
		vsnprintf(b->p + b->n, (size_t)n + 1, fmt, again);
		b->n += (size_t)n;
	}
	va_end(again);
}
