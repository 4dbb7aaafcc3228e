/*
 * page: a page is a component's name and a table of props. Props that come from
 * the database are statements, all sent in one read-only pipeline together with
 * the session's row; a partial reload runs only those that it asks for.
 */
#ifndef WEB_PAGE_H
#define WEB_PAGE_H

#include "sys/db.h"
#include "sys/rows_json.h"
#include "web/req.h"

enum { PAGE_PROPS_MAX = 16 };

/* Writes a prop's JSON from its rows. */
typedef void (*prop_writer)(struct buf *, const struct rows *);

struct page {
	struct req *rq;
	const char *component;
	struct pipe pipe;
	struct {
		const char *name;
		const char *json; /* ready, or NULL: written from rows */
		prop_writer writer;
		int rows; /* index in the pipe */
	} prop[PAGE_PROPS_MAX];
	int n;
	int status;         /* of the answer; 200 unless set after page_begin */
	const char *only;   /* comma-separated props a partial reload asks for, or NULL */
	const char *except; /* … or leaves out, or NULL */
	bool partial;
	int session; /* index in the pipe; -1 on an open route */
	int flash;   /* index in the pipe; -1: not asked for */
};

/* Opens the page; on a signed-in route the session's row goes first into the pipeline. */
void page_begin(struct page *pg, struct req *rq, const char *component);

/* Would this prop be sent? Skip work for it where not. */
bool page_wants(const struct page *pg, const char *prop);

/* A prop from a statement: an array of objects, its first row, or what writer makes of the rows. */
void page_rows_params(struct page *pg, const char *prop, prop_writer writer, const struct stmt *q,
    const struct param *params);
#define page_rows(pg, prop, q, ...) \
	page_rows_params((pg), (prop), rows_json, (q), PARAMS(__VA_ARGS__))
#define page_row(pg, prop, q, ...) \
	page_rows_params((pg), (prop), rows_json_first, (q), PARAMS(__VA_ARGS__))
#define page_written(pg, prop, writer, q, ...) \
	page_rows_params((pg), (prop), (writer), (q), PARAMS(__VA_ARGS__))

/* A prop that is known already: JSON without '<'. */
void page_json(struct page *pg, const char *prop, const char *json);
void page_text(struct page *pg, const char *prop, const char *text);
void page_bool(struct page *pg, const char *prop, bool value);

/* Runs the pipeline and builds the answer; RC_NO_LOGIN where the session is over. */
MUST_USE enum rc page_send(struct page *pg);

/* The error page; of the server's own errors it needs no database. */
void page_error(struct req *rq, int status, const char *message);

#endif
