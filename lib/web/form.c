/*
 * form: a body is one flat JSON object.
 */
#include "web/form.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#include <json-c/json.h>

#include "sys/json.h"
#include "web/msg.h"
#include "web/req.h"

enum { FIELDS_MAX = 32 };

struct form {
	struct cx *cx;
	struct json_object *body; /* NULL: unreadable */
	const char *asked[FIELDS_MAX];
	int asked_n;
};

/* Only JSON: what a foreign page's plain form can send is refused by its type. */
static bool
is_json(const struct req *rq)
{
	static const char json[] = "application/json";
	const char *type = req_param(rq, "CONTENT_TYPE");
	const size_t n = sizeof(json) - 1;

	return strncasecmp(type, json, n) == 0 &&
	       (type[n] == '\0' || type[n] == ';' || type[n] == ' ');
}

struct form *
form_open(struct cx *cx, struct str json)
{
	struct form *f = mem_zero(cx->mem, struct form);
	struct json_object *body = NULL;

	f->cx = cx;
	if (json_parse(cx, json, &body) == RC_OK && json_object_is_type(body, json_type_object))
		f->body = body;
	return f;
}

struct form *
form_json(struct req *rq)
{
	return form_open(rq->cx, is_json(rq) ? rq->body : (struct str){ "", 0 });
}

/* The field's value; NULL where it is absent or null. */
static struct json_object *
take(struct form *f, const char *field)
{
	struct json_object *value = NULL;

	assert(f->asked_n < FIELDS_MAX);
	f->asked[f->asked_n++] = field;
	if (f->body != NULL)
		json_object_object_get_ex(f->body, field, &value);
	return value;
}

void
form_text(struct form *f, const char *field, const char **out, size_t min, size_t max)
{
	struct json_object *value = take(f, field);
	struct str text;

	if (value == NULL || !json_object_is_type(value, json_type_string)) {
		fault_field(f->cx, field, value == NULL ? MSG_FIELD_MISSING : MSG_FIELD_NOT_TEXT);
		return;
	}
	text.p = json_object_get_string(value);
	text.n = (size_t)json_object_get_string_len(value);
	if (!utf8_valid(text)) /* escapes can still make a NUL or half a surrogate pair */
		fault_field(f->cx, field, MSG_FIELD_NOT_TEXT);
	else if (utf8_length(text) < min)
		fault_field(f->cx, field, MSG_FIELD_MISSING);
	else if (utf8_length(text) > max)
		fault_field(f->cx, field, mem_printf(f->cx->mem, MSG_FIELD_TOO_LONG, max));
	else
		*out = text.p;
}

static void
number(struct form *f, const char *field, struct json_object *value, int64_t *out, int64_t min,
    int64_t max)
{
	int64_t i;

	if (!json_object_is_type(value, json_type_int)) {
		fault_field(f->cx, field, MSG_FIELD_NOT_NUMBER);
		return;
	}
	i = json_object_get_int64(value);
	if (i < min || i > max)
		fault_field(f->cx, field,
		    mem_printf(f->cx->mem, MSG_FIELD_RANGE, (long long)min, (long long)max));
	else
		*out = i;
}

void
form_i64(struct form *f, const char *field, int64_t *out, int64_t min, int64_t max)
{
	struct json_object *value = take(f, field);

	if (value == NULL)
		fault_field(f->cx, field, MSG_FIELD_MISSING);
	else
		number(f, field, value, out, min, max);
}

void
form_i64_opt(struct form *f, const char *field, int64_t *out, int64_t min, int64_t max)
{
	struct json_object *value = take(f, field);

	if (value != NULL)
		number(f, field, value, out, min, max);
}

static bool
was_asked(const struct form *f, const char *field)
{
	for (int i = 0; i < f->asked_n; i++)
		if (strcmp(f->asked[i], field) == 0)
			return true;
	return false;
}

enum rc
form_done(struct form *f)
{
	struct fault *found = &f->cx->fault;

	if (f->body == NULL) {
		found->fields = NULL;
		return fault_message(f->cx, RC_INVALID, MSG_BODY_UNREADABLE);
	}
	json_object_object_foreach(f->body, key, value)
	{
		(void)value;
		if (!was_asked(f, key))
			fault_field(f->cx, mem_text(f->cx->mem, key), MSG_FIELD_UNKNOWN);
	}
	return found->fields == NULL ? RC_OK : RC_INVALID;
}
