/*
 * Fuzz target: matching a path, and numbers.
 */
#include "fuzz/fuzz.h"

#include "web/route.h"

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	static const char *const patterns[] = { "/a/%d", "/a/%s/b", "/%u", "/%d/%d/%d/%d" };
	TALLOC_CTX *mem = mem_context();
	const char *path = mem_textn(mem, (const char *)p, n);
	struct route_arg args[ROUTE_ARGS_MAX];

	for (size_t i = 0; i < nelem(patterns); i++)
		if (path_match(patterns[i], path, args) && patterns[i][3] == 'd')
			fuzz_check(args[0].i > 0);
	talloc_free(mem);
	return 0;
}
