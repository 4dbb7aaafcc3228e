/*
 * session: start, find and end.
 */
#include "account/session.h"

#include <string.h>

#include "account/secret.h"
#include "q/account.h"
#include "sys/crypt.h"

enum rc
session_find(struct cx *cx, const char *token, struct session *out)
{
	struct rows rows;

	if (strlen(token) != CRYPT_SECRET_TEXT)
		return fault(cx, RC_NO_LOGIN, "no session cookie");
	TRY(db_run(cx, &q_session_by_hash, &rows, secret_hash(cx, token)));
	if (rows.n == 0)
		return fault(cx, RC_NO_LOGIN, "no such session");
	if (row_bool(&rows, 0, "is_stale"))
		TRY(db_do(cx, &q_session_touch, P_I64(row_i64(&rows, 0, "id"))));
	out->id = row_i64(&rows, 0, "id");
	out->csrf_token = row_text(&rows, 0, "csrf_token");
	return RC_OK;
}

enum rc
session_start(struct cx *cx, int64_t account_id, const char *old_token, struct session_cookies *out)
{
	struct session_cookies made = { crypt_secret(cx->mem), crypt_secret(cx->mem) };

	if (old_token != NULL)
		TRY(db_do(cx, &q_session_delete_by_hash, secret_hash(cx, old_token)));
	TRY(db_do(cx, &q_session_delete_expired));
	TRY(db_do(cx, &q_session_insert, P_I64(account_id), secret_hash(cx, made.token),
	    P_TEXT(made.csrf_token)));
	*out = made;
	return RC_OK;
}

enum rc
session_end(struct cx *cx, int64_t id)
{
	return db_do(cx, &q_session_delete, P_I64(id));
}

enum rc
session_flash(struct cx *cx, int64_t id, const char *kind, const char *text)
{
	return db_do(cx, &q_flash_insert, P_I64(id), P_TEXT(kind), P_TEXT(text));
}
