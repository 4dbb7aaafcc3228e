/*
 * demo: a stand-in for the external system, for local and testing stacks. It runs as
 * one worker and remembers codes and tokens in memory; it is never installed.
 */
#ifndef DEMO_EXT_DEMO_H
#define DEMO_EXT_DEMO_H

#include "base/buf.h"
#include "web/fcgi.h"

struct json_object;

/* One request and its answer. */
struct demo {
	TALLOC_CTX *mem;
	struct fcgi_call *call;
	const char *query;
	const char *form; /* form-urlencoded body */
	struct json_object *world;
	int status;
	const char *type;
	const char *location; /* of a redirect, or NULL */
	struct buf body;
};

void demo_authorize_page(struct demo *d);
void demo_authorize(struct demo *d);
void demo_access_token(struct demo *d);
void demo_userinfo(struct demo *d);

/* A JSON text as the answer. */
void demo_json(struct demo *d, int status, const char *json);

#endif
