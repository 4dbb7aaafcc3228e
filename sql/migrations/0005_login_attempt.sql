-- Sign-ins through the external system that have begun and not yet come back.

CREATE TABLE login_attempt (
	id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	cookie_hash bytea NOT NULL CONSTRAINT login_attempt_cookie_hash_key UNIQUE
		CONSTRAINT login_attempt_cookie_hash_length CHECK (octet_length(cookie_hash) = 32),
	state_hash  bytea NOT NULL
		CONSTRAINT login_attempt_state_hash_length CHECK (octet_length(state_hash) = 32),
	verifier    text NOT NULL
		CONSTRAINT login_attempt_verifier_length CHECK (length(verifier) = 43),
	created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX login_attempt_created_at_idx ON login_attempt (created_at);
COMMENT ON TABLE login_attempt IS 'A browser on its way to the external system and back; taken once, valid for 10 minutes.';
COMMENT ON COLUMN login_attempt.id IS 'Our own number.';
COMMENT ON COLUMN login_attempt.cookie_hash IS 'SHA-256 of the short cookie that binds the attempt to its browser.';
COMMENT ON COLUMN login_attempt.state_hash IS 'SHA-256 of the state that has to come back.';
COMMENT ON COLUMN login_attempt.verifier IS 'PKCE code verifier (RFC 7636); the external system saw its hash only.';
COMMENT ON COLUMN login_attempt.created_at IS 'When the browser was sent off.';
