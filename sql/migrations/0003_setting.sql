-- What people set at run time: one text per key; lib/setting knows the keys and their rules.

CREATE TABLE setting (
	key        text CONSTRAINT setting_pkey PRIMARY KEY
		CONSTRAINT setting_key_shape CHECK (key ~ '^[a-z][a-z0-9_]{0,59}$'),
	value      text NOT NULL CONSTRAINT setting_value_length CHECK (length(value) <= 4000),
	revision   bigint NOT NULL DEFAULT 1,
	created_at timestamptz NOT NULL DEFAULT now(),
	updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE setting IS 'A setting that differs from its default, or did once.';
COMMENT ON COLUMN setting.key IS 'Name of the setting; keys that begin with "macro_" go to every page.';
COMMENT ON COLUMN setting.value IS 'The value as text.';
COMMENT ON COLUMN setting.revision IS 'Counts the saves; a save names the revision it was made on.';
COMMENT ON COLUMN setting.created_at IS 'First save.';
COMMENT ON COLUMN setting.updated_at IS 'Last save.';
