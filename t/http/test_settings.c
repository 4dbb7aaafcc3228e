/*
 * Saving a setting: good, bad, and at the same time as somebody else.
 */
#include "http/http_test.h"

#include <stdlib.h>

#include "q/test.h"

static void
forget(struct cx *cx, const char *key)
{
	ck_assert_int_eq(db_do(cx, &q_test_setting_delete, P_TEXT(key)), RC_OK);
}

static const char *
stored(struct cx *cx, const char *key)
{
	struct rows rows;

	ck_assert_int_eq(db_run(cx, &q_test_setting_value, &rows, P_TEXT(key)), RC_OK);
	return rows.n == 0 ? NULL : row_text(&rows, 0, "value");
}

START_TEST(a_saved_value_comes_back_and_stays)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);

	forget(cx, "translation_language");
	client_send(anna, "PUT", "/api/settings",
	    "{\"key\":\"translation_language\",\"value\":\"Englisch\",\"revision\":0}");
	ck_assert_int_eq(anna->status, 200);
	ck_assert_str_eq(anna->body.p,
	    "{\"key\":\"translation_language\",\"value\":\"Englisch\",\"revision\":1}");
	ck_assert_str_eq(stored(cx, "translation_language"), "Englisch");
	client_visit(anna, "/settings");
	ck_assert_ptr_nonnull(strstr(anna->body.p, "\"value\":\"Englisch\",\"revision\":1"));
	forget(cx, "translation_language");
	http_end(cx);
}
END_TEST

START_TEST(the_later_of_two_people_is_told_and_gets_the_current_row)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);
	struct client *ben = client_signed_in(cx, 2);
	static const char by_ben[] = "{\"key\":\"sync_days_back\",\"value\":\"20\",\"revision\":0}";

	forget(cx, "sync_days_back");
	client_send(anna, "PUT", "/api/settings",
	    "{\"key\":\"sync_days_back\",\"value\":\"10\",\"revision\":0}");
	ck_assert_int_eq(anna->status, 200);
	client_send(ben, "PUT", "/api/settings", by_ben);
	ck_assert_int_eq(ben->status, 409);
	ck_assert_str_eq(client_value(ben, "current.value"), "10");
	ck_assert_str_eq(client_value(ben, "current.revision"), "1");
	ck_assert_str_eq(stored(cx, "sync_days_back"), "10");
	client_send(ben, "PUT", "/api/settings",
	    "{\"key\":\"sync_days_back\",\"value\":\"10\",\"revision\":0}");
	ck_assert_int_eq(ben->status, 200); /* an older revision, but the same value */
	client_send(ben, "PUT", "/api/settings",
	    "{\"key\":\"sync_days_back\",\"value\":\"20\",\"revision\":1}");
	ck_assert_int_eq(ben->status, 200);
	ck_assert_str_eq(client_value(ben, "revision"), "2");
	forget(cx, "sync_days_back");
	http_end(cx);
}
END_TEST

static const struct {
	const char *type; /* NULL: application/json */
	const char *body;
	const char *field; /* in errors; NULL: the message alone */
} bad[] = {
	{ NULL, "", NULL },
	{ NULL, "{", NULL },
	{ NULL, "[1]", NULL },
	{ NULL, "{\"key\":\"sync_days_back\",\"value\":\"\xff\",\"revision\":0}", NULL },
	{ "text/plain", "{\"key\":\"sync_days_back\",\"value\":\"7\",\"revision\":0}", NULL },
	{ "application/x-www-form-urlencoded", "key=sync_days_back&value=7&revision=0", NULL },
	{ "application/jsonp", "{\"key\":\"sync_days_back\",\"value\":\"7\",\"revision\":0}",
	    NULL },
	{ NULL, "{\"key\":\"sync_days_back\",\"value\":\"7\"}", "revision" },
	{ NULL, "{\"key\":\"sync_days_back\",\"value\":\"7\",\"revision\":\"0\"}", "revision" },
	{ NULL, "{\"key\":\"sync_days_back\",\"value\":\"7\",\"revision\":-1}", "revision" },
	{ NULL, "{\"key\":\"sync_days_back\",\"value\":7,\"revision\":0}", "value" },
	{ NULL, "{\"key\":\"sync_days_back\",\"value\":\"366\",\"revision\":0}", "value" },
	{ NULL, "{\"key\":\"sync_days_back\",\"value\":\"a\\u0000\",\"revision\":0}", "value" },
	{ NULL, "{\"key\":\"nope\",\"value\":\"7\",\"revision\":0}", "key" },
	{ NULL, "{\"key\":\"'; DROP TABLE setting; --\",\"value\":\"7\",\"revision\":0}", "key" },
	{ NULL, "{\"key\":\"sync_days_back\",\"value\":\"7\",\"revision\":0,\"x\":1}", "x" },
};

START_TEST(a_bad_body_gets_a_german_answer_and_changes_nothing)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);

	forget(cx, "sync_days_back");
	if (bad[_i].type != NULL)
		client_extra(anna, mem_printf(cx->mem, "Content-Type: %s", bad[_i].type));
	client_send(anna, "PUT", "/api/settings", bad[_i].body);
	ck_assert_int_eq(anna->status, 422);
	ck_assert_ptr_nonnull(strstr(client_value(anna, "message"), "Bitte") != NULL
				  ? client_value(anna, "message")
				  : strstr(client_value(anna, "message"), "Lade die Seite neu"));
	if (bad[_i].field != NULL)
		ck_assert_ptr_nonnull(
		    client_value(anna, mem_printf(cx->mem, "errors.%s.0", bad[_i].field)));
	ck_assert_ptr_nonnull(client_value(anna, "id"));
	ck_assert_ptr_null(stored(cx, "sync_days_back"));
	http_end(cx);
}
END_TEST

static const size_t sizes[] = { 65 << 10, 900 << 10, 3 << 20 };

START_TEST(too_large_a_body_is_413_in_german)
{
	struct cx *cx = http_begin();
	struct client *anna = client_signed_in(cx, 1);
	char *body = mem_need(talloc_size(cx->mem, sizes[_i] + 1));

	memset(body, 'x', sizes[_i]);
	body[sizes[_i]] = '\0';
	client_send(anna, "PUT", "/api/settings", body);
	ck_assert_int_eq(anna->status, 413);
	ck_assert_ptr_nonnull(strstr(client_value(anna, "message"), "zu gro\xc3\x9f"));
	client_get(anna, "/services");
	ck_assert_int_eq(anna->status, 200);
	http_end(cx);
}
END_TEST

Suite *
settings_suite(void)
{
	Suite *s = suite_create("settings");

	unit_add(s, a_saved_value_comes_back_and_stays);
	unit_add(s, the_later_of_two_people_is_told_and_gets_the_current_row);
	unit_loop(s, a_bad_body_gets_a_german_answer_and_changes_nothing, bad);
	unit_loop(s, too_large_a_body_is_413_in_german, sizes);
	return s;
}
