/*
 * migrate: the steps of this program. Each prints what it did to standard output,
 * one line per change.
 */
#ifndef MIGRATE_MIGRATE_H
#define MIGRATE_MIGRATE_H

#include "base/cx.h"

struct bootstrap {
	const char *superuser; /* connection strings */
	const char *owner;
	const char *app;
};

/* Roles, database and rights are there afterwards; what was there already stays. */
MUST_USE enum rc bootstrap(struct cx *cx, const struct bootstrap *b);

/* Every file of the folder is applied afterwards, each once; RC_CONFLICT where both disagree. */
MUST_USE enum rc apply(struct cx *cx, const char *owner, const char *dir);

/* Lists the files and whether they are applied; changes nothing and waits for nobody. */
MUST_USE enum rc status(struct cx *cx, const char *owner, const char *dir);

#endif
