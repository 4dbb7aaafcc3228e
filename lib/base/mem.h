/*
 * mem: memory hangs on a talloc context and is freed with it, whole.
 * Running out of memory ends the process with one line; callers never see NULL.
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>
#include <talloc.h>

/* Returns p; ends the process where p is NULL. Wrap every talloc call in it. */
void *mem_need(void *p);

#define mem_zero(ctx, type)     ((type *)mem_need(talloc_zero((ctx), type)))
#define mem_array(ctx, type, n) ((type *)mem_need(talloc_zero_array((ctx), type, (unsigned)(n))))

/* A context on which everything of one request or job hangs. */
TALLOC_CTX *mem_context(void);

/* Copies of text: terminated, owned by ctx. */
char *mem_text(TALLOC_CTX *ctx, const char *text);
char *mem_textn(TALLOC_CTX *ctx, const char *p, size_t n);

/* Text made from a format; owned by ctx. */
char *mem_printf(TALLOC_CTX *ctx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Calls drop(obj) when ctx is freed: how objects of foreign libraries hang on a context. */
void mem_defer(TALLOC_CTX *ctx, void (*drop)(void *), void *obj);

/* A descriptor that is closed at the end of its scope. */
#define AUTO_FD __attribute__((cleanup(mem_close_fd))) int
void mem_close_fd(int *fd);

#endif
