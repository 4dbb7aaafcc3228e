-- Services. A service is upcoming until the end of its Berlin day. "today" is NULL for now;
-- tests pass a moment of their own.

-- name: service_upcoming
-- args: today timestamptz, size int8, skip int8
SELECT id, title, iso8601(starts_at) AS starts_at, has_agenda, cancelled,
       gone_at IS NOT NULL AS gone, finalized_at IS NOT NULL AS finalized
  FROM service WHERE local_date(starts_at) >= local_date(COALESCE($1, now()))
 ORDER BY starts_at, id LIMIT $2 OFFSET $3;

-- name: service_past
-- args: today timestamptz, size int8, skip int8
SELECT id, title, iso8601(starts_at) AS starts_at, has_agenda, cancelled,
       gone_at IS NOT NULL AS gone, finalized_at IS NOT NULL AS finalized
  FROM service WHERE local_date(starts_at) < local_date(COALESCE($1, now()))
 ORDER BY starts_at DESC, id DESC LIMIT $2 OFFSET $3;

-- name: service_upcoming_count
-- args: today timestamptz, number int8, size int8
SELECT $2 AS number, count(id) AS total, $3 AS size FROM service WHERE local_date(starts_at) >= local_date(COALESCE($1, now()));

-- name: service_past_count
-- args: today timestamptz, number int8, size int8
SELECT $2 AS number, count(id) AS total, $3 AS size FROM service WHERE local_date(starts_at) < local_date(COALESCE($1, now()));
