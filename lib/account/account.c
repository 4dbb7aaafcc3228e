/*
 * account: people are told apart by ext_id; the test people's begin with "test-".
 */
#include "account/account.h"

#include <assert.h>
#include <inttypes.h>

#include "account/msg.h"
#include "q/account.h"

static const char *const test_names[ACCOUNT_TEST_MAX] = { MSG_TEST_NAMES };

enum rc
account_sign_in(struct cx *cx, const struct person *person, int64_t *id)
{
	struct rows rows;

	TRY(db_run(cx, &q_account_sign_in, &rows, P_TEXT(person->ext_id), P_TEXT(person->name),
	    P_TEXT(person->avatar), P_TEXT(person->groups), P_TEXT(person->roles)));
	*id = row_i64(&rows, 0, "id");
	return RC_OK;
}

enum rc
account_test_person(struct cx *cx, int64_t number, int64_t *id)
{
	const struct person person = {
		.ext_id = mem_printf(cx->mem, "test-%" PRId64, number),
		.name = test_names[number - 1],
		.groups = "[]",
		.roles = "[]",
	};

	assert(number >= 1 && number <= ACCOUNT_TEST_MAX);
	return account_sign_in(cx, &person, id);
}
