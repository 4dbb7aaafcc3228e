/*
 * The program migrate against the stack's own PostgreSQL: every test has a database,
 * two roles and a folder of migrations of its own, and drops them at its end.
 */
#include "http/http_test.h"

#include <stdlib.h>
#include <sysexits.h>
#include <time.h>

#include "cgi/migrate/statements.h"
#include "http/scratch.h"

enum { PATIENCE_MS = 10 * 1000, PAUSE_MS = 10 }; /* until two programs wait for each other */

/* 0002 needs what 0001 made, and 0003 what both did. */
#define ONE   "CREATE TABLE one (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, note text)"
#define TWO   "CREATE TABLE two (one_id bigint REFERENCES one); INSERT INTO one (note) VALUES ('2')"
#define THREE "INSERT INTO two (one_id) SELECT id FROM one; CREATE TABLE three (id int)"
#define OTHER "CREATE TABLE IF NOT EXISTS other (id int)"

/* All that a migration could have changed, in one text; xmin shows a row that was written again. */
static const char *
schema(const struct scratch *s, PGconn *conn)
{
	return scratch_ask(s, conn,
	    "SELECT concat_ws(E'\\n',"
	    " (SELECT string_agg(concat(c.relname, c.relkind, c.relacl, c.xmin), ','"
	    "                    ORDER BY c.relname)"
	    "    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace),"
	    " (SELECT string_agg(concat(m, m.xmin), ',' ORDER BY m.version) FROM migration m))");
}

/* The applied numbers: "1,2". */
static const char *
versions(const struct scratch *s, PGconn *conn)
{
	return scratch_ask(
	    s, conn, "SELECT string_agg(version::text, ',' ORDER BY version) FROM migration");
}

static bool
has_table(const struct scratch *s, PGconn *conn, const char *name)
{
	const char *sql =
	    mem_printf(s->cx->mem, "SELECT to_regclass('public.%s') IS NOT NULL", name);

	return strcmp(scratch_ask(s, conn, sql), "t") == 0;
}

static void
put_two(const struct scratch *s)
{
	scratch_put(s, "0002_two.sql", TWO);
	scratch_put(s, "0001_one.sql", ONE);
}

/* Bootstrap. */

/* Roles, database and rights, in one text. */
static const char *
rights(const struct scratch *s, PGconn *conn)
{
	return scratch_ask(s, conn,
	    mem_printf(s->cx->mem,
		"SELECT concat_ws(E'\\n',"
		" (SELECT string_agg(r::text, ',' ORDER BY r.rolname) FROM pg_authid r"
		"   WHERE r.rolname LIKE '%s\\_%%'),"
		" (SELECT concat_ws(',', datdba, encoding, datcollate, datctype, datacl)"
		"    FROM pg_database WHERE datname = '%s'),"
		" (SELECT nspacl FROM pg_namespace WHERE nspname = 'public'),"
		" (SELECT string_agg(concat_ws(',', defaclrole, defaclobjtype, defaclacl), ';'"
		"                    ORDER BY oid) FROM pg_default_acl))",
		s->name, s->name));
}

START_TEST(bootstrap_makes_roles_database_and_rights_and_twice_changes_nothing)
{
	struct scratch *s = scratch_names();
	const char *before;
	PGconn *conn;

	scratch_must_run(s, "--bootstrap");
	ck_assert_str_eq(
	    s->output, mem_printf(s->cx->mem,
			   "role %s_owner created\nrole %s_app created\ndatabase %s created\n"
			   "database %s is ready: owner %s_owner, app %s_app\n",
			   s->name, s->name, s->name, s->name, s->name, s->name));
	conn = scratch_connect(s, mem_printf(s->cx->mem, "%s dbname=%s", s->super, s->name));
	before = rights(s, conn);
	scratch_must_run(s, "--bootstrap");
	ck_assert_str_eq(
	    s->output, mem_printf(s->cx->mem, "database %s is ready: owner %s_owner, app %s_app\n",
			   s->name, s->name, s->name));
	ck_assert_str_eq(rights(s, conn), before);
	ck_assert_str_eq(scratch_ask(s, conn,
			     mem_printf(s->cx->mem,
				 "SELECT count(*) FROM pg_roles WHERE rolname LIKE '%s\\_%%' AND "
				 "(rolsuper OR rolcreatedb OR rolcreaterole OR rolbypassrls)",
				 s->name)),
	    "0");
	scratch_drop(s);
}
END_TEST

static const struct {
	const char *sql;
	const char *state; /* SQLSTATE */
} app_calls[] = {
	{ "INSERT INTO one (note) VALUES ('a')", "" },
	{ "UPDATE one SET note = 'b'", "" },
	{ "DELETE FROM one", "" },
	{ "SELECT version, name FROM migration", "" },
	{ "CREATE TABLE mine (id int)", "42501" },
	{ "CREATE SCHEMA mine", "42501" },
	{ "DROP TABLE one", "42501" },
	{ "ALTER TABLE one ADD COLUMN more text", "42501" },
	{ "TRUNCATE two", "42501" },
	{ "INSERT INTO migration (version, name, sha256) VALUES (9, 'x', repeat('0', 64))",
	    "42501" },
	{ "UPDATE migration SET name = 'x'", "42501" },
	{ "DELETE FROM migration", "42501" },
	{ "TRUNCATE migration", "42501" },
	{ "DROP TABLE migration", "42501" },
};

START_TEST(the_app_role_writes_rows_and_neither_tables_nor_the_record)
{
	struct scratch *s = scratch_new();
	PGconn *conn;

	put_two(s);
	scratch_must_run(s, s->dir);
	conn = scratch_connect(s, s->app);
	for (size_t i = 0; i < nelem(app_calls); i++) {
		const PGresult *result = scratch_sql(s, conn, app_calls[i].sql);
		const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);

		ck_assert_msg(strcmp(state == NULL ? "" : state, app_calls[i].state) == 0, "%s: %s",
		    app_calls[i].sql, PQresultErrorMessage(result));
	}
	scratch_drop(s);
}
END_TEST

/* Applying. */

START_TEST(migrations_apply_in_order_and_a_second_run_changes_nothing)
{
	struct scratch *s = scratch_new();
	PGconn *conn = scratch_connect(s, s->owner);
	const char *before;

	put_two(s);
	scratch_must_run(s, s->dir);
	ck_assert_str_eq(s->output, "0001_one.sql applied\n0002_two.sql applied\n");
	before = schema(s, conn);
	scratch_must_run(s, s->dir);
	ck_assert_str_eq(s->output, "nothing to do\n");
	ck_assert_str_eq(schema(s, conn), before);
	scratch_put(s, "0003_three.sql", THREE);
	scratch_must_run(s, s->dir);
	ck_assert_str_eq(s->output, "0003_three.sql applied\n");
	ck_assert_str_eq(versions(s, conn), "1,2,3");
	ck_assert_str_eq(scratch_ask(s, conn, "SELECT count(*) FROM two"), "1");
	scratch_drop(s);
}
END_TEST

/* The files' checksums as everybody's tools compute them. */
START_TEST(the_record_holds_each_files_name_and_checksum)
{
	struct scratch *s = scratch_new();
	PGconn *conn = scratch_connect(s, s->owner);

	put_two(s);
	scratch_must_run(s, s->dir);
	ck_assert_str_eq(
	    scratch_ask(s, conn,
		"SELECT bool_and((name, sha256) IN (('0001_one.sql', "
		"  encode(sha256(convert_to($$" ONE "$$, 'UTF8')), 'hex')), ('0002_two.sql', "
		"  encode(sha256(convert_to($$" TWO "$$, 'UTF8')), 'hex')))) FROM migration"),
	    "t");
	scratch_drop(s);
}
END_TEST

START_TEST(status_lists_and_changes_nothing)
{
	struct scratch *s = scratch_new();
	PGconn *conn = scratch_connect(s, s->owner);
	const char *before;

	put_two(s);
	ck_assert_int_eq(scratch_run(s, "--status", s->dir), EX_OK);
	ck_assert_str_eq(s->output, "0001_one.sql pending\n0002_two.sql pending\n");
	ck_assert(!has_table(s, conn, "migration"));
	scratch_must_run(s, s->dir);
	before = schema(s, conn);
	scratch_put(s, "0003_three.sql", THREE);
	scratch_put(s, "0002_two.sql", TWO ";");
	ck_assert_int_eq(scratch_run(s, "--status", s->dir), EX_OK);
	scratch_must_say(s, "0001_one.sql applied 2");
	scratch_must_say(s, "Z CHANGED SINCE\n0003_three.sql pending\n");
	ck_assert_str_eq(schema(s, conn), before);
	scratch_drop(s);
}
END_TEST

static const struct {
	const char *text; /* of 0002, after a table was made */
	const char *message;
} broken[] = {
	{ "SELECT 1 / 0", "ERROR:  division by zero" },
	{ "INSERT INTO missing VALUES (1)", "ERROR:  relation \"missing\" does not exist" },
	{ "SELEC 1", "ERROR:  syntax error at or near \"SELEC\"" },
	{ "COPY half FROM STDIN", "COPY from or to the client is not possible here" },
	{ "ALTER TABLE half ADD CONSTRAINT half_fk FOREIGN KEY (id) REFERENCES half_id (id)"
	  " DEFERRABLE INITIALLY DEFERRED; INSERT INTO half VALUES (1)",
	    "ERROR:  insert or update on table \"half\" violates" },
	{ "SELECT pg_terminate_backend(pg_backend_pid())", "" },
};

START_TEST(a_migration_that_fails_is_rolled_back_whole)
{
	struct scratch *s = scratch_new();
	PGconn *conn = scratch_connect(s, s->owner);

	scratch_put(s, "0001_one.sql", ONE);
	scratch_put(s, "0002_breaks.sql",
	    mem_printf(s->cx->mem,
		"INSERT INTO one (note) VALUES ('half');\n"
		"CREATE TABLE half_id (id int PRIMARY KEY);\nCREATE TABLE half (id int);\n%s",
		broken[_i].text));
	scratch_put(s, "0003_after.sql", "CREATE TABLE after (id int)");
	ck_assert_int_eq(scratch_run(s, s->dir, NULL), EXIT_FAILURE);
	scratch_must_say(s, "0001_one.sql applied\n");
	scratch_must_say(
	    s, mem_printf(s->cx->mem, "migrate: 0002_breaks.sql: %s", broken[_i].message));
	ck_assert_ptr_null(strstr(s->output, "0003"));
	ck_assert_str_eq(versions(s, conn), "1");
	ck_assert_str_eq(scratch_ask(s, conn, "SELECT count(*) FROM one"), "0");
	ck_assert(!has_table(s, conn, "half"));
	ck_assert(!has_table(s, conn, "after"));
	/* never applied, so it may change */
	scratch_put(s, "0002_breaks.sql", "CREATE TABLE half (id int)");
	scratch_must_run(s, s->dir);
	ck_assert_str_eq(s->output, "0002_breaks.sql applied\n0003_after.sql applied\n");
	scratch_drop(s);
}
END_TEST

START_TEST(a_migration_that_ends_its_transaction_is_found_out)
{
	struct scratch *s = scratch_new();
	PGconn *conn = scratch_connect(s, s->owner);

	scratch_put(s, "0001_ends.sql", "CREATE TABLE one (id int); COMMIT; BEGIN");
	ck_assert_int_eq(scratch_run(s, s->dir, NULL), EXIT_FAILURE);
	scratch_must_say(s, "migrate: 0001_ends.sql ends the transaction itself");
	ck_assert_str_eq(versions(s, conn), "");
	scratch_drop(s);
}
END_TEST

START_TEST(what_a_migration_sets_for_itself_ends_with_it)
{
	struct scratch *s = scratch_new();
	PGconn *conn = scratch_connect(s, s->owner);

	scratch_put(s, "0001_sets.sql", "CREATE SCHEMA other; SET search_path = other");
	scratch_put(s, "0002_after.sql", "CREATE TABLE after (id int)");
	scratch_must_run(s, s->dir);
	ck_assert(has_table(s, conn, "after"));
	scratch_drop(s);
}
END_TEST

/* The database has 0001 and 0002; what is done to the folder then, and what is said of it. */
static const struct {
	const char *remove;
	const char *file[2];
	const char *text;
	const char *message;
} refused[] = {
	{ NULL, { "0002_two.sql", "0003_three.sql" }, OTHER,
	    "0002_two.sql was changed after it was applied on 2" },
	{ "0002_two.sql", { "0002_renamed.sql", "0003_three.sql" }, OTHER,
	    "0002_renamed.sql was changed after it was applied on 2" },
	{ NULL, { "0003_three.sql", "0005_five.sql" }, OTHER,
	    "number 0004 is missing before 0005_five.sql" },
	{ "0001_one.sql", { "0003_three.sql" }, OTHER,
	    "number 0001 is missing before 0002_two.sql" },
	{ NULL, { "0000_zero.sql" }, OTHER, "number 0001 is missing before 0000_zero.sql" },
	{ NULL, { "0003_three.sql", "0003_other.sql" }, OTHER,
	    "0003_other.sql and 0003_three.sql have the same number" },
	{ "0002_two.sql", { NULL }, NULL,
	    "the database is at 2, the folder ends at 0001: it is older" },
	{ NULL, { "0003_three.sql", "4_four.sql" }, OTHER,
	    "4_four.sql is not named NNNN_name.sql" },
	{ NULL, { "0003_three.sql" }, OTHER " -- \xff\n", "0003_three.sql is not UTF-8 text" },
};

START_TEST(a_folder_that_does_not_fit_the_database_is_refused_untouched)
{
	struct scratch *s = scratch_new();
	PGconn *conn = scratch_connect(s, s->owner);
	const char *before;

	put_two(s);
	scratch_must_run(s, s->dir);
	before = schema(s, conn);
	if (refused[_i].remove != NULL)
		scratch_remove(s, refused[_i].remove);
	for (size_t i = 0; i < nelem(refused[_i].file) && refused[_i].file[i] != NULL; i++)
		scratch_put(s, refused[_i].file[i], refused[_i].text);
	ck_assert_int_eq(scratch_run(s, s->dir, NULL), EXIT_FAILURE);
	scratch_must_say(s, mem_printf(s->cx->mem, "migrate: %s", refused[_i].message));
	ck_assert_str_eq(schema(s, conn), before);
	scratch_drop(s);
}
END_TEST

START_TEST(a_record_with_a_hole_is_refused)
{
	struct scratch *s = scratch_new();
	PGconn *conn = scratch_connect(s, s->owner);
	const char *before;

	put_two(s);
	scratch_must_run(s, s->dir);
	scratch_ask(s, conn, "DELETE FROM migration WHERE version = 1");
	before = schema(s, conn);
	scratch_put(s, "0003_three.sql", THREE);
	ck_assert_int_eq(scratch_run(s, s->dir, NULL), EXIT_FAILURE);
	scratch_must_say(s, "migrate: table migration has no row 1, but 2");
	ck_assert_str_eq(schema(s, conn), before);
	scratch_drop(s);
}
END_TEST

/* Two at once. */

static bool
two_wait(const struct scratch *s, PGconn *conn)
{
	return strcmp(scratch_ask(s, conn,
			  "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database"
			  " WHERE l.locktype = 'advisory' AND NOT l.granted"
			  "   AND d.datname = current_database()"),
		   "2") == 0;
}

/* Starts two while the test itself holds the lock, and lets them go when both wait for it. */
static void
race(struct scratch *s, PGconn *conn, const char *argument, const char *output[2])
{
	const struct timespec pause = { .tv_nsec = PAUSE_MS * 1000 * 1000 };
	struct scratch_process r[2];

	scratch_ask(s, conn, SQL_LOCK);
	for (int i = 0; i < 2; i++)
		r[i] = scratch_start(s, argument, NULL);
	for (int i = 0; i < PATIENCE_MS / PAUSE_MS && !two_wait(s, conn); i++)
		nanosleep(&pause, NULL);
	ck_assert_msg(two_wait(s, conn), "two programs do not wait for the lock");
	scratch_ask(s, conn, "SELECT pg_advisory_unlock_all()");
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(scratch_end(s, r[i]), EX_OK);
		output[i] = mem_text(s->cx->mem, s->output);
	}
}

START_TEST(two_runs_at_once_apply_each_migration_once)
{
	struct scratch *s = scratch_new();
	PGconn *conn = scratch_connect(s, s->owner);
	const char *output[2];
	int first;

	put_two(s);
	scratch_put(s, "0003_three.sql", THREE);
	race(s, conn, s->dir, output);
	first = strcmp(output[0], "nothing to do\n") == 0;
	ck_assert_str_eq(
	    output[first], "0001_one.sql applied\n0002_two.sql applied\n0003_three.sql applied\n");
	ck_assert_str_eq(output[1 - first], "nothing to do\n");
	ck_assert_str_eq(versions(s, conn), "1,2,3");
	ck_assert_str_eq(scratch_ask(s, conn, "SELECT count(*) FROM one"), "1");
	scratch_drop(s);
}
END_TEST

START_TEST(two_bootstraps_at_once_make_everything_once)
{
	struct scratch *s = scratch_names();
	PGconn *conn = scratch_connect(s, s->super);
	const char *output[2];
	int first;

	race(s, conn, "--bootstrap", output);
	first = strstr(output[0], "created") == NULL;
	ck_assert_ptr_nonnull(strstr(output[first], "created"));
	ck_assert_ptr_null(strstr(output[1 - first], "created"));
	scratch_drop(s);
}
END_TEST

/* Calls. */

static const struct {
	const char *first; /* argument; NULL: the folder */
	const char *variable;
	const char *value;
} unset[] = {
	{ NULL, "OWNER_DATABASE_URL", NULL },
	{ NULL, "OWNER_DATABASE_URL", "" },
	{ "--status", "OWNER_DATABASE_URL", NULL },
	{ "--bootstrap", "BOOTSTRAP_DATABASE_URL", NULL },
	{ "--bootstrap", "BOOTSTRAP_DATABASE_URL", "" },
	{ "--bootstrap", "OWNER_DATABASE_URL", NULL },
	{ "--bootstrap", "DATABASE_URL", NULL },
	{ "--bootstrap", "DATABASE_URL", "" },
};

START_TEST(a_missing_variable_stops_it_with_its_name)
{
	struct scratch *s = scratch_names();

	s->variable = unset[_i].variable;
	s->value = unset[_i].value;
	put_two(s);
	ck_assert_int_eq(
	    scratch_run(s, unset[_i].first == NULL ? s->dir : unset[_i].first, NULL), EX_CONFIG);
	ck_assert_str_eq(
	    s->output, mem_printf(s->cx->mem, "migrate: %s is not set\n", s->variable));
	scratch_drop(s);
}
END_TEST

static const struct {
	const char *variable;
	const char *value;
	const char *message;
} unfit[] = {
	{ "DATABASE_URL", "password=geheim nonsense",
	    "DATABASE_URL is no libpq connection string" },
	{ "DATABASE_URL", "user=x", "DATABASE_URL must name user and dbname" },
	{ "OWNER_DATABASE_URL", "dbname=x", "OWNER_DATABASE_URL must name user and dbname" },
	{ "OWNER_DATABASE_URL", "user=x dbname=x",
	    "OWNER_DATABASE_URL and DATABASE_URL name different databases" },
	{ "BOOTSTRAP_DATABASE_URL", "host=/nowhere user=x", "could not connect" },
};

START_TEST(a_bootstrap_that_cannot_be_meant_is_refused)
{
	struct scratch *s = scratch_names();

	s->variable = unfit[_i].variable;
	s->value = unfit[_i].value;
	ck_assert_int_eq(scratch_run(s, "--bootstrap", NULL), EXIT_FAILURE);
	scratch_must_say(s, unfit[_i].message);
	ck_assert_ptr_null(strstr(s->output, "geheim"));
	scratch_drop(s);
}
END_TEST

START_TEST(owner_and_app_must_be_two_roles)
{
	struct scratch *s = scratch_names();

	s->variable = "DATABASE_URL";
	s->value = s->owner;
	ck_assert_int_eq(scratch_run(s, "--bootstrap", NULL), EXIT_FAILURE);
	scratch_must_say(s, "OWNER_DATABASE_URL and DATABASE_URL name the same role");
	scratch_drop(s);
}
END_TEST

START_TEST(a_folder_without_migrations_is_refused)
{
	struct scratch *s = scratch_new();
	PGconn *conn = scratch_connect(s, s->owner);

	scratch_put(s, "notes.txt", "no migration");
	ck_assert_int_eq(scratch_run(s, s->dir, NULL), EXIT_FAILURE);
	scratch_must_say(s, "holds no migration");
	ck_assert_int_eq(scratch_run(s, "/nowhere", NULL), EXIT_FAILURE);
	scratch_must_say(s, "migrate: /nowhere cannot be opened");
	ck_assert_int_eq(scratch_run(s, s->dir, s->dir), EX_USAGE);
	ck_assert_int_eq(scratch_run(s, "--unknown", NULL), EX_USAGE);
	ck_assert(!has_table(s, conn, "migration"));
	scratch_drop(s);
}
END_TEST

Suite *
migrate_suite(void)
{
	Suite *s = suite_create("migrate");

	unit_add(s, bootstrap_makes_roles_database_and_rights_and_twice_changes_nothing);
	unit_add(s, the_app_role_writes_rows_and_neither_tables_nor_the_record);
	unit_add(s, migrations_apply_in_order_and_a_second_run_changes_nothing);
	unit_add(s, the_record_holds_each_files_name_and_checksum);
	unit_add(s, status_lists_and_changes_nothing);
	unit_loop(s, a_migration_that_fails_is_rolled_back_whole, broken);
	unit_add(s, a_migration_that_ends_its_transaction_is_found_out);
	unit_add(s, what_a_migration_sets_for_itself_ends_with_it);
	unit_loop(s, a_folder_that_does_not_fit_the_database_is_refused_untouched, refused);
	unit_add(s, a_record_with_a_hole_is_refused);
	unit_add(s, two_runs_at_once_apply_each_migration_once);
	unit_add(s, two_bootstraps_at_once_make_everything_once);
	unit_loop(s, a_missing_variable_stops_it_with_its_name, unset);
	unit_loop(s, a_bootstrap_that_cannot_be_meant_is_refused, unfit);
	unit_add(s, owner_and_app_must_be_two_roles);
	unit_add(s, a_folder_without_migrations_is_refused);
	return s;
}
