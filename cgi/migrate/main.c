/*
 * migrate: prepares the database (--bootstrap) and brings its schema up to date.
 * The only program that gets the owner's connection. Made for people and scripts at
 * a terminal: plain lines, exit status 0 where all is well.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "migrate.h"
#include "base/log.h"

enum step { APPLY, STATUS, BOOTSTRAP };

static const char usage_text[] =
    "usage: migrate [--status] [DIR]\n"
    "       migrate --bootstrap\n"
    "  applies the files NNNN_name.sql of DIR in order, each once\n"
    "  (default: MIGRATIONS_DIR, or sql/migrations; database: OWNER_DATABASE_URL)\n"
    "  --status     lists them instead\n"
    "  --bootstrap  creates the roles and the database that OWNER_DATABASE_URL and\n"
    "               DATABASE_URL name, connecting with BOOTSTRAP_DATABASE_URL\n";

static void __attribute__((noreturn, format(printf, 1, 2))) refuse(const char *fmt, ...)
{
	va_list ap;

	fputs("migrate: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, "\n%s", usage_text);
	exit(EX_USAGE);
}

static const char *
need(const char *variable)
{
	const char *value = getenv(variable);

	if (value == NULL || *value == '\0') {
		fprintf(stderr, "migrate: %s is not set\n", variable);
		exit(EX_CONFIG);
	}
	return value;
}

static const char *
default_dir(void)
{
	const char *dir = getenv("MIGRATIONS_DIR");

	return dir == NULL || *dir == '\0' ? "sql/migrations" : dir;
}

static enum step
read_options(int argc, char **argv, const char **dir)
{
	enum step step = APPLY;

	*dir = NULL;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--help") == 0) {
			fputs(usage_text, stdout);
			exit(EX_OK);
		}
		if (strcmp(argv[i], "--bootstrap") == 0 && step == APPLY)
			step = BOOTSTRAP;
		else if (strcmp(argv[i], "--status") == 0 && step == APPLY)
			step = STATUS;
		else if (*argv[i] == '-')
			refuse("%s is no option, or not together with another", argv[i]);
		else if (*dir == NULL)
			*dir = argv[i];
		else
			refuse("one folder only, not also %s", argv[i]);
	}
	if (step == BOOTSTRAP && *dir != NULL)
		refuse("--bootstrap takes no folder");
	return step;
}

static enum rc
run(struct cx *cx, enum step step, const char *dir)
{
	if (step == BOOTSTRAP) {
		const struct bootstrap b = {
			.superuser = need("BOOTSTRAP_DATABASE_URL"),
			.owner = need("OWNER_DATABASE_URL"),
			.app = need("DATABASE_URL"),
		};

		return bootstrap(cx, &b);
	}
	if (dir == NULL)
		dir = default_dir();
	if (step == STATUS)
		return status(cx, need("OWNER_DATABASE_URL"), dir);
	return apply(cx, need("OWNER_DATABASE_URL"), dir);
}

int
main(int argc, char **argv)
{
	struct cx cx = { .mem = NULL };
	const char *dir;
	enum step step;
	enum rc rc;

	log_name("migrate");
	step = read_options(argc, argv, &dir);
	cx.mem = mem_context();
	rc = run(&cx, step, dir);
	if (rc != RC_OK)
		fprintf(stderr, "migrate: %s\n", cx.fault.cause);
	talloc_free(cx.mem);
	return rc == RC_OK ? EX_OK : EXIT_FAILURE;
}
