/*
 * Settings: rules, revisions, and what the page lists.
 */
#include "db/db_test.h"

#include "q/setting.h"
#include "q/test.h"
#include "setting/setting.h"

static struct cx *
without_settings(void)
{
	struct cx *cx = db_test_begin();

	ck_assert_int_eq(db_do(cx, &q_test_setting_clear), RC_OK);
	return cx;
}

static enum rc
save(struct cx *cx, const char *key, const char *value, int64_t revision, struct rows *out)
{
	const struct setting_edit in = { .key = key, .value = value, .revision = revision };

	fault_clear(cx);
	return setting_save(cx, &in, out);
}

START_TEST(each_save_counts_the_revision_up)
{
	struct cx *cx = without_settings();
	struct rows rows;

	ck_assert_int_eq(save(cx, "sync_days_back", " 60 ", 0, &rows), RC_OK);
	ck_assert_str_eq(row_text(&rows, 0, "value"), "60");
	ck_assert_int_eq(row_i64(&rows, 0, "revision"), 1);
	ck_assert_int_eq(save(cx, "sync_days_back", "61", 1, &rows), RC_OK);
	ck_assert_int_eq(row_i64(&rows, 0, "revision"), 2);
	db_test_end(cx);
}
END_TEST

START_TEST(an_older_revision_conflicts_unless_the_value_is_the_same)
{
	struct cx *cx = without_settings();
	struct rows rows;

	ck_assert_int_eq(save(cx, "translation_language", "Deutsch", 0, &rows), RC_OK);
	ck_assert_int_eq(save(cx, "translation_language", "Englisch", 0, &rows), RC_CONFLICT);
	ck_assert_str_eq(cx->fault.current,
	    "{\"key\":\"translation_language\",\"value\":\"Deutsch\",\"revision\":1}");
	ck_assert_int_eq(save(cx, "translation_language", "Deutsch", 0, &rows), RC_OK);
	ck_assert_int_eq(row_i64(&rows, 0, "revision"), 1);
	ck_assert_int_eq(save(cx, "translation_language", "Polnisch", 7, &rows), RC_CONFLICT);
	db_test_end(cx);
}
END_TEST

static const struct {
	const char *key;
	const char *value;
	const char *field; /* NULL: accepted */
} values[] = {
	{ "sync_days_back", "0", NULL },
	{ "sync_days_back", "365", NULL },
	{ "sync_days_back", "366", "value" },
	{ "sync_days_back", "-1", "value" },
	{ "sync_days_back", "x", "value" },
	{ "sync_days_back", "", "value" },
	{ "sync_days_ahead", "0", "value" },
	{ "sync_create_empty_songs", "true", NULL },
	{ "sync_create_empty_songs", "ja", "value" },
	{ "agenda_words_sermon", "", NULL },
	{ "agenda_words_sermon",
	    "Predigt, Wort zum \xc3\x9c"
	    "bergang",
	    NULL },
	{ "agenda_words_sermon", "a\nb", "value" },
	{ "translation_language", "   ", "value" },
	{ "translation_language", "1234567890123456789012345678901234567890", NULL },
	{ "translation_language", "12345678901234567890123456789012345678901", "value" },
	{ "no_such_setting", "1", "key" },
	{ "", "1", "key" },
};

START_TEST(a_value_follows_the_rule_of_its_key)
{
	struct cx *cx = without_settings();
	struct rows rows;
	const enum rc rc = save(cx, values[_i].key, values[_i].value, 0, &rows);

	if (values[_i].field == NULL) {
		ck_assert_int_eq(rc, RC_OK);
	} else {
		ck_assert_int_eq(rc, RC_INVALID);
		ck_assert_str_eq(cx->fault.fields->field, values[_i].field);
		ck_assert_int_eq(
		    db_run(cx, &q_test_setting_revision, &rows, P_TEXT(values[_i].key)), RC_OK);
		ck_assert_int_eq(rows.n, 0);
	}
	db_test_end(cx);
}
END_TEST

START_TEST(the_list_has_every_key_stored_or_not)
{
	struct cx *cx = without_settings();
	struct rows rows;
	struct buf b;

	ck_assert_int_eq(save(cx, "sync_days_back", "60", 0, &rows), RC_OK);
	ck_assert_int_eq(db_run(cx, &q_setting_rows, &rows), RC_OK);
	buf_init(&b, cx->mem, 0);
	setting_list_json(&b, &rows);
	ck_assert_ptr_nonnull(
	    strstr(b.p, "{\"key\":\"sync_days_back\",\"value\":\"60\",\"revision\":1}"));
	ck_assert_ptr_nonnull(
	    strstr(b.p, "{\"key\":\"sync_days_ahead\",\"value\":\"120\",\"revision\":0}"));
	db_test_end(cx);
}
END_TEST

Suite *
setting_suite(void)
{
	Suite *s = suite_create("setting");

	unit_add(s, each_save_counts_the_revision_up);
	unit_add(s, an_older_revision_conflicts_unless_the_value_is_the_same);
	unit_loop(s, a_value_follows_the_rule_of_its_key, values);
	unit_add(s, the_list_has_every_key_stored_or_not);
	return s;
}
