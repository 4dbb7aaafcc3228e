/*
 * The connection and its pipelines.
 */
#include "db/db_test.h"

#include <stdlib.h>

#include <libpq-fe.h>

#include "q/test.h"
#include "q/tx.h"
#include "sys/tx.h"

START_TEST(every_statement_can_be_prepared)
{
	PGconn *conn = PQconnectdb(getenv("DATABASE_URL"));

	ck_assert_int_gt(all_stmts_n, 0);
	for (int i = 0; i < all_stmts_n; i++) {
		const struct stmt *q = all_stmts[i];
		PGresult *res = PQprepare(conn, q->name, q->sql, q->nargs, q->types);

		ck_assert_msg(PQresultStatus(res) == PGRES_COMMAND_OK ||
				  strcmp(q->name, "test_unknown_column") == 0,
		    "%s: %s", q->name, PQerrorMessage(conn));
		PQclear(res);
	}
	PQfinish(conn);
}
END_TEST

START_TEST(a_statement_that_cannot_be_prepared_fails_by_name)
{
	struct cx *cx = db_test_begin();

	ck_assert_int_eq(db_do(cx, &q_test_unknown_column), RC_INTERNAL);
	ck_assert_ptr_nonnull(strstr(cx->fault.cause, "test_unknown_column"));
	db_test_end(cx);
}
END_TEST

START_TEST(parameters_and_cells_of_every_kind_come_through)
{
	struct cx *cx = db_test_begin();
	struct rows rows;

	ck_assert_int_eq(db_run(cx, &q_test_values, &rows,
			     P_TEXT("Gr\xc3\xb6\xc3\x9f"
				    "e"),
			     P_I64(INT64_MIN), P_BOOL(true), P_BYTES("\0\xff", 2)),
	    RC_OK);
	ck_assert_int_eq(rows.n, 1);
	ck_assert_str_eq(row_text(&rows, 0, "t"), "Gr\xc3\xb6\xc3\x9f"
						  "e");
	ck_assert_int_eq(row_i64(&rows, 0, "i"), INT64_MIN);
	ck_assert(row_bool(&rows, 0, "b"));
	ck_assert_str_eq(row_text(&rows, 0, "y"), "00ff");
	ck_assert_ptr_null(row_text(&rows, 0, "nothing"));
	db_test_end(cx);
}
END_TEST

START_TEST(a_pipe_keeps_its_order_and_prepares_each_statement_once)
{
	struct cx *cx = db_test_begin();

	for (int round = 0; round < 2; round++) {
		struct pipe p;

		pipe_init(&p, cx);
		ck_assert_int_eq(pipe_queue(&p, &q_test_one), 0);
		ck_assert_int_eq(pipe_queue(&p, &q_test_none), 1);
		ck_assert_int_eq(pipe_queue(&p, &q_test_one), 2);
		ck_assert_int_eq(pipe_flush(&p), RC_OK);
		ck_assert_int_eq(p.rows[0].n, 1);
		ck_assert_int_eq(p.rows[1].n, 0);
		ck_assert_int_eq(p.rows[2].n, 1);
	}
	db_test_end(cx);
}
END_TEST

START_TEST(what_follows_a_failure_is_not_run_and_can_be_prepared_later)
{
	struct cx *cx = db_test_begin();
	struct pipe p;
	struct rows rows;

	pipe_init(&p, cx);
	pipe_queue(&p, &q_test_fail);
	pipe_queue(&p, &q_test_one);
	ck_assert_int_eq(pipe_flush(&p), RC_INTERNAL);
	ck_assert_ptr_nonnull(strstr(cx->fault.cause, "test_fail"));
	tx_abandon(cx);
	fault_clear(cx);
	ck_assert_int_eq(db_run(cx, &q_test_one, &rows), RC_OK);
	ck_assert_int_eq(rows.n, 1);
	db_test_end(cx);
}
END_TEST

START_TEST(a_constraint_is_reported_by_its_name)
{
	struct cx *cx = db_test_begin();

	ck_assert_int_eq(
	    db_do(cx, &q_test_service, P_TEXT("t1"), P_TEXT(""), P_TEXT("2026-05-24")), RC_INVALID);
	ck_assert_str_eq(cx->fault.constraint, "service_title_length");
	db_test_end(cx);
}
END_TEST

START_TEST(what_the_server_undid_may_be_tried_again)
{
	struct cx *cx = db_test_begin();

	ck_assert_int_eq(db_do(cx, &q_test_deadlock), RC_BUSY);
	ck_assert(cx->fault.again);
	ck_assert(!db_is_lost(cx->db));
	db_test_end(cx);
}
END_TEST

static int64_t
backend(struct cx *cx)
{
	struct rows rows;

	ck_assert_int_eq(db_run(cx, &q_test_backend, &rows), RC_OK);
	return row_i64(&rows, 0, "pid");
}

/* Two contexts at once are more than unit_done can count. */
static void
close_both(struct cx *a, struct cx *b)
{
	talloc_free(a->db);
	talloc_free(a->mem);
	talloc_free(a);
	talloc_free(b->db);
	talloc_free(b->mem);
	talloc_free(b);
	talloc_disable_null_tracking();
}

START_TEST(an_idle_connection_that_the_server_closed_is_opened_anew)
{
	struct cx *cx = db_test_begin();
	struct cx *killer = db_test_begin();
	const int64_t pid = backend(cx);
	struct rows rows;

	tx_abandon(cx);
	tx_abandon(killer);
	ck_assert_int_eq(db_do(killer, &q_test_terminate, P_I64(pid)), RC_OK);
	do /* its farewell is sent before it leaves the list */
		ck_assert_int_eq(db_run(killer, &q_test_backends, &rows, P_I64(pid)), RC_OK);
	while (row_i64(&rows, 0, "n") > 0);
	ck_assert_int_ne(backend(cx), pid);
	ck_assert(!db_is_lost(cx->db));
	ck_assert_int_eq(db_do(cx, &q_test_one), RC_OK);
	close_both(killer, cx);
}
END_TEST

START_TEST(a_connection_lost_in_a_transaction_is_busy_and_lost)
{
	struct cx *cx = db_test_begin();
	struct cx *killer = db_test_begin();

	ck_assert_int_eq(db_do(killer, &q_test_terminate, P_I64(backend(cx))), RC_OK);
	ck_assert_int_eq(db_do(cx, &q_test_one), RC_BUSY);
	ck_assert(db_is_lost(cx->db));
	ck_assert_int_eq(tx_end(cx, RC_BUSY), RC_BUSY);
	close_both(killer, cx);
}
END_TEST

START_TEST(without_a_server_a_statement_is_busy)
{
	struct cx *cx = unit_cx();

	cx->db = db_new(NULL, "host=/nonexistent dbname=x");
	ck_assert_int_eq(db_do(cx, &q_test_one), RC_BUSY);
	ck_assert_ptr_nonnull(cx->fault.cause);
	ck_assert(!db_is_lost(cx->db));
	talloc_free(cx->db);
	unit_done(cx);
}
END_TEST

START_TEST(a_failed_transaction_ends_in_a_rollback)
{
	struct cx *cx = db_test_begin();
	struct rows rows;

	ck_assert_int_eq(
	    db_do(cx, &q_test_service, P_TEXT("t1"), P_TEXT("x"), P_TEXT("2026-05-24")), RC_OK);
	ck_assert_int_eq(tx_end(cx, RC_CONFLICT), RC_CONFLICT);
	ck_assert(!db_in_transaction(cx->db));
	ck_assert_int_eq(db_do(cx, &q_tx_write), RC_OK);
	ck_assert_int_eq(
	    db_do(cx, &q_test_service, P_TEXT("t1"), P_TEXT("x"), P_TEXT("2026-05-24")), RC_OK);
	ck_assert_int_eq(db_run(cx, &q_test_one, &rows), RC_OK);
	db_test_end(cx);
}
END_TEST

START_TEST(a_swallowed_failure_does_not_pass_for_a_commit)
{
	struct cx *cx = db_test_begin();

	ck_assert_int_eq(db_do(cx, &q_test_fail), RC_INTERNAL);
	fault_clear(cx);
	ck_assert_int_eq(tx_end(cx, RC_OK), RC_INTERNAL);
	ck_assert(!db_in_transaction(cx->db));
	db_test_end(cx);
}
END_TEST

Suite *
db_suite(void)
{
	Suite *s = suite_create("db");

	unit_add(s, every_statement_can_be_prepared);
	unit_add(s, a_statement_that_cannot_be_prepared_fails_by_name);
	unit_add(s, parameters_and_cells_of_every_kind_come_through);
	unit_add(s, a_pipe_keeps_its_order_and_prepares_each_statement_once);
	unit_add(s, what_follows_a_failure_is_not_run_and_can_be_prepared_later);
	unit_add(s, a_constraint_is_reported_by_its_name);
	unit_add(s, what_the_server_undid_may_be_tried_again);
	unit_add(s, an_idle_connection_that_the_server_closed_is_opened_anew);
	unit_add(s, a_connection_lost_in_a_transaction_is_busy_and_lost);
	unit_add(s, without_a_server_a_statement_is_busy);
	unit_add(s, a_failed_transaction_ends_in_a_rollback);
	unit_add(s, a_swallowed_failure_does_not_pass_for_a_commit);
	return s;
}
