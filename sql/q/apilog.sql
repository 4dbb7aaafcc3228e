-- The log of calls to the external system.

-- name: api_request_insert
-- args: method text, url text, headers text, body text, status int8, error text, answer text, bytes int8, ms int8
INSERT INTO api_request (method, url, request_headers, request_body, status, error, response_body,
	response_bytes, duration_ms)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);
