/*
 * spawn: one worker process: the socket as descriptor 0, a clean set of signals
 * and descriptors, and an end together with the pool.
 */
#ifndef POOL_SPAWN_H
#define POOL_SPAWN_H

#include <sys/types.h>

struct crew_plan;

/* The new process's number; -1 with errno where there is none. */
pid_t spawn_worker(const struct crew_plan *plan);

#endif
