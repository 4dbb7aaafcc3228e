/*
 * page: the Inertia page protocol. The first visit gets a document with the page
 * object inside, later visits the object alone; a browser with older assets is
 * told to load the page anew.
 */
#include "web/page.h"

#include <assert.h>
#include <string.h>

#include "base/conf.h"
#include "base/enc.h"
#include "base/log.h"
#include "q/account.h"
#include "q/tx.h"
#include "sys/tx.h"
#include "web/cookie.h"
#include "web/gate.h"
#include "web/reply.h"
#include "web/shell.h"

static const char *
non_empty(const char *text)
{
	return *text == '\0' ? NULL : text;
}

void
page_begin(struct page *pg, struct req *rq, const char *component)
{
	memset(pg, 0, sizeof(*pg));
	pg->rq = rq;
	pg->component = component;
	pg->status = 200;
	pg->session = pg->flash = -1;
	if (strcmp(req_param(rq, "HTTP_X_INERTIA_PARTIAL_COMPONENT"), component) == 0) {
		pg->only = non_empty(req_param(rq, "HTTP_X_INERTIA_PARTIAL_DATA"));
		pg->except = non_empty(req_param(rq, "HTTP_X_INERTIA_PARTIAL_EXCEPT"));
		pg->partial = pg->only != NULL || pg->except != NULL;
	}
	pipe_init(&pg->pipe, rq->cx);
	if (rq->route->auth != AUTH_USER)
		return;
	pipe_queue(&pg->pipe, &q_tx_read);
	pg->session = pipe_queue(&pg->pipe, &q_session_page, P_I64(rq->session_id));
	if (!pg->partial)
		pg->flash = pipe_queue(&pg->pipe, &q_flash_rows, P_I64(rq->session_id));
}

static bool
list_has(const char *list, const char *name)
{
	struct str rest = str_of(list);
	struct str part;

	while (str_cut(&rest, ',', &part))
		if (str_is(str_trim(part), name))
			return true;
	return false;
}

bool
page_wants(const struct page *pg, const char *prop)
{
	if (pg->except != NULL && list_has(pg->except, prop))
		return false;
	return pg->only == NULL || list_has(pg->only, prop);
}

static int
add_prop(struct page *pg, const char *prop)
{
	assert(pg->n < PAGE_PROPS_MAX);
	pg->prop[pg->n].name = prop;
	return pg->n++;
}

void
page_rows_params(struct page *pg, const char *prop, prop_writer writer, const struct stmt *q,
    const struct param *params)
{
	int at;

	assert(pg->session >= 0); /* rows are for signed-in people */
	if (!page_wants(pg, prop))
		return;
	at = add_prop(pg, prop);
	pg->prop[at].writer = writer;
	pg->prop[at].rows = pipe_queue_params(&pg->pipe, q, params);
}

void
page_json(struct page *pg, const char *prop, const char *json)
{
	if (page_wants(pg, prop))
		pg->prop[add_prop(pg, prop)].json = json;
}

void
page_text(struct page *pg, const char *prop, const char *text)
{
	struct buf json;

	buf_init(&json, pg->rq->cx->mem, strlen(text) + 16);
	json_text(&json, str_of(text));
	page_json(pg, prop, json.p);
}

void
page_bool(struct page *pg, const char *prop, bool value)
{
	page_json(pg, prop, value ? "true" : "false");
}

static void
field(struct buf *b, const char *name)
{
	if (b->p[b->n - 1] != '{')
		buf_text(b, ",");
	json_text(b, str_of(name));
	buf_text(b, ":");
}

static void
text_field(struct buf *b, const char *name, const char *text)
{
	field(b, name);
	if (text == NULL)
		buf_text(b, "null");
	else
		json_text(b, str_of(text));
}

static void
user_json(struct buf *b, const struct rows *session)
{
	if (session == NULL) {
		buf_text(b, "{\"user\":null}");
		return;
	}
	buf_text(b, "{\"user\":{\"id\":");
	buf_i64(b, row_i64(session, 0, "id"));
	text_field(b, "name", row_text(session, 0, "name"));
	text_field(b, "avatar", row_text(session, 0, "avatar"));
	buf_text(b, "}}");
}

static void
macros_json(struct buf *b, const struct rows *session)
{
	buf_text(b, "{");
	for (int i = 0; session != NULL && i < session->n; i++) {
		const char *key = row_text(session, i, "macro_key");

		if (key != NULL)
			text_field(b, key, row_text(session, i, "macro_value"));
	}
	buf_text(b, "}");
}

static void
props_json(struct buf *b, const struct page *pg, const struct rows *session)
{
	buf_text(b, "{");
	if (page_wants(pg, "auth")) {
		field(b, "auth");
		user_json(b, session);
	}
	if (page_wants(pg, "macroSettings")) {
		field(b, "macroSettings");
		macros_json(b, session);
	}
	if (page_wants(pg, "appEnv"))
		text_field(b, "appEnv", conf_text(CONF_APP_ENV));
	field(b, "errors"); /* the client expects it on every page */
	buf_text(b, "{}");
	for (int i = 0; i < pg->n; i++) {
		field(b, pg->prop[i].name);
		if (pg->prop[i].json != NULL)
			buf_text(b, pg->prop[i].json);
		else
			pg->prop[i].writer(b, &pg->pipe.rows[pg->prop[i].rows]);
	}
	buf_text(b, "}");
}

/* The last message is shown; several at once do not happen on one page. */
static void
flash_json(struct buf *b, const struct rows *flash)
{
	const int last = flash->n - 1;

	buf_text(b, "{");
	text_field(b, "kind", row_text(flash, last, "kind"));
	text_field(b, "text", row_text(flash, last, "text"));
	buf_text(b, "}");
}

static void
object_json(
    struct buf *b, const struct page *pg, const struct rows *session, const struct rows *flash)
{
	buf_text(b, "{");
	text_field(b, "component", pg->component);
	text_field(b, "url", pg->rq->url);
	text_field(b, "version", shell_version());
	field(b, "clearHistory"); /* whoever is signed out leaves nothing to go back to */
	buf_text(b, strcmp(pg->component, "login") == 0 ? "true" : "false");
	field(b, "encryptHistory"); /* needs https: elsewhere the browser has no key store */
	buf_text(b, session != NULL && conf_is_https() ? "true" : "false");
	if (flash != NULL && flash->n > 0) {
		field(b, "flash");
		flash_json(b, flash);
	}
	field(b, "props");
	props_json(b, pg, session);
	buf_text(b, "}");
}

static void
send_object(struct page *pg, const struct rows *session, const struct rows *flash)
{
	struct req *rq = pg->rq;
	struct buf object;

	rq->reply.status = pg->status;
	reply_header(rq, "Vary", "X-Inertia");
	if (req_is_inertia(rq)) {
		reply_header(rq, "Content-Type", "application/json");
		reply_header(rq, "X-Inertia", "true");
		object_json(&rq->reply.body, pg, session, flash);
		return;
	}
	reply_header(rq, "Content-Type", "text/html; charset=utf-8");
	buf_init(&object, rq->cx->mem, 4096);
	object_json(&object, pg, session, flash);
	if (rq->csrf_token != NULL)
		cookie_set_csrf(rq, rq->csrf_token);
	shell_html(&rq->reply.body, pg->component, rq->csrf_token == NULL ? "" : rq->csrf_token,
	    (struct str){ object.p, object.n });
}

/* A browser that still runs older assets loads the address anew. */
static bool
is_outdated(const struct req *rq)
{
	return rq->method == GET && req_is_inertia(rq) &&
	       strcmp(req_param(rq, "HTTP_X_INERTIA_VERSION"), shell_version()) != 0;
}

static enum rc
reply_outdated(struct req *rq)
{
	rq->reply.status = 409;
	reply_header(rq, "Vary", "X-Inertia");
	reply_header(rq, "X-Inertia-Location", rq->url);
	reply_header(rq, "X-Inertia-Version", shell_version());
	return RC_OK;
}

/* Flash messages are read with the page and deleted after it; a page that fails keeps them. */
static void
consume_flash(struct req *rq, const struct rows *flash)
{
	const int64_t last = row_i64(flash, flash->n - 1, "id");

	if (db_do(rq->cx, &q_flash_delete, P_I64(rq->session_id), P_I64(last)) == RC_OK)
		return;
	log_line(LOG_WARN, "event=flash_kept rid=%s", rq->id);
	fault_clear(rq->cx);
}

static enum rc
run_pipeline(struct page *pg)
{
	enum rc rc;

	pipe_queue(&pg->pipe, &q_tx_commit);
	rc = pipe_flush(&pg->pipe);
	if (rc != RC_OK)
		tx_abandon(pg->rq->cx);
	return rc;
}

enum rc
page_send(struct page *pg)
{
	struct req *rq = pg->rq;
	const struct rows *session = NULL;
	const struct rows *flash = NULL;

	if (pg->session >= 0) {
		TRY(run_pipeline(pg));
		session = &pg->pipe.rows[pg->session];
		if (session->n == 0)
			return fault(rq->cx, RC_NO_LOGIN, "the session is over");
		rq->account_id = row_i64(session, 0, "id");
		rq->csrf_token = row_text(session, 0, "csrf_token");
	}
	if (is_outdated(rq))
		return reply_outdated(rq);
	if (pg->flash >= 0 && pg->pipe.rows[pg->flash].n > 0)
		flash = &pg->pipe.rows[pg->flash];
	send_object(pg, session, flash);
	if (flash != NULL)
		consume_flash(rq, flash);
	return RC_OK;
}

/* Who is signed in, for the frame around an error; nobody where that cannot be found out. */
static bool
read_session(struct req *rq, struct rows *session)
{
	const struct fault kept = rq->cx->fault;
	const bool known =
	    rq->session_id != 0 &&
	    db_run(rq->cx, &q_session_page, session, P_I64(rq->session_id)) == RC_OK &&
	    session->n > 0;

	rq->cx->fault = kept;
	return known;
}

void
page_error(struct req *rq, int status, const char *message)
{
	struct page pg = {
		.rq = rq, .component = "error", .status = status, .session = -1, .flash = -1
	};
	struct rows session;
	const bool known = status < 500 && read_session(rq, &session);

	page_json(&pg, "status", mem_printf(rq->cx->mem, "%d", status));
	page_text(&pg, "message", message);
	if (known)
		rq->csrf_token = row_text(&session, 0, "csrf_token");
	send_object(&pg, known ? &session : NULL, NULL);
}
