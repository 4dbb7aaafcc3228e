/*
 * json: a body is one array or object, valid UTF-8, at most JSON_DEPTH deep.
 */
#include "sys/json.h"

#include <string.h>

#include <json-c/json.h>

static void
drop_tokener(void *t)
{
	json_tokener_free(t);
}

static void
drop_json(void *o)
{
	json_object_put(o);
}

enum rc
json_parse(struct cx *cx, struct str text, struct json_object **out)
{
	struct json_tokener *t = json_tokener_new_ex(JSON_DEPTH);
	struct json_object *o;

	mem_need(t);
	mem_defer(cx->mem, drop_tokener, t);
	if (text.n > INT32_MAX || !utf8_valid(text))
		return fault(cx, RC_INVALID, "body is not UTF-8");
	json_tokener_set_flags(t, JSON_TOKENER_STRICT);
	o = json_tokener_parse_ex(t, text.p, (int)text.n);
	if (o == NULL)
		return fault(cx, RC_INVALID, "body is no JSON: %s",
		    json_tokener_error_desc(json_tokener_get_error(t)));
	mem_defer(cx->mem, drop_json, o);
	for (size_t i = json_tokener_get_parse_end(t); i < text.n; i++)
		if (strchr(" \t\r\n", text.p[i]) == NULL)
			return fault(cx, RC_INVALID, "something stands behind the value");
	*out = o;
	return RC_OK;
}
