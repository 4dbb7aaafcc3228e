/*
 * db_test: what the database tests share. Each test runs in a transaction that is
 * rolled back, on the database that DATABASE_URL names.
 */
#ifndef DB_DB_TEST_H
#define DB_DB_TEST_H

#include "sys/db.h"
#include "unit/unit.h"

/* A context with a connection and an open transaction. */
struct cx *db_test_begin(void);

/* Rolls back, closes, and fails where memory is left. */
void db_test_end(struct cx *cx);

/* A test session of a test person; its id. */
int64_t db_test_session(struct cx *cx, const char **token);

Suite *apilog_rows_suite(void);
Suite *db_suite(void);
Suite *rows_json_suite(void);
Suite *schema_suite(void);
Suite *service_suite(void);
Suite *session_suite(void);
Suite *setting_suite(void);

#endif
