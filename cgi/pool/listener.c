/*
 * listener: see the header.
 */
#include "listener.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/str.h"

enum {
	BACKLOG = 1024,      /* the queue in front of the workers; 64 made 502 at 200 connections */
	SYSTEMD_FIRST_FD = 3 /* SD_LISTEN_FDS_START */
};

bool
listener_is_inherited(void)
{
	const char *pid = getenv("LISTEN_PID");
	int64_t value;

	return pid != NULL && getenv("LISTEN_FDS") != NULL &&
	       str_i64(str_of(pid), 1, INT32_MAX, &value) && value == getpid();
}

enum rc
listener_inherit(struct cx *cx, struct listener *out)
{
	const char *count = getenv("LISTEN_FDS");
	int listening = 0;
	socklen_t size = sizeof(listening);

	if (strcmp(count, "1") != 0)
		return fault(cx, RC_INVALID, "LISTEN_FDS is %s, a pool takes one socket", count);
	if (getsockopt(SYSTEMD_FIRST_FD, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0 ||
	    listening == 0)
		return fault(cx, RC_INVALID, "descriptor 3 is no listening socket");
	if (fcntl(SYSTEMD_FIRST_FD, F_SETFD, FD_CLOEXEC) != 0)
		return fault(cx, RC_INTERNAL, "cannot keep descriptor 3: %s", strerror(errno));
	unsetenv("LISTEN_PID"); /* they mean this process, not its workers */
	unsetenv("LISTEN_FDS");
	unsetenv("LISTEN_FDNAMES");
	*out = (struct listener){ .fd = SYSTEMD_FIRST_FD };
	return RC_OK;
}

/* The mode comes from the mask: a later chmod would leave a moment in which others connect. */
static int
bind_private(int fd, const struct sockaddr_un *at)
{
	const mode_t mask = umask(0177);
	const int result = bind(fd, (const struct sockaddr *)at, sizeof(*at));
	const int error = errno;

	umask(mask);
	errno = error;
	return result;
}

enum rc
listener_open(struct cx *cx, const char *path, struct listener *out)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	struct listener l = { .path = path };

	snprintf(at.sun_path, sizeof(at.sun_path), "%s.%d", path, (int)getpid());
	l.fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (l.fd < 0)
		return fault(cx, RC_INTERNAL, "cannot make a socket: %s", strerror(errno));
	unlink(at.sun_path); /* of a killed process that had our number */
	if (bind_private(l.fd, &at) != 0) {
		const int error = errno;

		close(l.fd);
		return fault(cx, RC_INTERNAL, "cannot bind %s: %s", path, strerror(error));
	}
	if (listen(l.fd, BACKLOG) != 0 || stat(at.sun_path, &l.file) != 0 ||
	    rename(at.sun_path, path) != 0) {
		const int error = errno;

		close(l.fd);
		unlink(at.sun_path);
		return fault(cx, RC_INTERNAL, "cannot listen at %s: %s", path, strerror(error));
	}
	*out = l;
	return RC_OK;
}

void
listener_close(struct listener *l)
{
	struct stat now;

	if (l->fd < 0)
		return;
	close(l->fd);
	l->fd = -1;
	if (l->path != NULL && stat(l->path, &now) == 0 && now.st_dev == l->file.st_dev &&
	    now.st_ino == l->file.st_ino)
		unlink(l->path);
}
