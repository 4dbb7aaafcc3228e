/*
 * Fuzz target: an answer on its way into the log of calls.
 */
#include "fuzz/fuzz.h"

#include "apilog/apilog.h"
#include "base/enc.h"

enum { SMALL = 100 };

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	TALLOC_CTX *mem = mem_context();
	const char *text = utf8_clean(mem, (struct str){ (const char *)p, n }, n * 3);
	const char *small = utf8_clean(mem, str_of(text), SMALL);

	fuzz_check(utf8_valid(str_of(text)) && utf8_valid(str_of(small)));
	fuzz_check(strlen(small) <= SMALL);
	fuzz_check(utf8_valid(str_of(apilog_redact_json(mem, text))));
	fuzz_check(utf8_valid(str_of(apilog_redact_form(mem, text))));
	talloc_free(mem);
	return 0;
}
