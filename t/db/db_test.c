/*
 * db_test: see the header.
 */
#include "db/db_test.h"

#include <stdlib.h>

#include "account/account.h"
#include "account/session.h"
#include "q/tx.h"
#include "sys/tx.h"

struct cx *
db_test_begin(void)
{
	struct cx *cx = unit_cx();

	ck_assert_msg(getenv("DATABASE_URL") != NULL, "DATABASE_URL is not set");
	cx->db = db_new(NULL, getenv("DATABASE_URL"));
	ck_assert_int_eq(db_do(cx, &q_tx_write), RC_OK);
	return cx;
}

void
db_test_end(struct cx *cx)
{
	tx_abandon(cx);
	talloc_free(cx->db);
	unit_done(cx);
}

int64_t
db_test_session(struct cx *cx, const char **token)
{
	struct session_cookies cookies;
	struct session session;
	int64_t account;

	ck_assert_int_eq(account_test_person(cx, 1, &account), RC_OK);
	ck_assert_int_eq(session_start(cx, account, NULL, &cookies), RC_OK);
	ck_assert_int_eq(session_find(cx, cookies.token, &session), RC_OK);
	if (token != NULL)
		*token = cookies.token;
	return session.id;
}
