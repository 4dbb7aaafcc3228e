/*
 * constraint: the one table that turns the name of a violated constraint into a
 * field and a German sentence. A test asks the database for constraints it misses.
 */
#ifndef WEB_CONSTRAINT_H
#define WEB_CONSTRAINT_H

#include <stdbool.h>

struct constraint {
	const char *name;
	const char *field;
	const char *text;
};

/* NULL where the table does not know the name. */
const struct constraint *constraint_find(const char *name);

#endif
