/*
 * Fuzz target: a query string, the escaping writers, and a log value made of it.
 */
#include "fuzz/fuzz.h"

#include "base/enc.h"
#include "base/log.h"

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	TALLOC_CTX *mem = mem_context();
	const char *query = mem_textn(mem, (const char *)p, n);
	const char *value = query_value(mem, query, "q");
	char quoted[64];
	struct buf b;

	fuzz_check(value == NULL || utf8_valid(str_of(value)));
	buf_init(&b, mem, 0);
	json_text(&b, str_of(query));
	fuzz_check(memchr(b.p, '<', b.n) == NULL && memchr(b.p, '\n', b.n) == NULL);
	html_text(&b, str_of(query));
	fuzz_check(memchr(b.p, '<', b.n) == NULL);
	log_quote(quoted, sizeof(quoted), query);
	fuzz_check(strlen(quoted) < sizeof(quoted) && strpbrk(quoted, "\n\r") == NULL);
	talloc_free(mem);
	return 0;
}
