/*
 * fcgi: one FastCGI request at a time on descriptor 0. The only module that
 * includes the FastCGI library.
 */
#ifndef WEB_FCGI_H
#define WEB_FCGI_H

#include <stdbool.h>
#include <stddef.h>

struct fcgi_call;

/* A parameter that nginx sent; "" where there is none. Lives as long as the call. */
const char *fcgi_param(const struct fcgi_call *call, const char *name);

/* Reads up to n bytes of the request body; fewer only at its end. */
size_t fcgi_read(struct fcgi_call *call, char *p, size_t n);

void fcgi_write(struct fcgi_call *call, const char *p, size_t n);

/*
 * Serves until SIGTERM, or until serve returns false. A request that was accepted is
 * always answered. Returns the process's exit code.
 */
int fcgi_loop(bool (*serve)(struct fcgi_call *call, void *arg), void *arg);

#endif
