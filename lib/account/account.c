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
account_test_person(struct cx *cx, int64_t number, int64_t *id)
{
	const char *ext_id = mem_printf(cx->mem, "test-%" PRId64, number);
	struct rows rows;

	assert(number >= 1 && number <= ACCOUNT_TEST_MAX);
	TRY(db_run(
	    cx, &q_account_upsert, &rows, P_TEXT(ext_id), P_TEXT(test_names[number - 1]), P_NULL));
	*id = row_i64(&rows, 0, "id");
	return RC_OK;
}
