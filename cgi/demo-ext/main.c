/*
 * demo-ext: dispatching. demo-ext WORLD.json answers the OAuth addresses of the external
 * system; nginx gives it a server of its own.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <json-c/json.h>

#include "base/log.h"
#include "base/rc.h"
#include "base/str.h"
#include "cgi/demo-ext/demo.h"

enum { FORM_MAX = 16 << 10 };

static const struct {
	const char *method;
	const char *path;
	void (*answer)(struct demo *);
} routes[] = {
	{ "GET", "/oauth/authorize", demo_authorize_page },
	{ "POST", "/oauth/authorize", demo_authorize },
	{ "POST", "/oauth/access_token", demo_access_token },
	{ "GET", "/oauth/userinfo", demo_userinfo },
};

void
demo_json(struct demo *d, int status, const char *json)
{
	d->status = status;
	d->type = "application/json";
	buf_text(&d->body, json);
}

static const char *
read_form(struct demo *d)
{
	char *form = mem_need(talloc_zero_size(d->mem, FORM_MAX + 1));

	fcgi_read(d->call, form, FORM_MAX);
	return form;
}

static void
dispatch(struct demo *d)
{
	const char *method = fcgi_param(d->call, "REQUEST_METHOD");
	const char *path = fcgi_param(d->call, "PATH_URI");

	for (size_t i = 0; i < nelem(routes); i++)
		if (strcmp(routes[i].method, method) == 0 && strcmp(routes[i].path, path) == 0) {
			routes[i].answer(d);
			return;
		}
	demo_json(d, 404, "{\"message\":\"not found\"}");
}

static bool
serve(struct fcgi_call *call, void *world)
{
	struct demo d = { .mem = mem_context(), .call = call, .world = world, .status = 200 };
	struct buf head;

	d.query = fcgi_param(call, "QUERY_STRING");
	d.form = read_form(&d);
	d.type = "text/html; charset=utf-8";
	buf_init(&d.body, d.mem, 4096);
	dispatch(&d);
	buf_init(&head, d.mem, 256);
	buf_printf(&head, "Status: %d\r\nContent-Type: %s\r\nCache-Control: no-store\r\n", d.status,
	    d.type);
	if (d.location != NULL)
		buf_printf(&head, "Location: %s\r\n", d.location);
	buf_text(&head, "\r\n");
	fcgi_write(call, head.p, head.n);
	fcgi_write(call, d.body.p, d.body.n);
	talloc_free(d.mem);
	return true;
}

int
main(int argc, char **argv)
{
	struct json_object *world;
	int status;

	log_name("demo-ext");
	if (argc != 2) {
		fputs("usage: demo-ext WORLD.json\n", stderr);
		return 64; /* EX_USAGE */
	}
	world = json_object_from_file(argv[1]);
	if (world == NULL) {
		log_line(LOG_ERROR, "event=bad_world path=\"%s\"", argv[1]);
		return 66; /* EX_NOINPUT */
	}
	status = fcgi_loop(serve, world);
	json_object_put(world);
	return status;
}
