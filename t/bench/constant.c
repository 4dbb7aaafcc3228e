/*
 * constant: a worker that always answers the same, so that what it costs is the way.
 */
#include "base/log.h"
#include "web/fcgi.h"

static const char answer[] = "Status: 200\r\nContent-Type: application/json\r\n"
			     "Content-Length: 11\r\n\r\n{\"ok\":true}";

static bool
serve(struct fcgi_call *call, void *arg)
{
	(void)arg;
	fcgi_write(call, answer, sizeof(answer) - 1);
	return true;
}

int
main(void)
{
	log_name("constant");
	return fcgi_loop(serve, NULL);
}
