/*
 * log: one line per event to stderr, key=value. Never lyrics, tokens, cookies
 * or addresses.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN, LOG_ERROR };

/* Names the program in every later line; the name must outlive the process. */
void log_name(const char *prog);

/* Writes one line: level=… prog=… and what the format makes (already key=value). */
void log_line(enum log_level level, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * Copies src into dst as a quoted value: control characters, quotes and
 * backslashes are escaped, too long a text ends in "…". Returns dst.
 */
const char *log_quote(char *dst, unsigned long size, const char *src);

#endif
