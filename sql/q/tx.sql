-- The transactions of reads (one snapshot for all statements of a page) and of writes.

-- name: tx_read
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;

-- name: tx_write
BEGIN;

-- name: tx_commit
COMMIT;

-- name: tx_rollback
ROLLBACK;
