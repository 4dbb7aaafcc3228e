/*
 * mem: talloc with the two habits this project wants: no NULL, and foreign
 * objects freed together with the context they belong to.
 */
#include "base/mem.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"

struct deferred {
	void (*drop)(void *);
	void *obj;
};

void *
mem_need(void *p)
{
	if (p == NULL) {
		log_line(LOG_ERROR, "event=out_of_memory");
		_exit(70); /* EX_SOFTWARE: no handler may run on this heap */
	}
	return p;
}

TALLOC_CTX *
mem_context(void)
{
	/* of one byte: a pointer to an empty block lies behind it, where no leak checker looks */
	return mem_need(talloc_named_const(NULL, 1, "context"));
}

char *
mem_text(TALLOC_CTX *ctx, const char *text)
{
	return mem_need(talloc_strdup(ctx, text));
}

char *
mem_textn(TALLOC_CTX *ctx, const char *p, size_t n)
{
	char *copy = mem_need(talloc_size(ctx, n + 1));

	if (n > 0)
		memcpy(copy, p, n);
	copy[n] = '\0';
	return copy;
}

char *
mem_printf(TALLOC_CTX *ctx, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = talloc_vasprintf(ctx, fmt, ap);
	va_end(ap);
	return mem_need(text);
}

static int
drop_deferred(struct deferred *d)
{
	d->drop(d->obj);
	return 0;
}

void
mem_defer(TALLOC_CTX *ctx, void (*drop)(void *), void *obj)
{
	struct deferred *d = mem_zero(ctx, struct deferred);

	d->drop = drop;
	d->obj = obj;
	talloc_set_destructor(d, drop_deferred);
}

void
mem_close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
}
