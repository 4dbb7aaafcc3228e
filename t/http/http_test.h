/*
 * http_test: browsers made of libcurl, against the running stack that APP_URL names.
 */
#ifndef HTTP_HTTP_TEST_H
#define HTTP_HTTP_TEST_H

#include "base/buf.h"
#include "sys/db.h"
#include "unit/unit.h"

struct json_object;

/* One browser with its own cookies, and the last answer it got. */
struct client {
	struct cx *cx;
	void *curl;
	long status;
	struct buf headers;
	struct buf body;
	const char *extra[8]; /* header lines of the next request; NULL ends */
};

/* A context whose db is the stack's database, in no transaction. */
struct cx *http_begin(void);
void http_end(struct cx *cx);

/* A browser without cookies; freed with the context. */
struct client *client_new(struct cx *cx);

/* A browser signed in as the test person (1 to 9). */
struct client *client_signed_in(struct cx *cx, int person);

/*
 * Sends a request and keeps the answer; body NULL: none. Writes carry the CSRF cookie's
 * value. A path belongs to the stack; anything else is a whole address.
 */
void client_send(struct client *c, const char *method, const char *path, const char *body);
void client_get(struct client *c, const char *path);

/* A visit of the page's own router, with the version of the assets that the server has. */
void client_visit(struct client *c, const char *path);

/* Adds a header line to the next request only. */
void client_extra(struct client *c, const char *line);

/* A header of the last answer, or NULL. */
const char *client_header(const struct client *c, const char *name);

/* Value of a cookie, or NULL. */
const char *client_cookie(const struct client *c, const char *name);

/* Sets a cookie to a value, as the browser's owner could. */
void client_set_cookie(struct client *c, const char *name, const char *value);

/* Name of the session cookie on this stack. */
const char *client_session_name(struct cx *cx);

/* The last answer's JSON body; fails the test where it is none. */
struct json_object *client_json(const struct client *c);

/* A value in it by a path of keys: "props.auth.user.name"; NULL where it is missing or null. */
const char *client_value(const struct client *c, const char *path);

/* The page object inside the last answer's HTML, as JSON text. */
const char *client_page_object(const struct client *c);

/* Does the log file of the stack hold the text? Waits up to 2 s for it to appear. */
bool log_has(struct cx *cx, const char *file, const char *text);

/* The line of the log that holds the text, or NULL. */
const char *log_line_with(struct cx *cx, const char *file, const char *text);

Suite *gate_suite(void);
Suite *migrate_suite(void);
Suite *login_suite(void);
Suite *pages_suite(void);
Suite *pool_suite(void);
Suite *production_suite(void);
Suite *restart_suite(void);
Suite *routes_suite(void);
Suite *settings_suite(void);

#endif
