-- What every later table stands on: text and time functions, and the installation's own row.

CREATE EXTENSION IF NOT EXISTS unaccent;

CREATE FUNCTION fold(t text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	AS $$ SELECT lower(public.unaccent('public.unaccent', t)) $$;
COMMENT ON FUNCTION fold(text) IS
	'Text as people search it: lower case without accents. Immutable, so that indexes may use it.';

CREATE FUNCTION local_date(ts timestamptz) RETURNS date
	LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
	AS $$ SELECT (ts AT TIME ZONE 'Europe/Berlin')::date $$;
COMMENT ON FUNCTION local_date(timestamptz) IS 'Calendar day of a moment in Europe/Berlin.';

CREATE FUNCTION local_stamp(ts timestamptz) RETURNS text
	LANGUAGE sql STABLE PARALLEL SAFE STRICT
	AS $$ SELECT to_char(ts AT TIME ZONE 'Europe/Berlin', 'YYYY-MM-DD HH24-MI') $$;
COMMENT ON FUNCTION local_stamp(timestamptz) IS
	'Moment in Europe/Berlin as it stands in file names: 2026-05-20 14-05.';

CREATE FUNCTION iso8601(ts timestamptz) RETURNS text
	LANGUAGE sql STABLE PARALLEL SAFE STRICT
	AS $$ SELECT to_char(ts AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') $$;
COMMENT ON FUNCTION iso8601(timestamptz) IS 'Moment as ISO 8601 in UTC, to the second: 2026-05-24T08:00:00Z.';

CREATE TABLE installation (
	id        bool PRIMARY KEY DEFAULT true CONSTRAINT installation_one CHECK (id),
	namespace uuid NOT NULL DEFAULT gen_random_uuid(),
	made_at   timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE installation IS 'One row: what makes this installation different from every other.';
COMMENT ON COLUMN installation.id IS 'Always true; keeps the table at one row.';
COMMENT ON COLUMN installation.namespace IS
	'Namespace of the UUIDs (version 5) of objects made here; part of the backup, never changed.';
COMMENT ON COLUMN installation.made_at IS 'When the first migration ran.';
INSERT INTO installation DEFAULT VALUES;
