-- People who sign in, their sessions, and messages for the page they see next.

CREATE TABLE account (
	id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	ext_id     text NOT NULL CONSTRAINT account_ext_id_key UNIQUE,
	name       text NOT NULL CONSTRAINT account_name_length CHECK (length(name) BETWEEN 1 AND 200),
	avatar     text,
	groups     jsonb NOT NULL DEFAULT '[]',
	roles      jsonb NOT NULL DEFAULT '[]',
	created_at timestamptz NOT NULL DEFAULT now(),
	updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE account IS 'A person who has signed in at least once.';
COMMENT ON COLUMN account.id IS 'Our own number of the person.';
COMMENT ON COLUMN account.ext_id IS 'The person''s identifier in the external system; test people begin with "test-".';
COMMENT ON COLUMN account.name IS 'Name as the external system shows it.';
COMMENT ON COLUMN account.avatar IS 'Reference to a picture; NULL: none, initials are shown.';
COMMENT ON COLUMN account.groups IS 'Groups as the external system gave them at the last sign-in.';
COMMENT ON COLUMN account.roles IS 'Roles as the external system gave them at the last sign-in.';
COMMENT ON COLUMN account.created_at IS 'First sign-in.';
COMMENT ON COLUMN account.updated_at IS 'Last sign-in.';

CREATE TABLE session (
	id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	account_id   bigint NOT NULL
		CONSTRAINT session_account_id_fkey REFERENCES account ON DELETE CASCADE,
	token_hash   bytea NOT NULL CONSTRAINT session_token_hash_key UNIQUE
		CONSTRAINT session_token_hash_length CHECK (octet_length(token_hash) = 32),
	csrf_token   text NOT NULL CONSTRAINT session_csrf_token_length CHECK (length(csrf_token) = 43),
	created_at   timestamptz NOT NULL DEFAULT now(),
	last_used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX session_account_id_idx ON session (account_id);
CREATE INDEX session_last_used_at_idx ON session (last_used_at);
COMMENT ON TABLE session IS 'A browser that is signed in. Deleting the row signs it out at once.';
COMMENT ON COLUMN session.id IS 'Our own number; what workers are told, never the browser.';
COMMENT ON COLUMN session.account_id IS 'Who is signed in.';
COMMENT ON COLUMN session.token_hash IS 'SHA-256 of the cookie; the cookie itself is stored nowhere.';
COMMENT ON COLUMN session.csrf_token IS 'What every write of this session has to send along.';
COMMENT ON COLUMN session.created_at IS 'Sign-in; the session ends 90 days later at the latest.';
COMMENT ON COLUMN session.last_used_at IS 'Last use, written at most hourly; the session ends 14 days later.';

CREATE TABLE flash (
	id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	session_id bigint NOT NULL
		CONSTRAINT flash_session_id_fkey REFERENCES session ON DELETE CASCADE,
	kind       text NOT NULL CONSTRAINT flash_kind_known CHECK (kind IN ('success', 'error', 'info')),
	text       text NOT NULL CONSTRAINT flash_text_length CHECK (length(text) BETWEEN 1 AND 1000),
	created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX flash_session_id_idx ON flash (session_id);
COMMENT ON TABLE flash IS 'A message for the next page that a session loads; shown once, then deleted.';
COMMENT ON COLUMN flash.id IS 'Order of the messages.';
COMMENT ON COLUMN flash.session_id IS 'Who is to see it.';
COMMENT ON COLUMN flash.kind IS 'Colour and icon: success, error or info.';
COMMENT ON COLUMN flash.text IS 'German text, shown as it is.';
COMMENT ON COLUMN flash.created_at IS 'When it was left.';
