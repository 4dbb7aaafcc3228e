/*
 * apilog: see the header.
 */
#include "apilog/apilog.h"

#include <time.h>

#include "base/buf.h"
#include "base/enc.h"
#include "base/log.h"
#include "q/apilog.h"

/* Fields whose values let somebody in; names as OAuth 2.0 and the external system use them. */
static const char *const secrets[] = { "access_token", "refresh_token", "code", "code_verifier",
	"client_secret", "login_token", "token", "password" };

static const char mark[] = "[redacted]";

static bool
is_secret(struct str name)
{
	for (size_t i = 0; i < nelem(secrets); i++)
		if (str_is(name, secrets[i]))
			return true;
	return false;
}

/* One "name=value" of a query or form. */
static void
redact_pair(struct buf *b, struct str pair)
{
	struct str rest = pair;
	struct str name;

	if (str_cut(&rest, '=', &name) && rest.p != NULL && is_secret(name)) {
		buf_put(b, name.p, name.n + 1);
		buf_text(b, mark);
	} else {
		buf_put(b, pair.p, pair.n);
	}
}

const char *
apilog_redact_form(TALLOC_CTX *ctx, const char *text)
{
	const char *query = strchr(text, '?');
	struct str rest = str_of(query == NULL ? text : query + 1);
	struct str pair;
	struct buf b;

	buf_init(&b, ctx, strlen(text) + 64);
	if (query != NULL)
		buf_put(&b, text, (size_t)(query + 1 - text));
	for (bool first = true; str_cut(&rest, '&', &pair); first = false) {
		if (!first)
			buf_text(&b, "&");
		redact_pair(&b, pair);
	}
	return b.p;
}

/* End of the JSON string whose first quote stands at p: behind its last one, or the text's end. */
static const char *
string_end(const char *p)
{
	for (p++; *p != '\0' && *p != '"'; p++)
		if (*p == '\\' && p[1] != '\0')
			p++;
	return *p == '"' ? p + 1 : p;
}

/* Works on tokens alone, so that an answer that was cut keeps no secret either. */
const char *
apilog_redact_json(TALLOC_CTX *ctx, const char *text)
{
	bool secret = false; /* the last string was the name of a secret */
	struct buf b;

	buf_init(&b, ctx, strlen(text) + 64);
	for (const char *p = text; *p != '\0';) {
		const char *end = *p == '"' ? string_end(p) : p + 1;
		const size_t n = (size_t)(end - p);

		if (*p == '"' && secret) {
			buf_printf(&b, "\"%s\"", mark);
			secret = false;
		} else {
			if (*p == '"')
				secret = n > 2 && is_secret((struct str){ p + 1, n - 2 });
			else if (strchr(" \t\r\n:", *p) == NULL)
				secret = false;
			buf_put(&b, p, n);
		}
		p = end;
	}
	return b.p;
}

static int64_t
now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void
write_row(struct cx *cx, const struct httpc_request *request, const struct httpc_answer *answer,
    const char *error, int64_t ms)
{
	const struct fault kept = cx->fault;
	const char *body = utf8_clean(cx->mem, answer->body, HTTPC_BODY_MAX * 3);
	const char *redacted = apilog_redact_json(cx->mem, body);
	struct param status = error == NULL ? P_I64(answer->status) : P_NULL;

	redacted = utf8_clean(cx->mem, str_of(redacted), APILOG_BODY_MAX);
	if (db_do(cx, &q_api_request_insert, P_TEXT(request->form == NULL ? "GET" : "POST"),
		P_TEXT(apilog_redact_form(cx->mem, request->url)),
		P_TEXT(request->bearer == NULL ? "" : "Authorization: Bearer [redacted]"),
		P_TEXT(request->form == NULL ? NULL : apilog_redact_form(cx->mem, request->form)),
		status, P_TEXT(error), P_TEXT(error == NULL ? redacted : NULL),
		P_I64((int64_t)answer->body.n), P_I64(ms)) != RC_OK)
		log_line(LOG_WARN, "event=api_request_not_kept");
	cx->fault = kept;
}

enum rc
apilog_call(struct cx *cx, const struct httpc_request *request, struct httpc_answer *out)
{
	const int64_t start = now_ms();
	struct httpc_answer answer = { .body = { "", 0 } };
	const enum rc rc = httpc_call(cx, request, &answer);

	write_row(cx, request, &answer, rc == RC_OK ? NULL : cx->fault.cause, now_ms() - start);
	if (rc == RC_OK)
		*out = answer;
	return rc;
}
