/*
 * statements: the texts of the bookkeeping itself. They are not in sql/q because
 * they are DDL, run before any schema exists that a statement could be prepared on,
 * and by roles that no worker has. The %s are identifiers and literals that libpq
 * quoted; values otherwise travel as parameters.
 */
#ifndef MIGRATE_STATEMENTS_H
#define MIGRATE_STATEMENTS_H

/* One key for all: who holds it is the only one that changes roles or schema of this database. */
#define SQL_LOCK "SELECT pg_advisory_lock(727315814)"

/* What a migration may have set for itself ends with it. */
#define SQL_SESSION "RESET ALL; RESET ROLE; SET client_min_messages = warning"

#define SQL_BEGIN    "BEGIN"
#define SQL_COMMIT   "COMMIT"
#define SQL_ROLLBACK "ROLLBACK"

/* Bootstrap, on the superuser's own database. */
#define SQL_ROLE_EXISTS     "SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = $1"
#define SQL_ROLE_CREATE     "CREATE ROLE %s LOGIN"
#define SQL_ROLE_PASSWORD   "ALTER ROLE %s LOGIN PASSWORD %s"
#define SQL_DATABASE_CREATE "CREATE DATABASE %s OWNER %s TEMPLATE template0 ENCODING 'UTF8'"
#define SQL_DATABASE_LOCALE " LOCALE 'C.UTF-8'"
#define SQL_DATABASE_OWNER  "ALTER DATABASE %s OWNER TO %s"
#define SQL_DATABASE_FIND                                  \
	"SELECT pg_catalog.pg_get_userbyid(datdba), "      \
	"       pg_catalog.pg_encoding_to_char(encoding) " \
	"  FROM pg_catalog.pg_database WHERE datname = $1"

/* Whether the system has the locale, in either spelling. */
#define SQL_LOCALE_EXISTS                        \
	"SELECT 1 FROM pg_catalog.pg_collation " \
	" WHERE collprovider = 'c' AND collname IN ('C.UTF-8', 'C.utf8')"

/* Bootstrap, in the new database: owner, app, owner, app, owner, app. */
#define SQL_GRANTS                                               \
	"REVOKE CREATE ON SCHEMA public FROM PUBLIC; "           \
	"GRANT USAGE, CREATE ON SCHEMA public TO %s; "           \
	"GRANT USAGE ON SCHEMA public TO %s; "                   \
	"ALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA public " \
	"GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %s; " \
	"ALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA public " \
	"GRANT USAGE ON SEQUENCES TO %s"

/* The bookkeeping's table. */
#define SQL_TABLE_EXISTS "SELECT 1 WHERE pg_catalog.to_regclass('public.migration') IS NOT NULL"

/*
 * The default privileges give the app role writes on every new table; here they are
 * taken back from whoever has them, so that no role's name has to be known.
 */
#define SQL_TABLE_CREATE                                                                  \
	"CREATE TABLE public.migration ("                                                 \
	"version int CONSTRAINT migration_pkey PRIMARY KEY"                               \
	" CONSTRAINT migration_version_positive CHECK (version > 0), "                    \
	"name text NOT NULL, "                                                            \
	"sha256 text NOT NULL"                                                            \
	" CONSTRAINT migration_sha256_shape CHECK (sha256 ~ '^[0-9a-f]{64}$'), "          \
	"applied_at timestamptz NOT NULL DEFAULT now()); "                                \
	"COMMENT ON TABLE public.migration IS"                                            \
	" 'What has been done to this schema; written by the program migrate only.'; "    \
	"COMMENT ON COLUMN public.migration.version IS"                                   \
	" 'Number that the file''s name begins with; without gaps from 1.'; "             \
	"COMMENT ON COLUMN public.migration.name IS 'Name of the file.'; "                \
	"COMMENT ON COLUMN public.migration.sha256 IS"                                    \
	" 'Checksum of the file as it was applied; the file must not change any more.'; " \
	"COMMENT ON COLUMN public.migration.applied_at IS"                                \
	" 'When it was applied: begin of its transaction.'; "                             \
	"DO $$ DECLARE holder text; BEGIN "                                               \
	"FOR holder IN SELECT DISTINCT CASE a.grantee WHEN 0 THEN 'PUBLIC'"               \
	" ELSE a.grantee::regrole::text END"                                              \
	" FROM pg_class c, aclexplode(c.relacl) a"                                        \
	" WHERE c.oid = 'public.migration'::regclass AND a.grantee <> c.relowner "        \
	"LOOP EXECUTE 'REVOKE ALL ON public.migration FROM ' || holder; "                 \
	"EXECUTE 'GRANT SELECT ON public.migration TO ' || holder; "                      \
	"END LOOP; END $$"

#define SQL_APPLIED                                                                        \
	"SELECT version, name, sha256, "                                                   \
	"       to_char(applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') " \
	"  FROM public.migration ORDER BY version"

/* The transaction's number before and after a migration: one that commits by itself is found out. */
#define SQL_TRANSACTION "SELECT pg_catalog.pg_current_xact_id()::text"
#define SQL_RECORD                                              \
	"INSERT INTO public.migration (version, name, sha256) " \
	"SELECT $1::int, $2::text, $3::text "                   \
	" WHERE pg_catalog.pg_current_xact_id()::text = $4::text"

#endif
