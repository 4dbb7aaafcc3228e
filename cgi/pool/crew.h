/*
 * crew: the worker processes of a pool: N slots that are kept filled, the next
 * generation while it is on trial, and those that were told to end.
 * Everything is driven by calls from one loop; nothing happens in signal handlers.
 */
#ifndef POOL_CREW_H
#define POOL_CREW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

/* What a worker is; it and everything in it outlives the crew. */
struct crew_plan {
	const char *name; /* of the pool, for the log; a plain word */
	int workers;
	int nice;    /* added to the workers' priority */
	char **argv; /* program and arguments, NULL at the end */
	int socket;  /* becomes descriptor 0 */
};

struct crew;

/* A crew without processes: the first turn starts them. */
struct crew *crew_new(TALLOC_CTX *mem, const struct crew_plan *plan);

/* Asks for a next generation; one that is asked for while another is on trial follows it. */
void crew_renew(struct crew *crew);

/* Tells all workers to end; from now on none is started. */
void crew_stop(struct crew *crew);

/* Takes note of the workers that ended: call it on SIGCHLD. */
void crew_reap(struct crew *crew);

/* Does all that is due; the result is when to come again: milliseconds, -1 for “on a signal”. */
int crew_turn(struct crew *crew);

/* No process is left. */
bool crew_is_gone(const struct crew *crew);

#endif
