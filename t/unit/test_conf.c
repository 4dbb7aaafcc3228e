/*
 * Reading the configuration; a bad value ends the process with EX_CONFIG.
 */
#include "unit/unit.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/conf.h"

static void
good_environment(void)
{
	setenv("APP_ENV", "testing", 1);
	setenv("APP_URL", "http://127.0.0.1:8080", 1);
	setenv("DATABASE_URL", "dbname=x", 1);
	setenv("WEB_DIR", "/web", 1);
	unsetenv("EXT_NAME");
	unsetenv("EXT_URL");
	unsetenv("OAUTH_CLIENT_ID");
	unsetenv("OAUTH_REDIRECT_URL");
}

START_TEST(good_values_and_defaults_are_read)
{
	good_environment();
	conf_load();
	ck_assert_str_eq(conf_text(CONF_DATABASE_URL), "dbname=x");
	ck_assert_str_eq(conf_text(CONF_EXT_NAME), "ChurchTools");
	ck_assert(!conf_is_production());
	ck_assert(!conf_is_https());
}
END_TEST

START_TEST(the_external_system_is_all_set_or_not_at_all)
{
	good_environment();
	conf_load();
	ck_assert(!conf_has_oauth());
	ck_assert_str_eq(conf_text(CONF_EXT_URL), "");
	setenv("EXT_URL", "https://gemeinde.church.tools", 1);
	setenv("OAUTH_CLIENT_ID", "c", 1);
	setenv("OAUTH_REDIRECT_URL", "https://sakristei.example/login/callback", 1);
	conf_load();
	ck_assert(conf_has_oauth());
}
END_TEST

START_TEST(a_secret_comes_from_its_file)
{
	char path[] = "/tmp/secret-XXXXXX";
	const int fd = mkstemp(path);

	good_environment();
	ck_assert_int_eq(write(fd, "dbname=file\n", 12), 12);
	close(fd);
	setenv("DATABASE_URL_FILE", path, 1);
	conf_load();
	unlink(path);
	ck_assert_str_eq(conf_text(CONF_DATABASE_URL), "dbname=file");
}
END_TEST

static const struct {
	const char *name;
	const char *value; /* NULL: not set */
} bad[] = {
	{ "APP_ENV", "prod" },
	{ "APP_ENV", "production" }, /* with http */
	{ "APP_ENV", "" },
	{ "APP_URL", NULL },
	{ "APP_URL", "127.0.0.1" },
	{ "APP_URL", "http://" },
	{ "APP_URL", "http://x/" },
	{ "APP_URL", "http://x/y" },
	{ "APP_URL", "http://a@b" },
	{ "APP_URL", "ftp://x" },
	{ "DATABASE_URL", NULL },
	{ "DATABASE_URL_FILE", "/nonexistent" },
	{ "WEB_DIR", NULL },
	{ "EXT_URL", "gemeinde.church.tools" },
	{ "EXT_URL", "https://gemeinde.church.tools/" },
	{ "EXT_URL", "https://gemeinde.church.tools" }, /* without a client */
	{ "OAUTH_REDIRECT_URL", "/login/callback" },
	{ "OAUTH_REDIRECT_URL", "https://x/login/callback?y" },
};

START_TEST(a_bad_value_stops_the_start)
{
	good_environment();
	if (bad[_i].value == NULL)
		unsetenv(bad[_i].name);
	else
		setenv(bad[_i].name, bad[_i].value, 1);
	conf_load();
}
END_TEST

Suite *
conf_suite(void)
{
	Suite *s = suite_create("conf");

	unit_add(s, good_values_and_defaults_are_read);
	unit_add(s, the_external_system_is_all_set_or_not_at_all);
	unit_add(s, a_secret_comes_from_its_file);
	tcase_add_loop_exit_test(unit_case(s, "a_bad_value_stops_the_start"),
	    a_bad_value_stops_the_start, 78, 0, nelem(bad));
	return s;
}
