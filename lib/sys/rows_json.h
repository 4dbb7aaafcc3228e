/*
 * rows_json: rows as JSON, by column name and type; the one writer of props.
 */
#ifndef SYS_ROWS_JSON_H
#define SYS_ROWS_JSON_H

#include "base/buf.h"
#include "sys/db.h"

/* An array of objects, one per row; [] where there is none. */
void rows_json(struct buf *b, const struct rows *rows);

/* The first row as an object; null where there is none. */
void rows_json_first(struct buf *b, const struct rows *rows);

/* One row as an object. */
void rows_json_one(struct buf *b, const struct rows *rows, int row);

#endif
