/*
 * setting: what people set at run time. One table says which keys there are,
 * what they hold and their defaults; the database keeps what was saved.
 */
#ifndef SETTING_SETTING_H
#define SETTING_SETTING_H

#include <stdint.h>

#include "base/buf.h"
#include "sys/db.h"

struct setting_edit {
	const char *key;
	const char *value;
	int64_t revision; /* the one the edit was made on; 0: nothing was stored */
};

/*
 * Saves the value and returns the row as stored. RC_INVALID with fields key or value;
 * RC_CONFLICT with the current row where somebody else saved another value meanwhile
 * (the same value is fine).
 */
MUST_USE enum rc setting_save(struct cx *cx, const struct setting_edit *in, struct rows *out);

/* Every known setting as [{key, value, revision}]: stored ones, else the default with revision 0. */
void setting_list_json(struct buf *b, const struct rows *stored);

#endif
