/*
 * The session gate: who is not signed in sees and changes nothing, and nobody is
 * ever taken for somebody else.
 */
#include "http/http_test.h"

#include "q/test.h"

static const struct {
	const char *method, *path, *header;
	long status;
	const char *name, *value; /* a header of the answer */
} strangers[] = {
	{ "GET", "/", NULL, 303, "Location", "/login" },
	{ "GET", "/services", NULL, 303, "Location", "/login" },
	{ "GET", "/settings?x=1", NULL, 303, "Location", "/login" },
	{ "GET", "/no/such/page", NULL, 303, "Location", "/login" },
	{ "GET", "//settings", NULL, 303, "Location", "/login" },
	{ "GET", "/login/../settings", NULL, 303, "Location", "/login" },
	{ "GET", "/assets/../settings", NULL, 303, "Location", "/login" },
	{ "HEAD", "/settings", NULL, 303, "Location", "/login" },
	{ "GET", "/services", "X-Inertia: true", 409, "X-Inertia-Location", "/login" },
	{ "GET", "/nope", "X-Inertia: true", 409, "X-Inertia-Location", "/login" },
	{ "POST", "/logout", NULL, 303, "Location", "/login" },
	{ "POST", "/logout", "X-Inertia: true", 409, "X-Inertia-Location", "/login" },
	{ "PUT", "/api/settings", NULL, 401, "Content-Type", "application/json" },
	{ "GET", "/api/nope", NULL, 401, "Content-Type", "application/json" },
	{ "GET", "/internal/session", NULL, 404, NULL, NULL },
};

START_TEST(a_stranger_is_sent_to_the_login_page)
{
	struct cx *cx = http_begin();
	struct client *c = client_new(cx);
	const char *method = strangers[_i].method;

	if (strangers[_i].header != NULL)
		client_extra(c, strangers[_i].header);
	else
		client_extra(c, "Host: example.org");
	client_send(c, method, strangers[_i].path, method[0] == 'P' ? "{}" : NULL);
	ck_assert_int_eq(c->status, strangers[_i].status);
	if (strangers[_i].name != NULL) {
		const char *value = client_header(c, strangers[_i].name);

		ck_assert_ptr_nonnull(value);
		if (strcmp(strangers[_i].name, "Content-Type") == 0)
			ck_assert_ptr_nonnull(strstr(value, strangers[_i].value));
		else /* the path alone, no host that a client may have claimed */
			ck_assert_str_eq(value, strangers[_i].value);
		ck_assert_ptr_nonnull(strstr(client_header(c, "Cache-Control"), "no-store"));
	}
	if (c->status !=
	    303) /* nobody sees the body of a redirect; others must not be nginx's own */
		ck_assert_ptr_null(strstr(c->body.p, "<center>"));
	if (c->status == 401) {
		ck_assert_ptr_nonnull(strstr(client_value(c, "message"), "abgemeldet"));
		ck_assert_ptr_nonnull(client_value(c, "errors"));
		ck_assert_ptr_nonnull(client_value(c, "id"));
	}
	http_end(cx);
}
END_TEST

static const char *
name_on_page(struct client *c)
{
	client_visit(c, "/settings");
	ck_assert_int_eq(c->status, 200);
	return client_value(c, "props.auth.user.name");
}

START_TEST(two_users_and_a_stranger_alternating_never_see_each_other)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);
	struct client *ben = client_signed_in(cx, 2);
	struct client *stranger = client_new(cx);

	for (int i = 0; i < 60;
	     i++) { /* all of it well within the 5 s that nginx keeps an answer */
		ck_assert_str_eq(name_on_page(anna), "Anna Beispiel");
		ck_assert_str_eq(name_on_page(ben), "Ben Musikus");
		client_get(stranger, "/settings");
		ck_assert_int_eq(stranger->status, 303);
	}
	http_end(cx);
}
END_TEST

/* The number of Anna's session, as nginx tells it to the workers. */
static const char *
session_number(struct cx *cx)
{
	struct rows rows;

	ck_assert_int_eq(db_run(cx, &q_test_session_of, &rows, P_TEXT("test-1")), RC_OK);
	return row_text(&rows, 0, "id");
}

static const char *const identity_headers[] = { "AUTH_SESSION", "Auth-Session", "X-Session",
	"X-Auth-Session", "HTTP_AUTH_SESSION", "Http-Auth-Session", "SID", "X-SID", "Remote-User",
	"X-Forwarded-User" };

START_TEST(identity_that_a_client_claims_is_worth_nothing)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);
	struct client *ben = client_signed_in(cx, 2);
	struct client *stranger = client_new(cx);
	const char *number = session_number(cx);
	const char *claim = mem_printf(cx->mem, "%s: %s", identity_headers[_i], number);

	ck_assert_str_eq(name_on_page(anna), "Anna Beispiel");
	client_extra(ben, claim);
	ck_assert_str_eq(name_on_page(ben), "Ben Musikus");
	client_extra(stranger, claim);
	client_get(stranger, "/settings");
	ck_assert_int_eq(stranger->status, 303);
	client_extra(stranger, claim);
	client_send(stranger, "PUT", "/api/settings",
	    "{\"key\":\"sync_days_back\",\"value\":\"5\",\"revision\":0}");
	ck_assert_int_eq(stranger->status, 401);
	client_get(stranger,
	    mem_printf(cx->mem, "/settings?AUTH_SESSION=%s&X-Session=%s", number, number));
	ck_assert_int_eq(stranger->status, 303);
	http_end(cx);
}
END_TEST

/* What can stand in a session cookie without being one; %s: a valid value. */
static const char *const bad_cookies[] = { "", "x", "%sA", "A%s", "%.42s", "%.42s*", "*",
	"%.21s%%41%.20s" };

START_TEST(a_cookie_that_is_not_exactly_one_is_none)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);
	struct client *c = client_new(cx);
	const char *name = client_session_name(cx);
	const char *value = client_cookie(anna, name);
	char bad[128];

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	snprintf(bad, sizeof(bad), bad_cookies[_i], value, value);
#pragma GCC diagnostic pop
	client_extra(c, mem_printf(cx->mem, "Cookie: %s=%s", name, bad));
	client_get(c, "/settings");
	ck_assert_int_eq(c->status, 303);
	client_extra(c, mem_printf(cx->mem, "Cookie: x%s=%s", name, value));
	client_get(c, "/settings");
	ck_assert_int_eq(c->status, 303);
	http_end(cx);
}
END_TEST

START_TEST(of_two_session_cookies_one_person_comes_out)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);
	struct client *ben = client_signed_in(cx, 2);
	struct client *c = client_new(cx);
	const char *name = client_session_name(cx);
	const char *both = mem_printf(cx->mem, "Cookie: %s=%s; %s=%s", name,
	    client_cookie(anna, name), name, client_cookie(ben, name));

	ck_assert_str_eq(name_on_page(ben), "Ben Musikus");
	for (int i = 0; i < 3; i++) {
		client_extra(c, both);
		ck_assert_str_eq(name_on_page(c), "Anna Beispiel");
	}
	http_end(cx);
}
END_TEST

START_TEST(after_logout_the_old_cookie_reads_no_page_and_writes_nothing)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);
	struct client *thief = client_new(cx);
	const char *name = client_session_name(cx);
	struct rows rows;

	ck_assert_int_eq(db_do(cx, &q_test_setting_delete, P_TEXT("sync_days_back")), RC_OK);
	client_set_cookie(thief, name, client_cookie(anna, name));
	client_set_cookie(thief, "XSRF-TOKEN", client_cookie(anna, "XSRF-TOKEN"));
	ck_assert_str_eq(name_on_page(thief), "Anna Beispiel");
	client_send(anna, "POST", "/logout", "{}");
	ck_assert_int_eq(anna->status, 303);
	ck_assert_str_eq(client_header(anna, "Location"), "/login");
	client_get(thief, "/settings"); /* at once: nginx still keeps the session's answer */
	ck_assert_int_eq(thief->status, 303);
	ck_assert_ptr_null(strstr(thief->body.p, "Anna"));
	client_visit(thief, "/settings");
	ck_assert_int_eq(thief->status, 409);
	client_send(thief, "PUT", "/api/settings",
	    "{\"key\":\"sync_days_back\",\"value\":\"5\",\"revision\":0}");
	ck_assert_int_eq(thief->status, 401);
	ck_assert_int_eq(db_run(cx, &q_test_setting_value, &rows, P_TEXT("sync_days_back")), RC_OK);
	ck_assert_int_eq(rows.n, 0);
	client_get(anna, "/services");
	ck_assert_int_eq(anna->status, 303);
	http_end(cx);
}
END_TEST

START_TEST(the_kept_check_is_a_hit_in_the_log)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);
	const char *id;
	const char *line;

	client_get(anna, "/settings");
	client_get(anna, "/settings");
	id = client_header(anna, "X-Request-Id");
	ck_assert_ptr_nonnull(id);
	ck_assert(log_has(cx, "access.log", id));
	line = log_line_with(cx, "access.log", id);
	ck_assert_msg(strstr(line, "auth=HIT") != NULL, "%s", line);
	http_end(cx);
}
END_TEST

START_TEST(logs_hold_no_cookie_and_no_token)
{
	static const char *const logs[] = { "access.log", "auth.log", "login.log", "services.log",
		"settings.log" };
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);
	const char *cookie = client_cookie(anna, client_session_name(cx));
	const char *token = client_cookie(anna, "XSRF-TOKEN");

	client_get(anna, "/services");
	client_send(anna, "PUT", "/api/settings", "{}");
	client_get(anna, "/settings");
	client_send(anna, "POST", "/logout", "{}");
	ck_assert(log_has(cx, "auth.log", client_header(anna, "X-Request-Id")));
	for (size_t i = 0; i < nelem(logs); i++) {
		ck_assert_ptr_null(log_line_with(cx, logs[i], cookie));
		ck_assert_ptr_null(log_line_with(cx, logs[i], token));
	}
	http_end(cx);
}
END_TEST

START_TEST(the_session_cookie_is_out_of_reach_of_scripts)
{
	struct cx *cx = http_begin();
	struct client *c = client_new(cx);
	const bool https = client_session_name(cx)[0] == '_';
	const char *line;

	client_get(c, "/login");
	client_send(c, "POST", "/dev-login", "{}");
	line = strstr(c->headers.p, client_session_name(cx));
	ck_assert_ptr_nonnull(line);
	line = mem_textn(cx->mem, line, strcspn(line, "\r\n"));
	ck_assert_ptr_nonnull(strstr(line, "HttpOnly"));
	ck_assert_ptr_nonnull(strstr(line, "SameSite=Lax"));
	ck_assert_ptr_nonnull(strstr(line, "Path=/"));
	ck_assert_int_eq(strstr(line, "Secure") != NULL, https);
	ck_assert_ptr_null(strstr(line, "Domain"));
	http_end(cx);
}
END_TEST

static const struct {
	const char *header;
} forged[] = {
	{ "X-XSRF-TOKEN:" },
	{ "X-XSRF-TOKEN: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
	{ "Origin: https://example.org" },
	{ "Origin: null" },
};

START_TEST(a_write_without_the_right_token_and_origin_is_419)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);
	struct rows rows;

	ck_assert_int_eq(db_do(cx, &q_test_setting_delete, P_TEXT("sync_days_back")), RC_OK);
	client_extra(anna, forged[_i].header);
	client_send(anna, "PUT", "/api/settings",
	    "{\"key\":\"sync_days_back\",\"value\":\"5\",\"revision\":0}");
	ck_assert_int_eq(anna->status, 419);
	ck_assert_ptr_nonnull(client_value(anna, "message"));
	ck_assert_int_eq(db_run(cx, &q_test_setting_value, &rows, P_TEXT("sync_days_back")), RC_OK);
	ck_assert_int_eq(rows.n, 0);
	client_extra(anna, forged[_i].header);
	client_send(anna, "POST", "/logout", "{}");
	ck_assert_int_eq(anna->status, 419);
	client_get(anna, "/services");
	ck_assert_int_eq(anna->status, 200);
	http_end(cx);
}
END_TEST

START_TEST(another_users_token_is_a_foreign_one)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);
	struct client *ben = client_signed_in(cx, 2);

	client_extra(
	    anna, mem_printf(cx->mem, "X-XSRF-TOKEN: %s", client_cookie(ben, "XSRF-TOKEN")));
	client_send(anna, "POST", "/logout", "{}");
	ck_assert_int_eq(anna->status, 419);
	http_end(cx);
}
END_TEST

START_TEST(a_fresh_token_repairs_a_stale_one)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);

	client_set_cookie(anna, "XSRF-TOKEN", "stale");
	client_send(anna, "POST", "/logout", "{}");
	ck_assert_int_eq(anna->status, 419);
	client_get(anna, "/csrf-token");
	ck_assert_int_eq(anna->status, 204);
	ck_assert_ptr_nonnull(strstr(client_header(anna, "Cache-Control"), "no-store"));
	client_send(anna, "POST", "/logout", "{}");
	ck_assert_int_eq(anna->status, 303);
	http_end(cx);
}
END_TEST

START_TEST(a_signed_out_write_needs_the_token_of_its_own_pre_session)
{
	struct cx *cx = http_begin();
	struct client *c = client_new(cx);
	struct client *other = client_new(cx);

	client_send(c, "POST", "/dev-login", "{}");
	ck_assert_int_eq(c->status, 419);
	client_get(c, "/login");
	client_get(other, "/login");
	client_extra(
	    c, mem_printf(cx->mem, "X-XSRF-TOKEN: %s", client_cookie(other, "XSRF-TOKEN")));
	client_send(c, "POST", "/dev-login", "{}");
	ck_assert_int_eq(c->status, 419);
	client_extra(c, "Origin: https://example.org");
	client_send(c, "POST", "/dev-login", "{}");
	ck_assert_int_eq(c->status, 419);
	client_send(c, "POST", "/dev-login", "{\"user\":10}");
	ck_assert_int_eq(c->status, 422);
	client_send(c, "POST", "/dev-login", "{\"user\":2}");
	ck_assert_int_eq(c->status, 303);
	ck_assert_str_eq(client_header(c, "Location"), "/");
	ck_assert_str_eq(name_on_page(c), "Ben Musikus");
	http_end(cx);
}
END_TEST

START_TEST(whoever_is_signed_in_is_led_past_the_login_page)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);

	client_get(anna, "/login");
	ck_assert_int_eq(anna->status, 303);
	ck_assert_str_eq(client_header(anna, "Location"), "/");
	client_get(anna, "/");
	ck_assert_int_eq(anna->status, 303);
	ck_assert_str_eq(client_header(anna, "Location"), "/services");
	http_end(cx);
}
END_TEST

Suite *
gate_suite(void)
{
	Suite *s = suite_create("gate");

	unit_loop(s, a_stranger_is_sent_to_the_login_page, strangers);
	unit_add(s, two_users_and_a_stranger_alternating_never_see_each_other);
	unit_loop(s, identity_that_a_client_claims_is_worth_nothing, identity_headers);
	unit_loop(s, a_cookie_that_is_not_exactly_one_is_none, bad_cookies);
	unit_add(s, of_two_session_cookies_one_person_comes_out);
	unit_add(s, after_logout_the_old_cookie_reads_no_page_and_writes_nothing);
	unit_add(s, the_kept_check_is_a_hit_in_the_log);
	unit_add(s, logs_hold_no_cookie_and_no_token);
	unit_add(s, the_session_cookie_is_out_of_reach_of_scripts);
	unit_loop(s, a_write_without_the_right_token_and_origin_is_419, forged);
	unit_add(s, another_users_token_is_a_foreign_one);
	unit_add(s, a_fresh_token_repairs_a_stale_one);
	unit_add(s, a_signed_out_write_needs_the_token_of_its_own_pre_session);
	unit_add(s, whoever_is_signed_in_is_led_past_the_login_page);
	return s;
}
