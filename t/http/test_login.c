/*
 * Signing in through the external system: the whole way, and every way it can fail.
 */
#include "http/http_test.h"

#include <stdlib.h>

#include "base/enc.h"
#include "q/test.h"

/* Sends the browser off and returns the address of the external system it was sent to. */
static const char *
set_off(struct client *c)
{
	client_get(c, "/login/redirect");
	ck_assert_int_eq(c->status, 303);
	return client_header(c, "Location");
}

/* A value in the address's query. */
static const char *
query_of(struct client *c, const char *address, const char *name)
{
	const char *value = query_value(c->cx->mem, strchr(address, '?') + 1, name);

	ck_assert_msg(value != NULL, "%s is missing in %s", name, address);
	return value;
}

static void
form_field(struct buf *b, const char *name, const char *value)
{
	buf_printf(b, "&%s=", name);
	url_arg(b, str_of(value));
}

/* Answers the consent page; returns the path that leads back. */
static const char *
consent(struct client *c, const char *address, const char *answer, const char *challenge)
{
	struct buf form;
	const char *back;

	buf_init(&form, c->cx->mem, 512);
	buf_text(&form, answer);
	form_field(&form, "client_id", query_of(c, address, "client_id"));
	form_field(&form, "redirect_uri", query_of(c, address, "redirect_uri"));
	form_field(&form, "state", query_of(c, address, "state"));
	form_field(&form, "code_challenge",
	    challenge != NULL ? challenge : query_of(c, address, "code_challenge"));
	client_extra(c, "Content-Type: application/x-www-form-urlencoded");
	client_send(
	    c, "POST", mem_printf(c->cx->mem, "%s/oauth/authorize", getenv("EXT_URL")), form.p);
	ck_assert_int_eq(c->status, 302);
	back = client_header(c, "Location");
	ck_assert_ptr_eq(strstr(back, getenv("APP_URL")), back);
	return back + strlen(getenv("APP_URL"));
}

/* The login page with a reason, and nobody signed in. */
static void
check_refused(struct client *c, long status, const char *reason)
{
	ck_assert_int_eq(c->status, status);
	ck_assert_ptr_nonnull(strstr(client_page_object(c), "\"component\":\"login\""));
	ck_assert_ptr_nonnull(strstr(client_page_object(c), "\"loginUrl\":\"/login/redirect\""));
	ck_assert_msg(strstr(client_page_object(c), reason) != NULL, "%s", client_page_object(c));
	ck_assert_ptr_null(client_cookie(c, client_session_name(c->cx)));
	client_get(c, "/services");
	ck_assert_int_eq(c->status, 303);
}

START_TEST(a_person_comes_in_and_is_known)
{
	struct cx *cx = http_begin();
	struct client *c = client_new(cx);
	struct rows rows;
	const char *address;

	client_get(c, "/login");
	ck_assert_ptr_nonnull(strstr(client_page_object(c), "\"loginUrl\":\"/login/redirect\""));
	address = set_off(c);
	ck_assert_str_eq(query_of(c, address, "response_type"), "code");
	ck_assert_str_eq(query_of(c, address, "code_challenge_method"), "S256");
	client_get(c, address);
	ck_assert_ptr_nonnull(strstr(c->body.p, "J\xc3\xb6rg Gr\xc3\xb6\xc3\x9f"
						"er"));
	client_get(c, consent(c, address, "person=4", NULL));
	ck_assert_int_eq(c->status, 303);
	ck_assert_str_eq(client_header(c, "Location"), "/");
	client_visit(c, "/services");
	ck_assert_str_eq(client_value(c, "props.auth.user.name"), "J\xc3\xb6rg Gr\xc3\xb6\xc3\x9f"
								  "er");
	ck_assert_int_eq(db_run(cx, &q_test_account, &rows, P_TEXT("4")), RC_OK);
	ck_assert_int_eq(rows.n, 1);
	ck_assert_str_eq(row_text(&rows, 0, "groups"), "[\"Alle Mitarbeiter\", \"Technik\"]");
	ck_assert_str_eq(row_text(&rows, 0, "roles"), "[\"Technik - Leiter\"]");
	http_end(cx);
}
END_TEST

START_TEST(a_denial_is_answered_with_a_way_to_try_again)
{
	struct cx *cx = http_begin();
	struct client *c = client_new(cx);

	client_get(c, consent(c, set_off(c), "deny=1", NULL));
	check_refused(c, 403, "abgebrochen");
	client_get(c, consent(c, set_off(c), "person=1", NULL));
	ck_assert_int_eq(c->status, 303);
	http_end(cx);
}
END_TEST

START_TEST(who_is_in_no_allowed_group_stays_outside)
{
	struct cx *cx = http_begin();
	struct client *c = client_new(cx);
	struct rows rows;

	client_get(c, consent(c, set_off(c), "person=5", NULL));
	check_refused(c, 403, "keiner Gruppe");
	ck_assert_int_eq(db_run(cx, &q_test_account, &rows, P_TEXT("5")), RC_OK);
	ck_assert_int_eq(rows.n, 0);
	http_end(cx);
}
END_TEST

START_TEST(the_way_back_works_once)
{
	struct cx *cx = http_begin();
	struct client *c = client_new(cx);
	struct client *again = client_new(cx);
	const char *back = consent(c, set_off(c), "person=1", NULL);
	const char *name = client_session_name(cx)[0] == '_'
	                       ? "__Host-sakristei-login"
	                       : mem_printf(cx->mem, "sakristei_login_%s", getenv("PORT"));

	client_set_cookie(again, name, client_cookie(c, name));
	client_get(c, back);
	ck_assert_int_eq(c->status, 303);
	client_get(again, back);
	check_refused(again, 419, "geh\xc3\xb6rt nicht zu diesem Browser");
	http_end(cx);
}
END_TEST

START_TEST(another_browsers_way_back_leads_nowhere)
{
	struct cx *cx = http_begin();
	struct client *victim = client_new(cx);
	struct client *attacker = client_new(cx);
	const char *back = consent(attacker, set_off(attacker), "person=2", NULL);

	client_get(victim, back); /* a link in a mail */
	check_refused(victim, 419, "geh\xc3\xb6rt nicht zu diesem Browser");
	set_off(victim); /* also while the victim is signing in */
	client_get(victim, back);
	check_refused(victim, 419, "geh\xc3\xb6rt nicht zu diesem Browser");
	http_end(cx);
}
END_TEST

static const char *const bad_ways[] = { "/login/callback", "/login/callback?code=x",
	"/login/callback?state=x", "/login/callback?code=x&state=x",
	"/login/callback?error=access_denied", "/login/callback?code=%00&state=%ff" };

START_TEST(a_way_back_without_the_right_state_is_refused)
{
	struct cx *cx = http_begin();
	struct client *c = client_new(cx);

	set_off(c);
	client_get(c, bad_ways[_i]);
	check_refused(c, 419, "geh\xc3\xb6rt nicht zu diesem Browser");
	http_end(cx);
}
END_TEST

START_TEST(an_attempt_ends_after_ten_minutes)
{
	struct cx *cx = http_begin();
	struct client *c = client_new(cx);
	struct rows rows;
	const char *back = consent(c, set_off(c), "person=1", NULL);

	ck_assert_int_eq(db_do(cx, &q_test_attempt_age), RC_OK);
	client_get(c, back);
	check_refused(c, 419, "10 Minuten");
	ck_assert_int_eq(db_do(cx, &q_test_attempt_age), RC_OK);
	set_off(c); /* sweeps what is over */
	ck_assert_int_eq(db_run(cx, &q_test_attempts, &rows), RC_OK);
	ck_assert_int_eq(row_i64(&rows, 0, "n"), 1);
	http_end(cx);
}
END_TEST

static const char *const faults[] = { "token-400", "token-429", "token-500", "token-html",
	"token-cut", "token-empty", "token-redirect", "userinfo-401", "userinfo-503",
	"userinfo-html", "userinfo-cut", "userinfo-empty", "userinfo-redirect" };

START_TEST(a_broken_external_system_is_said_to_be_broken)
{
	struct cx *cx = http_begin();
	struct client *c = client_new(cx);
	const char *answer = mem_printf(cx->mem, "person=1&fault=%s", faults[_i]);

	client_get(c, consent(c, set_off(c), answer, NULL));
	check_refused(c, 502, "nicht wie erwartet");
	http_end(cx);
}
END_TEST

START_TEST(a_code_is_worth_nothing_without_its_verifier)
{
	struct cx *cx = http_begin();
	struct client *c = client_new(cx);

	client_get(
	    c, consent(c, set_off(c), "person=1", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"));
	check_refused(c, 502, "nicht wie erwartet");
	http_end(cx);
}
END_TEST

START_TEST(the_calls_of_a_sign_in_are_kept_without_their_secrets)
{
	struct cx *cx = http_begin();
	struct client *c = client_new(cx);
	struct rows rows;

	ck_assert_int_eq(db_do(cx, &q_test_api_requests_clear), RC_OK);
	client_get(c, consent(c, set_off(c), "person=4", NULL));
	ck_assert_int_eq(c->status, 303);
	ck_assert_int_eq(db_run(cx, &q_test_api_requests, &rows), RC_OK);
	ck_assert_int_eq(rows.n, 2);
	ck_assert_str_eq(row_text(&rows, 0, "method"), "POST");
	ck_assert_ptr_nonnull(strstr(row_text(&rows, 0, "url"), "/oauth/access_token"));
	ck_assert_ptr_nonnull(strstr(row_text(&rows, 0, "request_body"), "&code=[redacted]&"));
	ck_assert_ptr_nonnull(
	    strstr(row_text(&rows, 0, "request_body"), "code_verifier=[redacted]"));
	ck_assert_ptr_nonnull(
	    strstr(row_text(&rows, 0, "response_body"), "\"access_token\":\"[redacted]\""));
	ck_assert_int_eq(row_i64(&rows, 0, "status"), 200);
	ck_assert_str_eq(row_text(&rows, 1, "method"), "GET");
	ck_assert_str_eq(row_text(&rows, 1, "request_headers"), "Authorization: Bearer [redacted]");
	ck_assert_ptr_nonnull(strstr(row_text(&rows, 1, "response_body"), "J\xc3\xb6rg"));
	ck_assert(row_bool(&rows, 1, "has_duration"));
	http_end(cx);
}
END_TEST

START_TEST(a_failed_call_is_kept_with_what_came)
{
	struct cx *cx = http_begin();
	struct client *c = client_new(cx);
	struct rows rows;

	ck_assert_int_eq(db_do(cx, &q_test_api_requests_clear), RC_OK);
	client_get(c, consent(c, set_off(c), "person=4&fault=token-503", NULL));
	ck_assert_int_eq(c->status, 502);
	ck_assert_int_eq(db_run(cx, &q_test_api_requests, &rows), RC_OK);
	ck_assert_int_eq(rows.n, 1);
	ck_assert_int_eq(row_i64(&rows, 0, "status"), 503);
	ck_assert_ptr_nonnull(strstr(row_text(&rows, 0, "response_body"), "fault on request"));
	http_end(cx);
}
END_TEST

Suite *
login_suite(void)
{
	Suite *s = suite_create("login");

	unit_add(s, a_person_comes_in_and_is_known);
	unit_add(s, a_denial_is_answered_with_a_way_to_try_again);
	unit_add(s, who_is_in_no_allowed_group_stays_outside);
	unit_add(s, the_way_back_works_once);
	unit_add(s, another_browsers_way_back_leads_nowhere);
	unit_loop(s, a_way_back_without_the_right_state_is_refused, bad_ways);
	unit_add(s, an_attempt_ends_after_ten_minutes);
	unit_loop(s, a_broken_external_system_is_said_to_be_broken, faults);
	unit_add(s, a_code_is_worth_nothing_without_its_verifier);
	unit_add(s, the_calls_of_a_sign_in_are_kept_without_their_secrets);
	unit_add(s, a_failed_call_is_kept_with_what_came);
	return s;
}
