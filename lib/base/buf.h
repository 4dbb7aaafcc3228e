/*
 * buf: a text that grows, on a context; always terminated.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/mem.h"
#include "base/rc.h"

struct buf {
	TALLOC_CTX *mem;
	char *p;    /* owned by mem; terminated */
	size_t n;   /* bytes without the terminator */
	size_t cap; /* bytes allocated */
};

void buf_init(struct buf *b, TALLOC_CTX *mem, size_t first);
void buf_put(struct buf *b, const char *p, size_t n);
void buf_i64(struct buf *b, int64_t value);
void buf_printf(struct buf *b, const char *fmt, ...) PRINTF(2, 3);

static inline void
buf_text(struct buf *b, const char *text)
{
	buf_put(b, text, strlen(text));
}

#endif
