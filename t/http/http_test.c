/*
 * http_test: see the header.
 */
#include "http/http_test.h"

#include <stdlib.h>
#include <strings.h>
#include <time.h>

#include <curl/curl.h>
#include <json-c/json.h>

#include "base/buf.h"

static const char *
need_env(const char *name)
{
	const char *value = getenv(name);

	ck_assert_msg(value != NULL, "%s is not set; run the tests by make", name);
	return value;
}

struct cx *
http_begin(void)
{
	struct cx *cx = unit_cx();

	cx->db = db_new(NULL, need_env("DATABASE_URL"));
	return cx;
}

void
http_end(struct cx *cx)
{
	talloc_free(cx->db);
	unit_done(cx);
}

static size_t
keep(char *p, size_t size, size_t n, void *b)
{
	buf_put(b, p, size * n);
	return size * n;
}

static void
drop_curl(void *curl)
{
	curl_easy_cleanup(curl);
}

struct client *
client_new(struct cx *cx)
{
	struct client *c = mem_zero(cx->mem, struct client);

	c->cx = cx;
	c->curl = mem_need(curl_easy_init());
	mem_defer(c, drop_curl, c->curl);
	curl_easy_setopt(c->curl, CURLOPT_COOKIEFILE, "");
	curl_easy_setopt(c->curl, CURLOPT_SSL_VERIFYPEER, 0L); /* the stack's own certificate */
	curl_easy_setopt(c->curl, CURLOPT_SSL_VERIFYHOST, 0L);
	curl_easy_setopt(c->curl, CURLOPT_TIMEOUT, 20L);
	curl_easy_setopt(c->curl, CURLOPT_PATH_AS_IS, 1L);
	curl_easy_setopt(c->curl, CURLOPT_WRITEFUNCTION, keep);
	curl_easy_setopt(c->curl, CURLOPT_HEADERFUNCTION, keep);
	return c;
}

void
client_extra(struct client *c, const char *line)
{
	size_t n = 0;

	while (c->extra[n] != NULL)
		n++;
	ck_assert_uint_lt(n, nelem(c->extra) - 1);
	c->extra[n] = mem_text(c, line);
}

static bool
has_extra(const struct client *c, const char *name)
{
	for (size_t i = 0; c->extra[i] != NULL; i++)
		if (strncasecmp(c->extra[i], name, strlen(name)) == 0)
			return true;
	return false;
}

static struct curl_slist *
header_lines(struct client *c, const char *method, const char *json)
{
	struct curl_slist *lines = curl_slist_append(NULL, "Expect:");
	const char *token = client_cookie(c, "XSRF-TOKEN");

	if (json != NULL && !has_extra(c, "Content-Type:"))
		lines = curl_slist_append(lines, "Content-Type: application/json");
	if (strcmp(method, "GET") != 0 && token != NULL && !has_extra(c, "X-XSRF-TOKEN"))
		lines = curl_slist_append(lines, mem_printf(c, "X-XSRF-TOKEN: %s", token));
	for (size_t i = 0; c->extra[i] != NULL; i++)
		lines = curl_slist_append(lines, c->extra[i]);
	memset(c->extra, 0, sizeof(c->extra));
	return lines;
}

void
client_send(struct client *c, const char *method, const char *path, const char *json)
{
	struct curl_slist *lines = header_lines(c, method, json);
	CURLcode rc;

	buf_init(&c->headers, c, 1024);
	buf_init(&c->body, c, 4096);
	curl_easy_setopt(c->curl, CURLOPT_URL,
	    mem_printf(c, "%s%s", path[0] == '/' ? need_env("APP_URL") : "", path));
	curl_easy_setopt(c->curl, CURLOPT_CUSTOMREQUEST, method);
	curl_easy_setopt(c->curl, CURLOPT_POSTFIELDS, json);
	curl_easy_setopt(c->curl, CURLOPT_HTTPGET, json == NULL ? 1L : 0L);
	if (json != NULL)
		curl_easy_setopt(c->curl, CURLOPT_POSTFIELDSIZE, (long)strlen(json));
	if (strcmp(method, "HEAD") == 0)
		curl_easy_setopt(c->curl, CURLOPT_NOBODY, 1L);
	curl_easy_setopt(c->curl, CURLOPT_HTTPHEADER, lines);
	curl_easy_setopt(c->curl, CURLOPT_WRITEDATA, &c->body);
	curl_easy_setopt(c->curl, CURLOPT_HEADERDATA, &c->headers);
	rc = curl_easy_perform(c->curl);
	curl_slist_free_all(lines);
	c->status = 0;
	curl_easy_getinfo(c->curl, CURLINFO_RESPONSE_CODE, &c->status);
	ck_assert_msg(rc == CURLE_OK, "%s %s: %s", method, path, curl_easy_strerror(rc));
}

void
client_get(struct client *c, const char *path)
{
	client_send(c, "GET", path, NULL);
}

static const char *
asset_version(struct client *c)
{
	struct client *other = client_new(c->cx);
	const char *object;
	struct json_object *page;
	struct json_object *version;
	const char *text;

	client_get(other, "/login");
	object = client_page_object(other);
	page = json_tokener_parse(object);
	ck_assert(json_object_object_get_ex(page, "version", &version));
	text = mem_text(c, json_object_get_string(version));
	json_object_put(page);
	return text;
}

void
client_visit(struct client *c, const char *path)
{
	client_extra(c, "X-Inertia: true");
	if (!has_extra(c, "X-Inertia-Version:"))
		client_extra(c, mem_printf(c, "X-Inertia-Version: %s", asset_version(c)));
	client_get(c, path);
}

struct client *
client_signed_in(struct cx *cx, int person)
{
	struct client *c = client_new(cx);

	client_get(c, "/login");
	ck_assert_int_eq(c->status, 200);
	client_send(c, "POST", "/dev-login", mem_printf(cx->mem, "{\"user\":%d}", person));
	ck_assert_int_eq(c->status, 303);
	ck_assert_ptr_nonnull(client_cookie(c, client_session_name(cx)));
	return c;
}

const char *
client_header(const struct client *c, const char *name)
{
	const char *line = c->headers.p;
	const size_t n = strlen(name);

	while (line != NULL && *line != '\0') {
		if (strncasecmp(line, name, n) == 0 && line[n] == ':') {
			line += n + 1 + strspn(line + n + 1, " ");
			return mem_textn(c->cx->mem, line, strcspn(line, "\r\n"));
		}
		line = strchr(line, '\n');
		line = line == NULL ? NULL : line + 1;
	}
	return NULL;
}

/* A cookie's line has seven fields: domain, subdomains, path, secure, expiry, name, value. */
const char *
client_cookie(const struct client *c, const char *name)
{
	struct curl_slist *all = NULL;
	const char *found = NULL;

	curl_easy_getinfo(c->curl, CURLINFO_COOKIELIST, &all);
	for (struct curl_slist *s = all; s != NULL; s = s->next) {
		struct str rest = str_of(s->data);
		struct str part[7] = { 0 };

		for (size_t i = 0; i < nelem(part); i++)
			if (!str_cut(&rest, '\t', &part[i]))
				break;
		if (str_is(part[5], name))
			found = mem_textn(c->cx->mem, part[6].p, part[6].n);
	}
	curl_slist_free_all(all);
	return found;
}

void
client_set_cookie(struct client *c, const char *name, const char *value)
{
	curl_easy_setopt(c->curl, CURLOPT_COOKIELIST,
	    mem_printf(c, "127.0.0.1\tFALSE\t/\t%s\t0\t%s\t%s",
		strncmp(name, "__Host-", 7) == 0 ? "TRUE" : "FALSE", name, value));
}

const char *
client_session_name(struct cx *cx)
{
	const char *url = need_env("APP_URL");

	if (strncmp(url, "https:", 6) == 0)
		return "__Host-sakristei";
	return mem_printf(cx->mem, "sakristei_%s", strrchr(url, ':') + 1);
}

static void
drop_json(void *o)
{
	json_object_put(o);
}

struct json_object *
client_json(const struct client *c)
{
	struct json_object *o = json_tokener_parse(c->body.p);

	ck_assert_msg(o != NULL, "no JSON (status %ld): %.300s", c->status, c->body.p);
	mem_defer(c->cx->mem, drop_json, o);
	return o;
}

const char *
client_value(const struct client *c, const char *path)
{
	struct json_object *o = client_json(c);
	struct str rest = str_of(path);
	struct str key;

	while (o != NULL && str_cut(&rest, '.', &key)) {
		struct json_object *next = NULL;
		int64_t at;

		if (json_object_is_type(o, json_type_array) && str_i64(key, 0, 1000, &at))
			next = json_object_array_get_idx(o, (size_t)at);
		else if (json_object_is_type(o, json_type_object))
			json_object_object_get_ex(o, mem_textn(c->cx->mem, key.p, key.n), &next);
		o = next;
	}
	return o == NULL ? NULL : json_object_get_string(o);
}

const char *
client_page_object(const struct client *c)
{
	static const char begin[] = "type=\"application/json\">";
	const char *from = strstr(c->body.p, begin);
	const char *to = from == NULL ? NULL : strstr(from, "</script>");

	ck_assert_msg(to != NULL, "no page object in: %.300s", c->body.p);
	from += strlen(begin);
	return mem_textn(c->cx->mem, from, (size_t)(to - from));
}

const char *
log_line_with(struct cx *cx, const char *file, const char *text)
{
	char *path = mem_printf(cx->mem, "%s/log/%s", need_env("STACK_DIR"), file);
	const char *found = NULL;
	char *line = NULL;
	size_t cap = 0;
	FILE *f = fopen(path, "re");

	ck_assert_msg(f != NULL, "no log %s", path);
	while (found == NULL && getline(&line, &cap, f) > 0)
		if (strstr(line, text) != NULL)
			found = mem_text(cx->mem, line);
	free(line);
	fclose(f);
	return found;
}

bool
log_has(struct cx *cx, const char *file, const char *text)
{
	const struct timespec pause = { 0, 20 * 1000 * 1000 };

	for (int i = 0; i < 100; i++) {
		if (log_line_with(cx, file, text) != NULL)
			return true;
		nanosleep(&pause, NULL); /* the line is written after the answer was sent */
	}
	return false;
}
