-- Every call made to the external system, for those who have to find out what went wrong.

CREATE TABLE api_request (
	id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	ended_at        timestamptz NOT NULL DEFAULT now(),
	method          text NOT NULL,
	url             text NOT NULL,
	request_headers text NOT NULL,
	request_body    text,
	status          int,
	error           text,
	response_body   text
		CONSTRAINT api_request_response_body_size CHECK (octet_length(response_body) <= 500000),
	response_bytes  bigint NOT NULL DEFAULT 0,
	duration_ms     bigint NOT NULL,
	CONSTRAINT api_request_ended CHECK (status IS NOT NULL OR error IS NOT NULL)
);
CREATE INDEX api_request_ended_at_idx ON api_request (ended_at);
COMMENT ON TABLE api_request IS 'One call to the external system. Secrets are replaced by [redacted] before they get here.';
COMMENT ON COLUMN api_request.id IS 'Order of the calls.';
COMMENT ON COLUMN api_request.ended_at IS 'When the answer was there, or was given up.';
COMMENT ON COLUMN api_request.method IS 'GET or POST.';
COMMENT ON COLUMN api_request.url IS 'Address with its query.';
COMMENT ON COLUMN api_request.request_headers IS 'Header lines that matter, one a line.';
COMMENT ON COLUMN api_request.request_body IS 'Body as it was sent; NULL: none.';
COMMENT ON COLUMN api_request.status IS 'HTTP status; NULL: no answer came.';
COMMENT ON COLUMN api_request.error IS 'Why no answer came; NULL: one did.';
COMMENT ON COLUMN api_request.response_body IS 'Body of the answer, at most 500,000 bytes, never cut inside a character.';
COMMENT ON COLUMN api_request.response_bytes IS 'Size of the whole answer in bytes.';
COMMENT ON COLUMN api_request.duration_ms IS 'How long the call took, in milliseconds.';
