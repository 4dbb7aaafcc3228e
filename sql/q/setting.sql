-- Settings.

-- name: setting_rows
SELECT key, value, revision FROM setting ORDER BY key;

-- name: setting_row
-- args: key text
SELECT key, value, revision FROM setting WHERE key = $1;

-- No row comes back where the stored revision is not the one the save was made on.
-- name: setting_put
-- args: key text, value text, revision int8
INSERT INTO setting AS s (key, value) VALUES ($1, $2)
ON CONFLICT (key) DO UPDATE SET value = excluded.value, revision = s.revision + 1, updated_at = now()
 WHERE s.revision = $3
RETURNING key, value, revision;
