/*
 * conf: values live in static memory for the life of the process.
 */
#include "base/conf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/mem.h"

/* ORIGIN is scheme://host[:port], ADDRESS may have a path; OPTIONAL_… may be empty. */
enum kind { TEXT, OPTIONAL_TEXT, ENVIRONMENT, ORIGIN, OPTIONAL_ORIGIN, OPTIONAL_ADDRESS };

static const struct entry {
	const char *name;
	enum kind kind;
	const char *fallback; /* NULL: must be set */
	const char *help;
} table[CONF__MAX] = {
	[CONF_APP_ENV] = { "APP_ENV", ENVIRONMENT, "production",
	    "production, local or testing; the last two offer a test sign-in" },
	[CONF_APP_URL] = { "APP_URL", ORIGIN, NULL,
	    "address people open, scheme and host without path; decides cookies and redirects" },
	[CONF_DATABASE_URL] = { "DATABASE_URL", TEXT, NULL, "libpq connection of the app role" },
	[CONF_EXT_NAME] = { "EXT_NAME", TEXT, "ChurchTools",
	    "name of the church-management system on the sign-in button" },
	[CONF_EXT_URL] = { "EXT_URL", OPTIONAL_ORIGIN, "",
	    "address of the church-management system, for example https://gemeinde.church.tools" },
	[CONF_EXT_ALLOWED_GROUPS] = { "EXT_ALLOWED_GROUPS", OPTIONAL_TEXT, "",
	    "names of groups, separated by commas, whose members may sign in; empty: everybody" },
	[CONF_OAUTH_CLIENT_ID] = { "OAUTH_CLIENT_ID", OPTIONAL_TEXT, "",
	    "identifier of the OAuth client that was made for Sakristei there" },
	[CONF_OAUTH_REDIRECT_URL] = { "OAUTH_REDIRECT_URL", OPTIONAL_ADDRESS, "",
	    "address that client sends people back to: APP_URL/login/callback" },
	[CONF_WEB_DIR] = { "WEB_DIR", TEXT, NULL, "folder with the built front end" },
};

static const char *values[CONF__MAX];
static TALLOC_CTX *owner;

enum { VALUE_MAX = 4096 };

static void __attribute__((noreturn)) refuse(const char *name, const char *why)
{
	log_line(LOG_ERROR, "event=bad_configuration name=%s why=\"%s\"", name, why);
	exit(78); /* EX_CONFIG */
}

/* First line of the file that NAME_FILE names; NULL where NAME_FILE is not set. */
static char *
from_file(const char *name)
{
	char variable[64];
	char line[VALUE_MAX];
	const char *path;
	FILE *f;

	snprintf(variable, sizeof(variable), "%s_FILE", name);
	path = getenv(variable);
	if (path == NULL)
		return NULL;
	f = fopen(path, "re");
	if (f == NULL)
		refuse(variable, "the file cannot be opened");
	if (fgets(line, sizeof(line), f) == NULL)
		line[0] = '\0';
	fclose(f);
	line[strcspn(line, "\r\n")] = '\0';
	return mem_text(owner, line);
}

/* What stands behind http:// or https://, or NULL. */
static const char *
behind_scheme(const char *value)
{
	if (strncmp(value, "https://", 8) == 0)
		return value + 8;
	return strncmp(value, "http://", 7) == 0 ? value + 7 : NULL;
}

static bool
is_address(const char *value, const char *refused)
{
	const char *host = behind_scheme(value);

	return host != NULL && *host != '\0' && *host != '/' && strpbrk(host, refused) == NULL;
}

static bool
is_environment(const char *value)
{
	return strcmp(value, "production") == 0 || strcmp(value, "local") == 0 ||
	       strcmp(value, "testing") == 0;
}

static const char *
complaint(enum kind kind, const char *value)
{
	const bool empty = *value == '\0';

	if (strlen(value) >= VALUE_MAX)
		return "too long";
	switch (kind) {
	case TEXT: return empty ? "must not be empty" : NULL;
	case OPTIONAL_TEXT: return NULL;
	case ENVIRONMENT:
		return is_environment(value) ? NULL : "must be production, local or testing";
	case OPTIONAL_ORIGIN:
		if (empty)
			return NULL;
		/* fall through */
	case ORIGIN:
		return is_address(value, "/?#@ \"'\\")
		           ? NULL
		           : "must be http(s)://host[:port] without a path";
	case OPTIONAL_ADDRESS:
		return empty || is_address(value, "?#@ \"'\\") ? NULL
		                                               : "must be http(s)://host/path";
	}
	return NULL;
}

void
conf_load(void)
{
	TALLOC_FREE(owner);
	owner = mem_context();
	for (int i = 0; i < CONF__MAX; i++) {
		const char *value = from_file(table[i].name);
		const char *why;

		if (value == NULL)
			value = getenv(table[i].name);
		if (value == NULL)
			value = table[i].fallback;
		if (value == NULL)
			refuse(table[i].name, "is not set");
		why = complaint(table[i].kind, value);
		if (why != NULL)
			refuse(table[i].name, why);
		values[i] = mem_text(owner, value);
	}
	if (conf_is_production() && !conf_is_https())
		refuse("APP_URL", "must be https in production");
	if (*values[CONF_EXT_URL] != '\0' && *values[CONF_OAUTH_CLIENT_ID] == '\0')
		refuse("OAUTH_CLIENT_ID", "must be set where EXT_URL is");
	if (*values[CONF_EXT_URL] != '\0' && *values[CONF_OAUTH_REDIRECT_URL] == '\0')
		refuse("OAUTH_REDIRECT_URL", "must be set where EXT_URL is");
}

const char *
conf_text(enum conf key)
{
	return values[key];
}

bool
conf_is_production(void)
{
	return strcmp(values[CONF_APP_ENV], "production") == 0;
}

bool
conf_is_https(void)
{
	return strncmp(values[CONF_APP_URL], "https:", 6) == 0;
}

bool
conf_has_oauth(void)
{
	return *values[CONF_EXT_URL] != '\0';
}

void
conf_help(void)
{
	for (int i = 0; i < CONF__MAX; i++)
		printf("%-20s %-12s %s\n", table[i].name,
		    table[i].fallback == NULL ? "(required)" : table[i].fallback, table[i].help);
}
