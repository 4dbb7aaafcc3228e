-- Worship services, mirrored from the external system.

CREATE TABLE service (
	id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	ext_id       text NOT NULL CONSTRAINT service_ext_id_key UNIQUE,
	title        text NOT NULL CONSTRAINT service_title_length CHECK (length(title) BETWEEN 1 AND 500),
	starts_at    timestamptz NOT NULL,
	has_agenda   bool NOT NULL DEFAULT false,
	cancelled    bool NOT NULL DEFAULT false,
	gone_at      timestamptz,
	finalized_at timestamptz,
	created_at   timestamptz NOT NULL DEFAULT now(),
	updated_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX service_starts_at_idx ON service (starts_at);
COMMENT ON TABLE service IS 'A worship service (event) of the external system.';
COMMENT ON COLUMN service.id IS 'Our own number; stands in the address of its page.';
COMMENT ON COLUMN service.ext_id IS 'The event''s identifier in the external system.';
COMMENT ON COLUMN service.title IS 'Title; owned by the external system.';
COMMENT ON COLUMN service.starts_at IS 'Begin; owned by the external system. Its Berlin day tells upcoming from past.';
COMMENT ON COLUMN service.has_agenda IS 'The event has an agenda; owned by the external system.';
COMMENT ON COLUMN service.cancelled IS 'The event was cancelled; owned by the external system.';
COMMENT ON COLUMN service.gone_at IS 'When a synchronisation first missed the event; NULL: it is there.';
COMMENT ON COLUMN service.finalized_at IS 'When it was finalized; NULL: it is not.';
COMMENT ON COLUMN service.created_at IS 'When the first synchronisation found it.';
COMMENT ON COLUMN service.updated_at IS 'Last change of a field that the external system owns.';
