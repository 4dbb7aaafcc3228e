/*
 * Fuzz target: the JSON body of a form.
 */
#include "fuzz/fuzz.h"

#include "web/form.h"

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct cx cx = { .mem = mem_context() };
	struct form *f = form_open(&cx, (struct str){ (const char *)p, n });
	const char *text = NULL;
	int64_t number = 0;
	enum rc rc;

	form_text(f, "key", &text, 1, 60);
	form_i64_opt(f, "revision", &number, 0, 1000);
	rc = form_done(f);
	fuzz_check(rc == RC_OK || rc == RC_INVALID);
	fuzz_check(rc != RC_OK || (utf8_valid(str_of(text)) && number >= 0 && number <= 1000));
	talloc_free(cx.mem);
	return 0;
}
