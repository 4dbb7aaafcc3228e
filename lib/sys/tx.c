/*
 * tx: COMMIT of a failed transaction is a ROLLBACK without an error in PostgreSQL,
 * so it is never sent for one: whoever went on after a failed statement is told.
 */
#include "sys/tx.h"

#include "q/tx.h"

enum rc
tx_begin(struct cx *cx)
{
	return db_do(cx, &q_tx_write);
}

enum rc
tx_end(struct cx *cx, enum rc rc)
{
	if (rc == RC_OK && db_transaction_failed(cx->db))
		rc = fault(cx, RC_INTERNAL, "a failed transaction was to be committed");
	if (rc == RC_OK)
		return db_do(cx, &q_tx_commit);
	tx_abandon(cx);
	return rc;
}

void
tx_abandon(struct cx *cx)
{
	const struct fault kept = cx->fault;

	if (!db_in_transaction(cx->db))
		return;
	if (db_do(cx, &q_tx_rollback) == RC_OK || kept.rc != RC_OK)
		cx->fault = kept;
}
