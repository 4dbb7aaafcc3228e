/*
 * oauth: see the header.
 */
#include "account/oauth.h"

#include <inttypes.h>

#include <json-c/json.h>

#include "account/secret.h"
#include "apilog/apilog.h"
#include "base/conf.h"
#include "base/enc.h"
#include "q/account.h"
#include "sys/crypt.h"
#include "sys/json.h"

enum { NAME_MAX_LENGTH = 200, AVATAR_MAX_LENGTH = 1000 };

static void
arg(struct buf *b, const char *name, const char *value)
{
	buf_printf(b, "%s%s=", b->n > 0 && b->p[b->n - 1] != '?' ? "&" : "", name);
	url_arg(b, str_of(value));
}

/* code_challenge of method S256 */
static const char *
challenge_of(struct cx *cx, const char *verifier)
{
	unsigned char hash[CRYPT_HASH];

	crypt_hash(verifier, strlen(verifier), hash);
	return base64url(cx->mem, hash, sizeof(hash));
}

enum rc
oauth_begin(struct cx *cx, struct oauth_start *out)
{
	const char *cookie = crypt_secret(cx->mem);
	const char *state = crypt_secret(cx->mem);
	const char *verifier = crypt_secret(cx->mem);
	struct buf url;

	TRY(db_do(cx, &q_login_attempt_delete_expired));
	TRY(db_do(cx, &q_login_attempt_insert, secret_hash(cx, cookie), secret_hash(cx, state),
	    P_TEXT(verifier)));
	buf_init(&url, cx->mem, 512);
	buf_printf(&url, "%s/oauth/authorize?", conf_text(CONF_EXT_URL));
	arg(&url, "response_type", "code");
	arg(&url, "client_id", conf_text(CONF_OAUTH_CLIENT_ID));
	arg(&url, "redirect_uri", conf_text(CONF_OAUTH_REDIRECT_URL));
	arg(&url, "state", state);
	arg(&url, "code_challenge", challenge_of(cx, verifier));
	arg(&url, "code_challenge_method", "S256");
	*out = (struct oauth_start){ .url = url.p, .cookie = cookie };
	return RC_OK;
}

enum rc
oauth_take(struct cx *cx, const char *cookie, const char *state, const char **verifier)
{
	struct rows rows;

	if (strlen(cookie) != CRYPT_SECRET_TEXT || state == NULL)
		return fault(cx, RC_STALE_TOKEN, "no login attempt");
	TRY(db_run(
	    cx, &q_login_attempt_take, &rows, secret_hash(cx, cookie), secret_hash(cx, state)));
	if (rows.n == 0 || !row_bool(&rows, 0, "is_valid"))
		return fault(cx, RC_STALE_TOKEN, "the login attempt does not fit");
	*verifier = row_text(&rows, 0, "verifier");
	return RC_OK;
}

/* An answer of 200 with a JSON object; everything else is named and refused. */
static enum rc
read_object(
    struct cx *cx, const char *what, const struct httpc_answer *answer, struct json_object **out)
{
	if (answer->status != 200)
		return fault(cx, RC_UPSTREAM, "%s answered %ld", what, answer->status);
	if (json_parse(cx, answer->body, out) != RC_OK ||
	    !json_object_is_type(*out, json_type_object))
		return fault(cx, RC_UPSTREAM, "%s answered no JSON object", what);
	return RC_OK;
}

static const char *
text_of(struct json_object *o, const char *key)
{
	struct json_object *value;

	if (!json_object_object_get_ex(o, key, &value) ||
	    !json_object_is_type(value, json_type_string) || json_object_get_string_len(value) == 0)
		return NULL;
	return json_object_get_string(value);
}

static enum rc
fetch_token(struct cx *cx, const char *code, const char *verifier, const char **token)
{
	struct httpc_request request = {
		.url = mem_printf(cx->mem, "%s/oauth/access_token", conf_text(CONF_EXT_URL)),
	};
	struct httpc_answer answer;
	struct json_object *o;
	struct buf form;

	buf_init(&form, cx->mem, 512);
	arg(&form, "grant_type", "authorization_code");
	arg(&form, "code", code);
	arg(&form, "client_id", conf_text(CONF_OAUTH_CLIENT_ID));
	arg(&form, "redirect_uri", conf_text(CONF_OAUTH_REDIRECT_URL));
	arg(&form, "code_verifier", verifier);
	request.form = form.p;
	TRY(apilog_call(cx, &request, &answer));
	TRY(read_object(cx, "access_token", &answer, &o));
	*token = text_of(o, "access_token");
	/* a line break would become a header of its own */
	if (*token == NULL || strpbrk(*token, "\r\n") != NULL)
		return fault(cx, RC_UPSTREAM, "access_token answered without a token");
	return RC_OK;
}

/* The array under key as JSON text, "[]" where there is none; only texts stay in it. */
static const char *
names_of(struct cx *cx, struct json_object *o, const char *key)
{
	struct json_object *list;
	struct buf b;

	buf_init(&b, cx->mem, 256);
	buf_text(&b, "[");
	if (json_object_object_get_ex(o, key, &list) && json_object_is_type(list, json_type_array))
		for (size_t i = 0; i < json_object_array_length(list); i++) {
			struct json_object *name = json_object_array_get_idx(list, i);
			const struct str text = { json_object_get_string(name),
				(size_t)json_object_get_string_len(name) };

			if (!json_object_is_type(name, json_type_string) || !utf8_valid(text))
				continue;
			if (b.n > 1)
				buf_text(&b, ",");
			json_text(&b, text);
		}
	buf_text(&b, "]");
	return b.p;
}

/* The fields stand at the top, and once more in "data"; older systems have only one of both. */
static struct json_object *
person_object(struct json_object *o)
{
	struct json_object *data;

	if (!json_object_object_get_ex(o, "id", NULL) &&
	    json_object_object_get_ex(o, "data", &data) &&
	    json_object_is_type(data, json_type_object))
		return data;
	return o;
}

static const char *
display_name(struct cx *cx, struct json_object *o)
{
	const char *name = text_of(o, "displayName");
	const char *first = text_of(o, "firstName");
	const char *last = text_of(o, "lastName");

	if (name != NULL)
		return name;
	if (first != NULL && last != NULL)
		return mem_printf(cx->mem, "%s %s", first, last);
	return first != NULL ? first : last;
}

enum rc
oauth_read_person(struct cx *cx, struct str body, struct person *out)
{
	const struct httpc_answer answer = { .status = 200, .body = body };
	struct json_object *o;
	struct json_object *id = NULL;
	const char *name;
	const char *avatar;

	TRY(read_object(cx, "userinfo", &answer, &o));
	o = person_object(o);
	name = display_name(cx, o);
	avatar = text_of(o, "imageUrl");
	if (avatar != NULL && strlen(avatar) > AVATAR_MAX_LENGTH)
		avatar = NULL;
	json_object_object_get_ex(o, "id", &id);
	if (!json_object_is_type(id, json_type_int) || json_object_get_int64(id) < 1)
		return fault(cx, RC_UPSTREAM, "userinfo names nobody");
	if (name == NULL || !utf8_valid(str_of(name)) ||
	    utf8_length(str_of(name)) > NAME_MAX_LENGTH)
		return fault(cx, RC_UPSTREAM, "userinfo has no usable name");
	*out = (struct person){
		.ext_id = mem_printf(cx->mem, "%" PRId64, json_object_get_int64(id)),
		.name = name,
		.avatar = avatar,
		.groups = names_of(cx, o, "groups"),
		.roles = names_of(cx, o, "roles"),
	};
	return RC_OK;
}

enum rc
oauth_person(struct cx *cx, const char *code, const char *verifier, struct person *out)
{
	struct httpc_request request = {
		.url = mem_printf(cx->mem, "%s/oauth/userinfo", conf_text(CONF_EXT_URL)),
	};
	struct httpc_answer answer;

	TRY(fetch_token(cx, code, verifier, &request.bearer));
	TRY(apilog_call(cx, &request, &answer));
	if (answer.status != 200)
		return fault(cx, RC_UPSTREAM, "userinfo answered %ld", answer.status);
	return oauth_read_person(cx, answer.body, out);
}

bool
oauth_may_enter(struct cx *cx, const struct person *person)
{
	struct str rest = str_of(conf_text(CONF_EXT_ALLOWED_GROUPS));
	struct str allowed;
	struct json_object *groups;

	if (rest.n == 0)
		return true;
	if (json_parse(cx, str_of(person->groups), &groups) != RC_OK)
		return false;
	while (str_cut(&rest, ',', &allowed))
		for (size_t i = 0; i < json_object_array_length(groups); i++)
			if (str_is(str_trim(allowed),
				json_object_get_string(json_object_array_get_idx(groups, i))))
				return true;
	return false;
}
