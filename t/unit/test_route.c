/*
 * Matching paths, and what makes a row of a route table complete.
 */
#include "unit/unit.h"

#include "web/route.h"

static const struct {
	const char *path;
	int64_t id; /* -1: no match */
} ids[] = {
	{ "/api/songs/7", 7 },
	{ "/api/songs/9223372036854775807", INT64_MAX },
	{ "/api/songs/0", -1 },
	{ "/api/songs/07", -1 },
	{ "/api/songs/-7", -1 },
	{ "/api/songs/7x", -1 },
	{ "/api/songs/", -1 },
	{ "/api/songs/7/", -1 },
	{ "/api/songs/7/8", -1 },
	{ "/api/song", -1 },
	{ "/api/songs/99999999999999999999", -1 },
	{ "", -1 },
};

START_TEST(an_id_is_a_positive_number)
{
	struct route_arg args[ROUTE_ARGS_MAX];
	const bool hit = path_match("/api/songs/%d", ids[_i].path, args);

	ck_assert_int_eq(hit ? args[0].i : -1, ids[_i].id);
}
END_TEST

static const struct {
	const char *pattern;
	const char *path;
	bool ok;
} paths[] = {
	{ "/", "/", true },
	{ "/", "", false },
	{ "/", "/x", false },
	{ "/services", "/services", true },
	{ "/services", "/services/", false },
	{ "/x/%s", "/x/a-b_9", true },
	{ "/x/%s", "/x/A", false },
	{ "/x/%s", "/x/", false },
	{ "/x/%s/y", "/x/a/y", true },
	{ "/x/%s/y", "/x/a/z", false },
	{ "/x/%u", "/x/01234567-89ab-cdef-0123-456789abcdef", true },
	{ "/x/%u", "/x/01234567-89ab-cdef-0123-456789abcde", false },
	{ "/x/%u", "/x/0123456789abcdef0123456789abcdef0123", false },
	{ "/%d/%d/%d/%d", "/1/2/3/4", true },
	{ "/%d/%d/%d/%d/%d", "/1/2/3/4/5", false },
};

START_TEST(a_path_fits_whole_or_not)
{
	struct route_arg args[ROUTE_ARGS_MAX];

	ck_assert_int_eq(path_match(paths[_i].pattern, paths[_i].path, args), paths[_i].ok);
}
END_TEST

static enum rc
handler(struct req *rq)
{
	(void)rq;
	return RC_OK;
}

static const struct {
	struct route row;
	bool ok;
} rows[] = {
	{ { "a", GET, "/a", handler, AUTH_USER, CSRF_OFF, TX_READ, 0 }, true },
	{ { "a", GET, "/a", handler, AUTH_OPEN, CSRF_OFF, TX_OFF, 0 }, true },
	{ { "a", PUT, "/a", handler, AUTH_USER, CSRF_TOKEN, TX_WRITE, 9 }, true },
	{ { "a", POST, "/a", handler, AUTH_OPEN, CSRF_ANON, TX_WRITE, 9 }, true },
	{ { "a", PUT, "/a", handler, AUTH_USER, CSRF_OFF, TX_WRITE, 9 }, false },
	{ { "a", PUT, "/a", handler, AUTH_USER, CSRF_TOKEN, TX_OFF, 9 }, false },
	{ { "a", DELETE, "/a", handler, AUTH_USER, CSRF_TOKEN, TX_READ, 0 }, false },
	{ { "a", PUT, "/a", handler, AUTH_OPEN, CSRF_TOKEN, TX_WRITE, 9 }, false },
	{ { "a", GET, "/a", handler, AUTH_USER, CSRF_OFF, TX_OFF, 0 }, false },
	{ { NULL, GET, "/a", handler, AUTH_USER, CSRF_OFF, TX_READ, 0 }, false },
	{ { "a", METHOD_NONE, "/a", handler, AUTH_USER, CSRF_OFF, TX_READ, 0 }, false },
	{ { "a", GET, NULL, handler, AUTH_USER, CSRF_OFF, TX_READ, 0 }, false },
	{ { "a", GET, "/a", NULL, AUTH_USER, CSRF_OFF, TX_READ, 0 }, false },
	{ { "a", GET, "/a", handler, AUTH_NONE, CSRF_OFF, TX_READ, 0 }, false },
	{ { "a", GET, "/a", handler, AUTH_USER, CSRF_UNSET, TX_READ, 0 }, false },
	{ { "a", GET, "/a", handler, AUTH_USER, CSRF_OFF, TX_UNSET, 0 }, false },
};

START_TEST(an_incomplete_row_or_an_open_write_is_refused)
{
	ck_assert_int_eq(route_complaint(&rows[_i].row) == NULL, rows[_i].ok);
}
END_TEST

START_TEST(a_route_is_found_by_method_and_path)
{
	static const struct route table[] = {
		{ "a.show", GET, "/a/%d", handler, AUTH_USER, CSRF_OFF, TX_READ, 0 },
		{ "a.update", PUT, "/a/%d", handler, AUTH_USER, CSRF_TOKEN, TX_WRITE, 9 },
	};
	struct route_arg args[ROUTE_ARGS_MAX];

	ck_assert_ptr_eq(route_find(table, 2, PUT, "/a/3", args), &table[1]);
	ck_assert_int_eq(args[0].i, 3);
	ck_assert_ptr_eq(route_find(table, 2, method_parse("HEAD"), "/a/3", args), &table[0]);
	ck_assert_ptr_null(route_find(table, 2, DELETE, "/a/3", args));
	ck_assert_ptr_null(route_find(table, 2, METHOD_NONE, "/a/3", args));
	ck_assert_int_eq(method_parse("TRACE"), METHOD_NONE);
	ck_assert_int_eq(method_parse(""), METHOD_NONE);
}
END_TEST

Suite *
route_suite(void)
{
	Suite *s = suite_create("route");

	unit_loop(s, an_id_is_a_positive_number, ids);
	unit_loop(s, a_path_fits_whole_or_not, paths);
	unit_loop(s, an_incomplete_row_or_an_open_write_is_refused, rows);
	unit_add(s, a_route_is_found_by_method_and_path);
	return s;
}
