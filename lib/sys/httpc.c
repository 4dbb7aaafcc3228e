/*
 * httpc: libcurl's easy interface, one handle per call.
 */
#include "sys/httpc.h"

#include <curl/curl.h>

#include "base/buf.h"

static void
drop_curl(void *curl)
{
	curl_easy_cleanup(curl);
}

static void
drop_list(void *list)
{
	curl_slist_free_all(list);
}

/* A short count makes libcurl end the call. */
static size_t
keep(char *p, size_t size, size_t n, void *arg)
{
	struct buf *body = arg;

	if (body->n + size * n > HTTPC_BODY_MAX)
		return 0;
	buf_put(body, p, size * n);
	return size * n;
}

static struct curl_slist *
headers(struct cx *cx, const struct httpc_request *request)
{
	struct curl_slist *list = curl_slist_append(NULL, "Accept: application/json");

	mem_need(list);
	if (request->bearer != NULL)
		mem_need(curl_slist_append(
		    list, mem_printf(cx->mem, "Authorization: Bearer %s", request->bearer)));
	mem_defer(cx->mem, drop_list, list);
	return list;
}

enum rc
httpc_call(struct cx *cx, const struct httpc_request *request, struct httpc_answer *out)
{
	CURL *curl = mem_need(curl_easy_init());
	struct buf body;
	CURLcode code;

	mem_defer(cx->mem, drop_curl, curl);
	buf_init(&body, cx->mem, 4096);
	curl_easy_setopt(curl, CURLOPT_URL, request->url);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)HTTPC_CONNECT_SECONDS);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)HTTPC_TOTAL_SECONDS);
	curl_easy_setopt(curl, CURLOPT_USERAGENT, "Sakristei");
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers(cx, request));
	if (request->form != NULL)
		curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->form);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, keep);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, &body);
	code = curl_easy_perform(curl);
	if (code != CURLE_OK)
		return fault(cx, RC_UPSTREAM, "no answer: %s", curl_easy_strerror(code));
	curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &out->status);
	out->body = (struct str){ body.p, body.n };
	return RC_OK;
}
