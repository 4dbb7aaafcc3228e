/*
 * req: reading what nginx passed. Every text is checked for UTF-8 here, once.
 */
#include "web/req.h"

#include <string.h>

#include "base/enc.h"
#include "web/fcgi.h"

const char *
req_param(const struct req *rq, const char *name)
{
	const char *value = fcgi_param(rq->call, name);

	return utf8_valid(str_of(value)) ? value : "";
}

bool
req_is_inertia(const struct req *rq)
{
	return strcmp(req_param(rq, "HTTP_X_INERTIA"), "true") == 0;
}

bool
req_wants_json(const struct req *rq)
{
	static const char json[] = "application/json";

	return strncmp(rq->path, "/api/", 5) == 0 ||
	       strncmp(req_param(rq, "HTTP_ACCEPT"), json, sizeof(json) - 1) == 0;
}

const char *
req_query(const struct req *rq, const char *key)
{
	return query_value(rq->cx->mem, rq->query, key);
}
