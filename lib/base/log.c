/*
 * log: a line is built whole and written with one write, so that the lines of
 * several workers on one descriptor never mix.
 */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *program = "sakristei";

void
log_name(const char *prog)
{
	program = prog;
}

void
log_line(enum log_level level, const char *fmt, ...)
{
	static const char *const names[] = { "debug", "info", "warn", "error" };
	char line[2048];
	va_list ap;
	size_t at;
	int n;

	n = snprintf(line, sizeof(line), "level=%s prog=%s ", names[level], program);
	at = (size_t)n;
	va_start(ap, fmt);
	n = vsnprintf(line + at, sizeof(line) - at, fmt, ap);
	va_end(ap);
	at = n < 0 ? at : at + (size_t)n;
	if (at > sizeof(line) - 2)
		at = sizeof(line) - 2;
	line[at] = '\n';
	if (write(STDERR_FILENO, line, at + 1) < 0)
		return; /* nobody is left to tell */
}

const char *
log_quote(char *dst, unsigned long size, const char *src)
{
	static const char more[] = "\xe2\x80\xa6\"";
	size_t at = 0;

	dst[at++] = '"';
	for (; *src != '\0' && at + 4 + sizeof(more) < size; src++) {
		const unsigned char c = (unsigned char)*src;

		if (c < 0x20 || c == 0x7f)
			at += (size_t)snprintf(dst + at, 5, "\\x%02x", c);
		else if (c == '"' || c == '\\')
			at += (size_t)snprintf(dst + at, 3, "\\%c", c);
		else
			dst[at++] = (char)c;
	}
	if (*src != '\0') {
		memcpy(dst + at, more, sizeof(more));
	} else {
		dst[at++] = '"';
		dst[at] = '\0';
	}
	return dst;
}
