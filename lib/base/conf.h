/*
 * conf: the process's configuration, one table of name, kind, default and help.
 * Read once at the start from the environment; a bad value stops the start with
 * its name. NAME_FILE, where set, names a file that holds the value (secrets).
 */
#ifndef BASE_CONF_H
#define BASE_CONF_H

#include <stdbool.h>

enum conf {
	CONF_APP_ENV,
	CONF_APP_URL,
	CONF_DATABASE_URL,
	CONF_EXT_NAME,
	CONF_EXT_URL,
	CONF_EXT_ALLOWED_GROUPS,
	CONF_OAUTH_CLIENT_ID,
	CONF_OAUTH_REDIRECT_URL,
	CONF_WEB_DIR,
	CONF__MAX
};

/* Reads and checks the whole table; ends the process with one line where a value is bad. */
void conf_load(void);

/* The value as text; never NULL after conf_load, empty where an optional one is not set. */
const char *conf_text(enum conf key);

/* local or testing: where test sign-in exists. */
bool conf_is_production(void);

/* APP_URL begins with https: cookies are Secure and carry the __Host- prefix. */
bool conf_is_https(void);

/* People can sign in through the external system: EXT_URL and the OAuth values are set. */
bool conf_has_oauth(void);

/* Prints the table (name, default, help) for operators: one line each. */
void conf_help(void);

#endif
