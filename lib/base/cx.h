/*
 * cx: what one request or one job carries through the layers: its memory, the
 * process's database connection, and the fault that was met, said once.
 */
#ifndef BASE_CX_H
#define BASE_CX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/mem.h"
#include "base/rc.h"

struct db;

/* A rule that an input field breaks; text is German and shown as it is. */
struct fault_field {
	const char *field;
	const char *text;
	struct fault_field *next;
};

struct fault {
	enum rc rc;
	const char *cause;      /* English, for the log; NULL: none was said */
	const char *message;    /* German, for the user; NULL: the outcome's own text */
	const char *constraint; /* name of the violated constraint, else NULL */
	const char *current;    /* JSON object of the row as it is now (RC_CONFLICT), else NULL */
	struct fault_field *fields;
	bool again; /* the server undid the transaction: the same request may work */
};

struct cx {
	TALLOC_CTX *mem;
	struct db *db; /* NULL where a test or a pure program needs none */
	struct fault fault;
};

/* Records the cause and returns rc; lower case, no full stop, the value in it. */
enum rc fault(struct cx *cx, enum rc rc, const char *fmt, ...) PRINTF(3, 4);

/* Gives the recorded fault a German text of its own instead of the outcome's. */
enum rc fault_message(struct cx *cx, enum rc rc, const char *german);

/* Adds a field's rule in German and returns RC_INVALID. */
enum rc fault_field(struct cx *cx, const char *field, const char *german);

/* Hands over the row as it is now (JSON object) and returns RC_CONFLICT. */
enum rc fault_conflict(struct cx *cx, const char *current);

/* Forgets the fault: whoever handles one and goes on calls this. */
void fault_clear(struct cx *cx);

#endif
