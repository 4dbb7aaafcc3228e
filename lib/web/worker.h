/*
 * worker: the main program of a route family.
 */
#ifndef WEB_WORKER_H
#define WEB_WORKER_H

#include "web/route.h"

/*
 * Serves the routes until it is told to stop; with --routes it prints them instead.
 * A row that is not complete, or a bad configuration, ends the process with one line.
 */
int worker_run(const char *prog, int argc, char **argv, const struct route *routes, size_t n);

#endif
