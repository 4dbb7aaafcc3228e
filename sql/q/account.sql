-- Accounts, sessions and flash messages.
-- A session lives 14 days after its last use, at most 90 days in all.

-- name: session_by_hash
-- args: token_hash bytea
SELECT id, csrf_token, last_used_at < now() - interval '1 hour' AS is_stale
  FROM session
 WHERE token_hash = $1
   AND last_used_at > now() - interval '14 days' AND created_at > now() - interval '90 days';

-- name: session_touch
-- args: id int8
UPDATE session SET last_used_at = now() WHERE id = $1 AND last_used_at < now() - interval '1 hour';

-- name: session_gate
-- args: id int8
SELECT account_id, csrf_token
  FROM session
 WHERE id = $1
   AND last_used_at > now() - interval '14 days' AND created_at > now() - interval '90 days';

-- The shared properties of every page: one row per macro setting, at least one.
-- name: session_page
-- args: id int8
SELECT a.id, a.name, a.avatar, s.csrf_token, m.key AS macro_key, m.value AS macro_value
  FROM session s
  JOIN account a ON a.id = s.account_id
  LEFT JOIN setting m ON m.key LIKE 'macro\_%'
 WHERE s.id = $1
   AND s.last_used_at > now() - interval '14 days' AND s.created_at > now() - interval '90 days'
 ORDER BY m.key;

-- name: session_insert
-- args: account_id int8, token_hash bytea, csrf_token text
INSERT INTO session (account_id, token_hash, csrf_token) VALUES ($1, $2, $3);

-- name: session_delete
-- args: id int8
DELETE FROM session WHERE id = $1;

-- name: session_delete_by_hash
-- args: token_hash bytea
DELETE FROM session WHERE token_hash = $1;

-- name: session_delete_expired
DELETE FROM session
 WHERE last_used_at < now() - interval '14 days' OR created_at < now() - interval '90 days';

-- name: flash_rows
-- args: session_id int8
SELECT id, kind, text FROM flash WHERE session_id = $1 ORDER BY id;

-- name: flash_insert
-- args: session_id int8, kind text, text text
INSERT INTO flash (session_id, kind, text) VALUES ($1, $2, $3);

-- name: flash_delete
-- args: session_id int8, last_id int8
DELETE FROM flash WHERE session_id = $1 AND id <= $2;

-- name: account_sign_in
-- args: ext_id text, name text, avatar text, groups jsonb, roles jsonb
INSERT INTO account AS a (ext_id, name, avatar, groups, roles) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (ext_id) DO UPDATE SET name = excluded.name, avatar = excluded.avatar,
	groups = excluded.groups, roles = excluded.roles, updated_at = now()
RETURNING id;

-- name: login_attempt_insert
-- args: cookie_hash bytea, state_hash bytea, verifier text
INSERT INTO login_attempt (cookie_hash, state_hash, verifier) VALUES ($1, $2, $3);

-- An attempt is taken once, also where its state does not fit.
-- name: login_attempt_take
-- args: cookie_hash bytea, state_hash bytea
DELETE FROM login_attempt WHERE cookie_hash = $1
RETURNING verifier, state_hash = $2 AND created_at > now() - interval '10 minutes' AS is_valid;

-- name: login_attempt_delete_expired
DELETE FROM login_attempt WHERE created_at < now() - interval '10 minutes';
