/*
 * rows_json: cells go from PostgreSQL's text straight into the JSON text; the
 * column's type decides between a number, true or false, raw JSON and a string.
 */
#include "sys/rows_json.h"

#include <libpq-fe.h>

#include "base/enc.h"

/* Type oids of pg_type.dat, stable across PostgreSQL versions. */
enum {
	OID_BOOL = 16,
	OID_INT8 = 20,
	OID_INT2 = 21,
	OID_INT4 = 23,
	OID_JSON = 114,
	OID_JSONB = 3802
};

/* JSON as it is stored; '<' stands in its strings only and must not open a tag around it. */
static void
raw_json(struct buf *b, struct str json)
{
	struct str part;

	for (bool first = true; str_cut(&json, '<', &part); first = false) {
		if (!first)
			buf_text(b, "\\u003c");
		buf_put(b, part.p, part.n);
	}
}

static void
cell_json(struct buf *b, const PGresult *res, int row, int column)
{
	const struct str cell = { PQgetvalue(res, row, column),
		(size_t)PQgetlength(res, row, column) };

	if (PQgetisnull(res, row, column)) {
		buf_text(b, "null");
		return;
	}
	switch (PQftype(res, column)) {
	case OID_BOOL: buf_text(b, cell.p[0] == 't' ? "true" : "false"); break;
	case OID_INT2:
	case OID_INT4:
	case OID_INT8: buf_put(b, cell.p, cell.n); break;
	case OID_JSON:
	case OID_JSONB: raw_json(b, cell); break;
	default: json_text(b, cell); break;
	}
}

void
rows_json_one(struct buf *b, const struct rows *rows, int row)
{
	const PGresult *res = rows->result;
	const int columns = PQnfields(res);

	buf_put(b, "{", 1);
	for (int i = 0; i < columns; i++) {
		if (i > 0)
			buf_put(b, ",", 1);
		json_text(b, str_of(PQfname(res, i)));
		buf_put(b, ":", 1);
		cell_json(b, res, row, i);
	}
	buf_put(b, "}", 1);
}

void
rows_json_first(struct buf *b, const struct rows *rows)
{
	if (rows->n == 0)
		buf_text(b, "null");
	else
		rows_json_one(b, rows, 0);
}

void
rows_json(struct buf *b, const struct rows *rows)
{
	buf_put(b, "[", 1);
	for (int i = 0; i < rows->n; i++) {
		if (i > 0)
			buf_put(b, ",", 1);
		rows_json_one(b, rows, i);
	}
	buf_put(b, "]", 1);
}
