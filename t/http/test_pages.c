/*
 * The page protocol, and what a browser gets around it: assets, headers, errors.
 */
#include "http/http_test.h"

#include <json-c/json.h>

#include "account/session.h"
#include "q/test.h"
#include "sys/tx.h"

START_TEST(the_first_visit_is_a_german_document_with_the_page_object)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);
	const char *token;

	client_get(anna, "/settings");
	ck_assert_int_eq(anna->status, 200);
	ck_assert_str_eq(client_header(anna, "Content-Type"), "text/html; charset=utf-8");
	ck_assert_ptr_nonnull(strcasestr(anna->headers.p, "Vary: X-Inertia"));
	ck_assert_str_eq(client_header(anna, "Cache-Control"), "no-store");
	ck_assert_ptr_nonnull(strstr(anna->body.p, "<html lang=\"de\">"));
	token = client_cookie(anna, "XSRF-TOKEN");
	ck_assert_ptr_nonnull(strstr(
	    anna->body.p, mem_printf(cx->mem, "<meta name=\"csrf-token\" content=\"%s\">", token)));
	ck_assert_ptr_nonnull(strstr(client_page_object(anna), "\"component\":\"settings\""));
	ck_assert_ptr_null(strchr(client_page_object(anna), '<'));
	http_end(cx);
}
END_TEST

START_TEST(a_later_visit_is_the_page_object_alone)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);

	client_visit(anna, "/services?archived=1");
	ck_assert_int_eq(anna->status, 200);
	ck_assert_str_eq(client_header(anna, "X-Inertia"), "true");
	ck_assert_ptr_nonnull(strcasestr(anna->headers.p, "Vary: X-Inertia"));
	ck_assert_str_eq(client_value(anna, "component"), "services");
	ck_assert_str_eq(client_value(anna, "url"), "/services?archived=1");
	ck_assert_str_eq(client_value(anna, "props.archived"), "true");
	ck_assert_str_eq(client_value(anna, "props.appEnv"), "testing");
	ck_assert_str_eq(client_value(anna, "props.page.number"), "1");
	ck_assert_ptr_nonnull(client_value(anna, "props.macroSettings"));
	http_end(cx);
}
END_TEST

START_TEST(a_browser_with_older_assets_loads_the_page_anew)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);

	client_extra(anna, "X-Inertia-Version: old");
	client_visit(anna, "/settings?a=b");
	ck_assert_int_eq(anna->status, 409);
	ck_assert_str_eq(client_header(anna, "X-Inertia-Location"), "/settings?a=b");
	ck_assert_ptr_nonnull(client_header(anna, "X-Inertia-Version"));
	http_end(cx);
}
END_TEST

START_TEST(a_page_never_takes_another_host_for_its_address)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);

	client_visit(anna, "//example.org/nope");
	ck_assert_str_eq(client_value(anna, "url"), "/example.org/nope");
	client_extra(anna, "X-Inertia-Version: old");
	client_visit(anna, "///settings");
	ck_assert_str_eq(client_header(anna, "X-Inertia-Location"), "/settings");
	http_end(cx);
}
END_TEST

START_TEST(a_partial_reload_gets_what_it_asks_for)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);

	client_extra(anna, "X-Inertia-Partial-Component: services");
	client_extra(anna, "X-Inertia-Partial-Data: services,archived");
	client_visit(anna, "/services");
	ck_assert_ptr_nonnull(client_value(anna, "props.services"));
	ck_assert_ptr_nonnull(client_value(anna, "props.archived"));
	ck_assert_ptr_null(client_value(anna, "props.page"));
	ck_assert_ptr_null(client_value(anna, "props.auth"));
	client_extra(anna, "X-Inertia-Partial-Component: services");
	client_extra(anna, "X-Inertia-Partial-Except: services");
	client_visit(anna, "/services");
	ck_assert_ptr_null(client_value(anna, "props.services"));
	ck_assert_ptr_nonnull(client_value(anna, "props.page"));
	client_extra(anna, "X-Inertia-Partial-Component: settings");
	client_extra(anna, "X-Inertia-Partial-Data: services");
	client_visit(anna, "/services"); /* another page's reload is a whole visit */
	ck_assert_ptr_nonnull(client_value(anna, "props.page"));
	http_end(cx);
}
END_TEST

START_TEST(a_message_is_shown_once_and_never_by_a_partial_reload)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);
	struct rows rows;

	ck_assert_int_eq(db_run(cx, &q_test_session_of, &rows, P_TEXT("test-1")), RC_OK);
	ck_assert_int_eq(
	    session_flash(cx, row_i64(&rows, 0, "id"), "success", "</script> gespeichert"), RC_OK);
	client_extra(anna, "X-Inertia-Partial-Component: services");
	client_extra(anna, "X-Inertia-Partial-Data: services");
	client_visit(anna, "/services");
	ck_assert_ptr_null(client_value(anna, "flash"));
	client_visit(anna, "/services");
	ck_assert_str_eq(client_value(anna, "flash.text"), "</script> gespeichert");
	ck_assert_str_eq(client_value(anna, "flash.kind"), "success");
	client_visit(anna, "/services");
	ck_assert_ptr_null(client_value(anna, "flash"));
	http_end(cx);
}
END_TEST

START_TEST(macro_settings_reach_every_page)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);

	ck_assert_int_eq(
	    db_do(cx, &q_test_setting_insert, P_TEXT("macro_test_role"), P_TEXT("17")), RC_OK);
	client_visit(anna, "/services");
	ck_assert_str_eq(client_value(anna, "props.macroSettings.macro_test_role"), "17");
	ck_assert_str_eq(client_value(anna, "props.auth.user.name"), "Anna Beispiel");
	ck_assert_int_eq(db_do(cx, &q_test_setting_delete, P_TEXT("macro_test_role")), RC_OK);
	http_end(cx);
}
END_TEST

static const struct {
	const char *method, *path;
	long status;
	const char *text;
} missing[] = {
	{ "GET", "/nope", 404, "nicht gefunden" },
	{ "GET", "/services/", 404, "nicht gefunden" },
	{ "GET", "/services/abc", 404, "nicht gefunden" },
	{ "GET", "/servicesx", 404, "nicht gefunden" },
	{ "GET", "/api/nope", 404, "nicht gefunden" },
	{ "DELETE", "/api/settings", 404, "nicht gefunden" },
	{ "GET", "/api/settings", 404, "nicht gefunden" },
	{ "GET", "/assets/nope.js", 404, "" },
};

START_TEST(what_is_not_there_is_404_in_german)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);
	const bool api = strncmp(missing[_i].path, "/api/", 5) == 0;

	client_send(anna, missing[_i].method, missing[_i].path, NULL);
	ck_assert_int_eq(anna->status, missing[_i].status);
	ck_assert_msg(strstr(anna->body.p, missing[_i].text) != NULL, "%.400s", anna->body.p);
	ck_assert_ptr_nonnull(
	    strstr(client_header(anna, "Content-Type"), api ? "application/json" : "text/html"));
	ck_assert_ptr_null(strstr(anna->body.p, "Not Found"));
	http_end(cx);
}
END_TEST

START_TEST(an_unknown_page_is_an_error_page_for_the_router_too)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);

	client_visit(anna, "/nope");
	ck_assert_int_eq(anna->status, 404);
	ck_assert_str_eq(client_header(anna, "X-Inertia"), "true");
	ck_assert_str_eq(client_value(anna, "component"), "error");
	ck_assert_str_eq(client_value(anna, "props.status"), "404");
	http_end(cx);
}
END_TEST

static const char *const page_numbers[] = { "0", "-1", "x", "1e9", "99999999999999999999", "",
	"%00" };

START_TEST(a_page_number_that_is_none_is_the_first)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);

	client_visit(anna, mem_printf(cx->mem, "/services?page=%s", page_numbers[_i]));
	ck_assert_int_eq(anna->status, 200);
	ck_assert_str_eq(client_value(anna, "props.page.number"), "1");
	http_end(cx);
}
END_TEST

START_TEST(services_come_from_the_database)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);

	ck_assert_int_eq(db_do(cx, &q_test_service_clear), RC_OK);
	ck_assert_int_eq(db_do(cx, &q_test_service, P_TEXT("http-1"), P_TEXT("Fest <b>&"),
			     P_TEXT("2999-05-24 08:00Z")),
	    RC_OK);
	client_get(anna, "/services");
	ck_assert_ptr_nonnull(strstr(anna->body.p, "\"title\":\"Fest \\u003cb>&\""));
	ck_assert_ptr_nonnull(strstr(anna->body.p, "\"starts_at\":\"2999-05-24T08:00:00Z\""));
	ck_assert_ptr_nonnull(strstr(anna->body.p, "\"has_agenda\":false"));
	ck_assert_int_eq(db_do(cx, &q_test_service_clear), RC_OK);
	http_end(cx);
}
END_TEST

static const char *const secured[] = { "/login", "/services", "/nope", "/assets/nope.js",
	"/api/x" };

START_TEST(every_answer_carries_the_security_headers)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);
	const char *policy;

	client_get(anna, secured[_i]);
	policy = client_header(anna, "Content-Security-Policy");
	ck_assert_ptr_nonnull(policy);
	ck_assert_ptr_nonnull(strstr(policy, "default-src 'none'"));
	ck_assert_ptr_null(strstr(policy, "unsafe"));
	ck_assert_str_eq(client_header(anna, "X-Content-Type-Options"), "nosniff");
	ck_assert_ptr_nonnull(client_header(anna, "Referrer-Policy"));
	ck_assert_ptr_nonnull(client_header(anna, "X-Request-Id"));
	ck_assert_int_eq(client_header(anna, "Strict-Transport-Security") != NULL,
	    client_session_name(cx)[0] == '_');
	http_end(cx);
}
END_TEST

START_TEST(assets_are_kept_for_good_and_sent_compressed)
{
	struct cx *cx = http_begin();
	struct client *c = client_new(cx);
	const char *path;

	client_get(c, "/login");
	path = strstr(c->body.p, "/assets/");
	ck_assert_ptr_nonnull(path);
	path = mem_textn(cx->mem, path, strcspn(path, "\""));
	client_extra(c, "Accept-Encoding: gzip");
	client_get(c, path);
	ck_assert_int_eq(c->status, 200);
	ck_assert_ptr_nonnull(strstr(client_header(c, "Cache-Control"), "immutable"));
	client_get(c, "/favicon.svg");
	ck_assert_int_eq(c->status, 200);
	client_get(c, "/pages.tsv");
	ck_assert_int_eq(c->status, 303);
	http_end(cx);
}
END_TEST

Suite *
pages_suite(void)
{
	Suite *s = suite_create("pages");

	unit_add(s, the_first_visit_is_a_german_document_with_the_page_object);
	unit_add(s, a_later_visit_is_the_page_object_alone);
	unit_add(s, a_browser_with_older_assets_loads_the_page_anew);
	unit_add(s, a_page_never_takes_another_host_for_its_address);
	unit_add(s, a_partial_reload_gets_what_it_asks_for);
	unit_add(s, a_message_is_shown_once_and_never_by_a_partial_reload);
	unit_add(s, macro_settings_reach_every_page);
	unit_loop(s, what_is_not_there_is_404_in_german, missing);
	unit_add(s, an_unknown_page_is_an_error_page_for_the_router_too);
	unit_loop(s, a_page_number_that_is_none_is_the_first, page_numbers);
	unit_add(s, services_come_from_the_database);
	unit_loop(s, every_answer_carries_the_security_headers, secured);
	unit_add(s, assets_are_kept_for_good_and_sent_compressed);
	return s;
}
