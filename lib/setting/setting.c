/*
 * setting: keys, rules and defaults. A key that a newer version wrote is kept in
 * the database and left out here.
 */
#include "setting/setting.h"

#include <string.h>

#include "base/enc.h"
#include "q/setting.h"
#include "setting/msg.h"
#include "sys/rows_json.h"

enum kind { TEXT, NUMBER, YES_NO };

static const struct entry {
	const char *key;
	enum kind kind;
	long long min; /* NUMBER: least value; TEXT: least characters */
	long long max;
	const char *fallback;
} table[] = {
	{ "agenda_words_sermon", TEXT, 0, 500, MSG_WORDS_SERMON },
	{ "agenda_words_announcement", TEXT, 0, 500, MSG_WORDS_ANNOUNCEMENT },
	{ "agenda_words_slides", TEXT, 0, 500, MSG_WORDS_SLIDES },
	{ "sync_days_back", NUMBER, 0, 365, "30" },
	{ "sync_days_ahead", NUMBER, 1, 365, "120" },
	{ "sync_create_empty_songs", YES_NO, 0, 0, "false" },
	{ "translation_language", TEXT, 1, 40, MSG_LANGUAGE },
};

static const struct entry *
entry_find(const char *key)
{
	for (size_t i = 0; i < nelem(table); i++)
		if (strcmp(table[i].key, key) == 0)
			return &table[i];
	return NULL;
}

static enum rc
check_text(struct cx *cx, const struct entry *e, struct str value)
{
	const long long length = (long long)utf8_length(value);

	if (length < e->min)
		return fault_field(cx, "value", MSG_SETTING_EMPTY);
	if (length > e->max)
		return fault_field(cx, "value", mem_printf(cx->mem, MSG_SETTING_TOO_LONG, e->max));
	for (size_t i = 0; i < value.n; i++)
		if ((unsigned char)value.p[i] < 0x20)
			return fault_field(cx, "value", MSG_SETTING_ONE_LINE);
	return RC_OK;
}

static enum rc
check(struct cx *cx, const struct entry *e, struct str value)
{
	int64_t number;

	switch (e->kind) {
	case TEXT: return check_text(cx, e, value);
	case NUMBER:
		if (str_i64(value, e->min, e->max, &number))
			return RC_OK;
		return fault_field(
		    cx, "value", mem_printf(cx->mem, MSG_SETTING_NUMBER, e->min, e->max));
	case YES_NO:
		if (str_is(value, "true") || str_is(value, "false"))
			return RC_OK;
		return fault_field(cx, "value", MSG_SETTING_YES_NO);
	}
	return RC_INTERNAL;
}

/* The stored row is not the one the edit was made on: the same value is fine, another is a conflict. */
static enum rc
newer(struct cx *cx, const char *key, const char *value, struct rows *out)
{
	struct rows current;
	struct buf json;

	TRY(db_run(cx, &q_setting_row, &current, P_TEXT(key)));
	if (current.n == 0)
		return fault(cx, RC_BUSY, "setting %s went away while it was saved", key);
	if (strcmp(row_text(&current, 0, "value"), value) == 0) {
		*out = current;
		return RC_OK;
	}
	buf_init(&json, cx->mem, 256);
	rows_json_one(&json, &current, 0);
	fault(cx, RC_CONFLICT, "setting %s was saved by somebody else", key);
	return fault_conflict(cx, json.p);
}

enum rc
setting_save(struct cx *cx, const struct setting_edit *in, struct rows *out)
{
	const struct entry *e = entry_find(in->key);
	const struct str trimmed = str_trim(str_of(in->value));
	const char *value = mem_textn(cx->mem, trimmed.p, trimmed.n);
	struct rows rows;

	if (e == NULL)
		return fault_field(cx, "key", MSG_SETTING_UNKNOWN);
	TRY(check(cx, e, trimmed));
	TRY(db_run(cx, &q_setting_put, &rows, P_TEXT(in->key), P_TEXT(value), P_I64(in->revision)));
	if (rows.n == 0)
		return newer(cx, in->key, value, out);
	*out = rows;
	return RC_OK;
}

static int
stored_at(const struct rows *stored, const char *key)
{
	for (int i = 0; i < stored->n; i++)
		if (strcmp(row_text(stored, i, "key"), key) == 0)
			return i;
	return -1;
}

void
setting_list_json(struct buf *b, const struct rows *stored)
{
	buf_text(b, "[");
	for (size_t i = 0; i < nelem(table); i++) {
		const int at = stored_at(stored, table[i].key);

		if (i > 0)
			buf_text(b, ",");
		if (at >= 0) {
			rows_json_one(b, stored, at);
			continue;
		}
		buf_text(b, "{\"key\":");
		json_text(b, str_of(table[i].key));
		buf_text(b, ",\"value\":");
		json_text(b, str_of(table[i].fallback));
		buf_text(b, ",\"revision\":0}");
	}
	buf_text(b, "]");
}
