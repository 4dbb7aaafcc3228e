/*
 * unit: what the test programs share: a context that must be empty at the end, and
 * the list of suites, one per tested file.
 */
#ifndef UNIT_UNIT_H
#define UNIT_UNIT_H

#include <check.h>
#include <stdio.h>

#include "base/cx.h"
#include "base/str.h"

/* A context for one test. */
struct cx *unit_cx(void);

/* Frees it; fails the test where something that the test made is left. */
void unit_done(struct cx *cx);

/* Adds a test to the suite: one that runs once, and one that runs for every row of a table. */
#define unit_add(s, test)         tcase_add_test(unit_case((s), #test), test)
#define unit_loop(s, test, table) tcase_add_loop_test(unit_case((s), #test), test, 0, nelem(table))
TCase *unit_case(Suite *s, const char *name);

/* Runs the suites; 0 where every test passed. */
int unit_main(Suite *(*const suites[])(void), size_t n);

Suite *apilog_suite(void);
Suite *buf_suite(void);
Suite *conf_suite(void);
Suite *constraint_suite(void);
Suite *crypt_suite(void);
Suite *cx_suite(void);
Suite *enc_suite(void);
Suite *form_suite(void);
Suite *json_suite(void);
Suite *log_suite(void);
Suite *oauth_suite(void);
Suite *route_suite(void);
Suite *shell_suite(void);
Suite *str_suite(void);

#endif
