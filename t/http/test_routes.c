/*
 * Every route that a program prints reaches that program through nginx.
 */
#include "http/http_test.h"

#include <stdlib.h>

static const char *const programs[] = { "auth", "login", "services", "settings" };

/* The path of a pattern, with a number, a slug or a UUID where it has a %. */
static const char *
example_path(struct cx *cx, const char *pattern)
{
	struct buf b;

	buf_init(&b, cx->mem, 64);
	for (const char *p = pattern; *p != '\0'; p++) {
		if (*p != '%')
			buf_put(&b, p, 1);
		else if (*++p == 'd')
			buf_text(&b, "1");
		else
			buf_text(&b, *p == 's' ? "a" : "00000000-0000-0000-0000-000000000000");
	}
	return b.p;
}

static void
check_route(struct cx *cx, struct client *c, const char *program, const char *line)
{
	char method[16];
	char pattern[128];
	char *log = mem_printf(cx->mem, "%s.log", program);

	ck_assert_int_eq(sscanf(line, "%15s %127s", method, pattern), 2);
	if (strncmp(pattern, "/internal/", 10) == 0)
		return; /* reached by every other request of this test, and by no browser */
	client_extra(c, "X-XSRF-TOKEN: stale"); /* so that a write changes nothing */
	client_send(c, method, example_path(cx, pattern), strcmp(method, "GET") == 0 ? NULL : "{}");
	ck_assert_msg(log_has(cx, log,
			  mem_printf(cx->mem, "rid=%s method=%s route=%s ",
			      client_header(c, "X-Request-Id"), method, pattern)),
	    "%s %s does not reach %s", method, pattern, program);
}

START_TEST(every_route_reaches_its_program)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);
	FILE *routes =
	    popen(mem_printf(cx->mem, "%s/%s --routes", getenv("BIN"), programs[_i]), "r");
	char *line = NULL;
	size_t cap = 0;
	int n = 0;

	ck_assert_ptr_nonnull(routes);
	for (; getline(&line, &cap, routes) > 0; n++)
		check_route(cx, anna, programs[_i], line);
	free(line);
	ck_assert_int_eq(pclose(routes), 0);
	ck_assert_int_gt(n, 0);
	http_end(cx);
}
END_TEST

Suite *
routes_suite(void)
{
	Suite *s = suite_create("routes");

	unit_loop(s, every_route_reaches_its_program, programs);
	return s;
}
