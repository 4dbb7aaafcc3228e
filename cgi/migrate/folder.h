/*
 * folder: the migrations as files: NNNN_name.sql, numbered from 1 without gaps.
 */
#ifndef MIGRATE_FOLDER_H
#define MIGRATE_FOLDER_H

#include "base/cx.h"

enum { SHA256_TEXT = 64 };

struct migration {
	int version;
	const char *name; /* of the file */
	const char *text; /* valid UTF-8, terminated */
	char sha256[SHA256_TEXT + 1];
};

struct folder {
	struct migration *migration; /* [i] has version i + 1 */
	int n;
};

/* Reads the whole folder; RC_INVALID where a name, a number or a text does not fit. */
MUST_USE enum rc folder_read(struct cx *cx, const char *dir, struct folder *out);

#endif
