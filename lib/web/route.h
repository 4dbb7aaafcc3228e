/*
 * route: a program's table of contents, and matching a path against it.
 */
#ifndef WEB_ROUTE_H
#define WEB_ROUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rc.h"

struct req;

/* Zero is "not set" everywhere, so that a forgotten column is found at the start. */
enum method { METHOD_NONE, GET, POST, PUT, PATCH, DELETE };
enum auth { AUTH_NONE, AUTH_OPEN, AUTH_USER };
enum csrf {
	CSRF_UNSET,
	CSRF_OFF,   /* reads only */
	CSRF_TOKEN, /* the session's token */
	CSRF_ANON   /* signed out: a token bound to the pre-session cookie */
};
enum tx {
	TX_UNSET,
	TX_OFF,  /* no transaction: single statements or none */
	TX_READ, /* one read-only pipeline, by the page or the reply */
	TX_OWN,  /* the handler's own: it calls the outside, which no transaction may wait for */
	TX_WRITE /* BEGIN and the session's row before the handler, COMMIT after it */
};

struct route {
	const char *name; /* as the front end and the logs call it: settings.update */
	enum method method;
	const char *pattern; /* %d: a positive id, %s: a slug, %u: a UUID */
	enum rc (*handler)(struct req *);
	enum auth auth;
	enum csrf csrf;
	enum tx tx;
	size_t body_max; /* bytes; 0: no body is read */
};

enum { ROUTE_ARGS_MAX = 4 };

/* A piece of the path that stood for a % of the pattern. */
struct route_arg {
	int64_t i;     /* %d */
	const char *p; /* %s, %u: view into the path */
	size_t n;
};

/* GET for GET and HEAD; METHOD_NONE for what no route knows. */
enum method method_parse(const char *text);
const char *method_name(enum method m);

/* True where the whole path fits; then args hold what stood for each %. */
bool path_match(const char *pattern, const char *path, struct route_arg args[ROUTE_ARGS_MAX]);

/* The row for method and path, or NULL. */
const struct route *route_find(const struct route *routes, size_t n, enum method method,
    const char *path, struct route_arg args[ROUTE_ARGS_MAX]);

/* What is wrong with a row, in English, or NULL: unset columns, a write without CSRF. */
const char *route_complaint(const struct route *r);

/* Prints the table: method, pattern, name, auth; one route a line. */
void route_print(const struct route *routes, size_t n);

#endif
