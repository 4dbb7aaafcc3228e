/*
 * Fuzz target: what the external system says about a person.
 */
#include "fuzz/fuzz.h"

#include "account/oauth.h"

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct cx cx = { .mem = mem_context() };
	struct person person;
	const enum rc rc = oauth_read_person(&cx, (struct str){ (const char *)p, n }, &person);

	fuzz_check(rc == RC_OK || rc == RC_UPSTREAM);
	fuzz_check(rc != RC_OK || (utf8_valid(str_of(person.name)) && *person.name != '\0'));
	fuzz_check(rc != RC_OK || utf8_valid(str_of(person.groups)));
	talloc_free(cx.mem);
	return 0;
}
