/*
 * tx: the transaction around a request or a job. Only the worker loop, the job
 * loop, the sync and routes with TX_OWN call these; domain functions never do.
 */
#ifndef SYS_TX_H
#define SYS_TX_H

#include "base/cx.h"

/* Begins a transaction of writes. */
MUST_USE enum rc tx_begin(struct cx *cx);

/* Ends the transaction by COMMIT where rc is RC_OK, else by ROLLBACK; returns what holds then. */
MUST_USE enum rc tx_end(struct cx *cx, enum rc rc);

/* Undoes what a failed pipe left open; for reads whose result does not matter any more. */
void tx_abandon(struct cx *cx);

#endif
