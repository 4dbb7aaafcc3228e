-- Statements of the tests alone; they are in no program.

-- name: test_values
-- args: t text, i int8, b bool, y bytea
SELECT $1 AS t, $2 AS i, $3 AS b, encode($4, 'hex') AS y,
       NULL::text AS nothing, '{"x": "</script>"}'::jsonb AS j, 7::int4 AS small;

-- name: test_none
SELECT 1::int8 AS i WHERE false;

-- name: test_fail
SELECT 1 / 0 AS i;

-- name: test_one
SELECT 1::int8 AS i;

-- name: test_unknown_column
SELECT no_such_column FROM setting;

-- name: test_backend
SELECT pg_backend_pid()::int8 AS pid;

-- name: test_terminate
-- args: pid int8
SELECT pg_terminate_backend($1::int4) AS done;

-- name: test_backends
-- args: pid int8
SELECT count(pid) AS n FROM pg_stat_activity WHERE pid = $1;

-- name: test_deadlock
DO $$ BEGIN RAISE EXCEPTION 'undone' USING ERRCODE = '40P01'; END $$;

-- name: test_service
-- args: ext_id text, title text, starts_at text
INSERT INTO service (ext_id, title, starts_at) VALUES ($1, $2, $3::timestamptz);

-- name: test_service_clear
DELETE FROM service;

-- name: test_setting_clear
DELETE FROM setting;

-- name: test_setting_revision
-- args: key text
SELECT revision FROM setting WHERE key = $1;

-- name: test_session_age
-- args: id int8, used text, made text
UPDATE session SET last_used_at = now() - $2::text::interval, created_at = now() - $3::text::interval
 WHERE id = $1;

-- name: test_session_used
-- args: id int8
SELECT last_used_at > now() - interval '1 minute' AS is_fresh FROM session WHERE id = $1;

-- name: test_constraints
SELECT conname::text AS name FROM pg_constraint
 WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'u', 'x')
   AND conrelid <> 'migration'::regclass
 ORDER BY conname;

-- name: test_uncommented
SELECT c.relname::text AS relation, coalesce(a.attname::text, '(table)') AS part
  FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
   AND (col_description(c.oid, a.attnum) IS NULL OR obj_description(c.oid) IS NULL)
 ORDER BY 1, 2;

-- name: test_times
-- args: moment text
SELECT iso8601($1::timestamptz) AS iso, local_stamp($1::timestamptz) AS stamp,
       local_date($1::timestamptz)::text AS day;

-- name: test_fold
-- args: t text
SELECT fold($1) AS folded;

-- name: test_ddl
CREATE TABLE nobody_may (id int8);

-- name: test_setting_value
-- args: key text
SELECT value FROM setting WHERE key = $1;

-- name: test_session_of
-- args: ext_id text
SELECT max(s.id) AS id FROM session s JOIN account a ON a.id = s.account_id WHERE a.ext_id = $1;

-- name: test_setting_insert
-- args: key text, value text
INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value;

-- name: test_setting_delete
-- args: key text
DELETE FROM setting WHERE key = $1;

-- name: test_accounts
SELECT count(id) AS n FROM account;

-- name: test_attempt_age
UPDATE login_attempt SET created_at = now() - interval '601 seconds';

-- name: test_attempts
SELECT count(id) AS n FROM login_attempt;

-- name: test_account
-- args: ext_id text
SELECT name, groups::text AS groups, roles::text AS roles FROM account WHERE ext_id = $1;

-- name: test_api_requests_clear
DELETE FROM api_request;

-- name: test_api_requests
SELECT method, url, request_headers, request_body, status::int8 AS status, error, response_body,
       response_bytes, duration_ms >= 0 AS has_duration
  FROM api_request ORDER BY id;
