/*
 * oauth: authorization code with PKCE as the external system does it, with a page where
 * anybody is one click. The form field "fault" makes what follows fail in a chosen way.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <json-c/json.h>

#include "base/enc.h"
#include "cgi/demo-ext/demo.h"
#include "cgi/demo-ext/msg.h"
#include "sys/crypt.h"

enum { GRANTS = 64, LIFE_SECONDS = 600 };

/* A code that was handed out, and the token it was changed for; the oldest is overwritten. */
struct grant {
	char code[CRYPT_SECRET_TEXT + 1];
	char token[CRYPT_SECRET_TEXT + 1]; /* empty until the code was used */
	char challenge[CRYPT_SECRET_TEXT + 1];
	char fault[32];
	int64_t person;
	time_t made;
};

static struct grant grants[GRANTS];
static unsigned next_grant;

static void
copy(char *dst, size_t size, const char *src)
{
	snprintf(dst, size, "%s", src == NULL ? "" : src);
}

static const char *
param(struct demo *d, const char *from, const char *name)
{
	const char *value = query_value(d->mem, from, name);

	return value == NULL ? "" : value;
}

/* The one client that is registered here. */
static bool
is_client(struct demo *d, const char *from)
{
	const char *id = getenv("OAUTH_CLIENT_ID");
	const char *redirect = getenv("OAUTH_REDIRECT_URL");

	return id != NULL && redirect != NULL && strcmp(param(d, from, "client_id"), id) == 0 &&
	       strcmp(param(d, from, "redirect_uri"), redirect) == 0;
}

static struct json_object *
person_find(struct demo *d, int64_t id)
{
	struct json_object *persons;

	if (!json_object_object_get_ex(d->world, "persons", &persons))
		return NULL;
	for (size_t i = 0; i < json_object_array_length(persons); i++) {
		struct json_object *p = json_object_array_get_idx(persons, i);
		struct json_object *value;

		if (json_object_object_get_ex(p, "id", &value) &&
		    json_object_get_int64(value) == id)
			return p;
	}
	return NULL;
}

static const char *
person_text(struct json_object *person, const char *key)
{
	struct json_object *value;

	return json_object_object_get_ex(person, key, &value) ? json_object_get_string(value) : "";
}

static void
hidden(struct demo *d, const char *name)
{
	buf_printf(&d->body, "<input type=\"hidden\" name=\"%s\" value=\"", name);
	html_text(&d->body, str_of(param(d, d->query, name)));
	buf_text(&d->body, "\">");
}

static void
person_button(struct demo *d, struct json_object *person)
{
	buf_printf(&d->body, "<button name=\"person\" value=\"%s\">", person_text(person, "id"));
	html_text(&d->body, str_of(person_text(person, "firstName")));
	buf_text(&d->body, " ");
	html_text(&d->body, str_of(person_text(person, "lastName")));
	buf_text(&d->body, "</button>");
}

void
demo_authorize_page(struct demo *d)
{
	struct json_object *persons;

	if (!is_client(d, d->query)) {
		demo_json(d, 404, "{\"message\":\"unknown client\"}");
		return;
	}
	buf_text(&d->body, MSG_DEMO_HEAD "<form method=\"post\" action=\"/oauth/authorize\">");
	hidden(d, "client_id");
	hidden(d, "redirect_uri");
	hidden(d, "state");
	hidden(d, "code_challenge");
	json_object_object_get_ex(d->world, "persons", &persons);
	for (size_t i = 0; i < json_object_array_length(persons); i++)
		person_button(d, json_object_array_get_idx(persons, i));
	buf_text(&d->body, MSG_DEMO_DENY "</form></main></body></html>");
}

static void
send_back(struct demo *d, const char *name, const char *value)
{
	struct buf b;

	buf_init(&b, d->mem, 512);
	buf_printf(&b, "%s?%s=%s&state=", getenv("OAUTH_REDIRECT_URL"), name, value);
	url_arg(&b, str_of(param(d, d->form, "state")));
	d->status = 302;
	d->location = b.p;
}

void
demo_authorize(struct demo *d)
{
	struct grant *g = &grants[next_grant % GRANTS];
	int64_t person;

	if (!is_client(d, d->form)) {
		demo_json(d, 404, "{\"message\":\"unknown client\"}");
		return;
	}
	if (!str_i64(str_of(param(d, d->form, "person")), 1, INT32_MAX, &person) ||
	    person_find(d, person) == NULL) {
		send_back(d, "error", "access_denied");
		return;
	}
	next_grant++;
	*g = (struct grant){ .person = person, .made = time(NULL) };
	copy(g->code, sizeof(g->code), crypt_secret(d->mem));
	copy(g->challenge, sizeof(g->challenge), param(d, d->form, "code_challenge"));
	copy(g->fault, sizeof(g->fault), param(d, d->form, "fault"));
	send_back(d, "code", g->code);
}

static int
status_of(const char *digits)
{
	int64_t status;

	return str_i64(str_of(digits), 400, 599, &status) ? (int)status : 500;
}

/* What a broken system answers instead; false where the fault is none for this address. */
static bool
failed(struct demo *d, const char *fault, const char *where)
{
	const struct timespec long_time = { 30, 0 };
	const size_t n = strlen(where);

	if (strncmp(fault, where, n) != 0 || fault[n] != '-')
		return false;
	fault += n + 1;
	if (strcmp(fault, "html") == 0)
		buf_text(&d->body, "<!doctype html><title>Login</title>");
	else if (strcmp(fault, "cut") == 0)
		demo_json(d, 200, "{\"access_token\":\"abc");
	else if (strcmp(fault, "empty") == 0)
		demo_json(d, 200, "{}");
	else if (strcmp(fault, "redirect") == 0) {
		d->status = 302;
		d->location = "/oauth/authorize";
	} else if (strcmp(fault, "slow") == 0)
		nanosleep(&long_time, NULL);
	else
		demo_json(d, status_of(fault), "{\"message\":\"fault on request\"}");
	return true;
}

static bool
verifier_fits(struct demo *d, const struct grant *g)
{
	const char *verifier = param(d, d->form, "code_verifier");
	unsigned char hash[CRYPT_HASH];

	crypt_hash(verifier, strlen(verifier), hash);
	return crypt_equal(g->challenge, base64url(d->mem, hash, sizeof(hash)));
}

static struct grant *
grant_find(const char *code)
{
	for (size_t i = 0; i < GRANTS; i++)
		if (*code != '\0' && strcmp(grants[i].code, code) == 0)
			return &grants[i];
	return NULL;
}

void
demo_access_token(struct demo *d)
{
	struct grant *g = grant_find(param(d, d->form, "code"));

	if (g != NULL && failed(d, g->fault, "token"))
		return;
	if (g == NULL || *g->token != '\0' || g->made + LIFE_SECONDS < time(NULL) ||
	    !is_client(d, d->form) || !verifier_fits(d, g) ||
	    strcmp(param(d, d->form, "grant_type"), "authorization_code") != 0) {
		demo_json(d, 400,
		    "{\"error\":\"invalid_grant\","
		    "\"error_description\":\"The code is not valid (any more).\"}");
		return;
	}
	copy(g->token, sizeof(g->token), crypt_secret(d->mem));
	demo_json(d, 200,
	    mem_printf(d->mem,
		"{\"token_type\":\"Bearer\",\"expires_in\":3600,\"access_token\":\"%s\","
		"\"refresh_token\":\"demo\"}",
		g->token));
}

static struct grant *
grant_of_bearer(const char *header)
{
	static const char bearer[] = "Bearer ";

	if (strncmp(header, bearer, sizeof(bearer) - 1) != 0)
		return NULL;
	for (size_t i = 0; i < GRANTS; i++)
		if (*grants[i].token != '\0' &&
		    strcmp(grants[i].token, header + sizeof(bearer) - 1) == 0)
			return &grants[i];
	return NULL;
}

/* The fields stand at the top and once more in "data". */
void
demo_userinfo(struct demo *d)
{
	const struct grant *g = grant_of_bearer(fcgi_param(d->call, "HTTP_AUTHORIZATION"));
	struct json_object *person;
	const char *fields;

	if (g == NULL) {
		demo_json(d, 401, "{\"message\":\"Unauthorized\"}");
		return;
	}
	if (failed(d, g->fault, "userinfo"))
		return;
	person = person_find(d, g->person);
	fields = mem_printf(d->mem,
	    "\"id\":%s,\"sub\":%s,\"firstName\":\"%s\",\"lastName\":\"%s\","
	    "\"displayName\":\"%s %s\",\"imageUrl\":null,\"groups\":%s,\"roles\":%s",
	    person_text(person, "id"), person_text(person, "id"), person_text(person, "firstName"),
	    person_text(person, "lastName"), person_text(person, "firstName"),
	    person_text(person, "lastName"), person_text(person, "groups"),
	    person_text(person, "roles"));
	demo_json(d, 200, mem_printf(d->mem, "{\"data\":{%s},%s}", fields, fields));
}
