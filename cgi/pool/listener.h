/*
 * listener: the one listening unix socket of a pool. It outlives every worker, so
 * that a connection made while workers change waits in its queue.
 */
#ifndef POOL_LISTENER_H
#define POOL_LISTENER_H

#include <stdbool.h>
#include <sys/stat.h>

#include "base/cx.h"

struct listener {
	int fd;           /* close-on-exec */
	const char *path; /* NULL: the socket is systemd's, and so is its file */
	struct stat file; /* of the file at path, to tell ours from a successor's */
};

/* The longest path that still leaves room for the temporary name. */
#define LISTENER_PATH_MAX 90

/* Whether systemd handed over a socket (LISTEN_PID, LISTEN_FDS). */
bool listener_is_inherited(void);

/* Takes descriptor 3; RC_INVALID where that is no listening socket. */
MUST_USE enum rc listener_inherit(struct cx *cx, struct listener *out);

/* Listens at path with mode 0600; a file that is there already is replaced in one step. */
MUST_USE enum rc listener_open(struct cx *cx, const char *path, struct listener *out);

/* Closes the socket and removes its file, unless a successor's stands there by now. */
void listener_close(struct listener *l);

#endif
