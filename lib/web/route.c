/*
 * route: patterns are matched piece by piece; a path that does not fit exactly
 * is no match, so that handlers only ever see well-formed arguments.
 */
#include "web/route.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"

static const char *const methods[] = { "", "GET", "POST", "PUT", "PATCH", "DELETE" };

enum method
method_parse(const char *text)
{
	if (strcmp(text, "HEAD") == 0)
		return GET;
	for (size_t i = 1; i < nelem(methods); i++)
		if (strcmp(text, methods[i]) == 0)
			return (enum method)i;
	return METHOD_NONE;
}

const char *
method_name(enum method m)
{
	return methods[m];
}

static bool
is_slug(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (strchr("abcdefghijklmnopqrstuvwxyz0123456789-_", s.p[i]) == NULL)
			return false;
	return s.n > 0;
}

static bool
is_uuid(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		const bool dash = i == 8 || i == 13 || i == 18 || i == 23;

		if (dash ? s.p[i] != '-' : strchr("0123456789abcdef", s.p[i]) == NULL)
			return false;
	}
	return s.n == 36;
}

static bool
piece_match(char kind, struct str piece, struct route_arg *arg)
{
	*arg = (struct route_arg){ .p = piece.p, .n = piece.n };
	switch (kind) {
	case 'd': return str_i64(piece, 1, INT64_MAX, &arg->i);
	case 's': return is_slug(piece);
	case 'u': return is_uuid(piece);
	default: return false;
	}
}

bool
path_match(const char *pattern, const char *path, struct route_arg args[ROUTE_ARGS_MAX])
{
	size_t n = 0;

	while (*pattern != '\0') {
		if (*pattern == '%') {
			const struct str piece = { path, strcspn(path, "/") };

			if (n == ROUTE_ARGS_MAX || !piece_match(pattern[1], piece, &args[n++]))
				return false;
			path += piece.n;
			pattern += 2;
		} else if (*pattern++ != *path++) {
			return false;
		}
	}
	return *path == '\0';
}

const struct route *
route_find(const struct route *routes, size_t n, enum method method, const char *path,
    struct route_arg args[ROUTE_ARGS_MAX])
{
	for (size_t i = 0; i < n; i++)
		if (routes[i].method == method && path_match(routes[i].pattern, path, args))
			return &routes[i];
	return NULL;
}

const char *
route_complaint(const struct route *r)
{
	if (r->name == NULL || r->method == METHOD_NONE || r->pattern == NULL ||
	    r->handler == NULL || r->auth == AUTH_NONE || r->csrf == CSRF_UNSET ||
	    r->tx == TX_UNSET)
		return "a column is not set";
	if (r->method != GET && r->csrf == CSRF_OFF)
		return "a write needs a CSRF token";
	if (r->method != GET && r->tx != TX_WRITE)
		return "a write needs a transaction";
	if (r->csrf == CSRF_TOKEN && r->auth != AUTH_USER)
		return "the session's token needs a session";
	if (r->auth == AUTH_USER && (r->tx == TX_OFF || r->tx == TX_OWN))
		return "a signed-in route reads the session's row, so it needs a transaction";
	return NULL;
}

void
route_print(const struct route *routes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		printf("%s %s %s %s\n", method_name(routes[i].method), routes[i].pattern,
		    routes[i].name, routes[i].auth == AUTH_USER ? "user" : "open");
}
