/*
 * The document around a page object.
 */
#include "unit/unit.h"

#include <stdlib.h>
#include <unistd.h>

#include "web/shell.h"

/* A folder with the given pages.tsv; returns what shell_load says of it. */
static bool
load(const char *content)
{
	char dir[] = "/tmp/shell-XXXXXX";
	char path[64];
	bool ok;
	FILE *f;

	ck_assert_ptr_nonnull(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/pages.tsv", dir);
	f = fopen(path, "we");
	ck_assert_ptr_nonnull(f);
	fputs(content, f);
	fclose(f);
	ok = shell_load(dir);
	unlink(path);
	rmdir(dir);
	return ok;
}

START_TEST(a_document_carries_the_head_the_token_and_the_object)
{
	struct cx *cx = unit_cx();
	static const struct str object = { "{\"component\":\"two\"}", 19 };
	struct buf b;

	ck_assert(load("one\t<link one>\tv1\ntwo\t<link two>\tv1\n"));
	ck_assert_str_eq(shell_version(), "v1");
	buf_init(&b, cx->mem, 0);
	shell_html(&b, "two", "to\"ken", object);
	ck_assert_ptr_nonnull(strstr(b.p, "<html lang=\"de\">"));
	ck_assert_ptr_nonnull(strstr(b.p, "<link two></head>"));
	ck_assert_ptr_null(strstr(b.p, "<link one>"));
	ck_assert_ptr_nonnull(strstr(b.p, "content=\"to&quot;ken\""));
	ck_assert_ptr_nonnull(
	    strstr(b.p, "type=\"application/json\">{\"component\":\"two\"}</script>"));
}
END_TEST

static const char *const broken[] = { "", "one\n", "one\thead\n", "one\thead\t\n" };

START_TEST(a_broken_pages_file_is_refused)
{
	ck_assert(!load(broken[_i]));
}
END_TEST

START_TEST(a_missing_pages_file_is_refused)
{
	ck_assert(!shell_load("/nonexistent"));
}
END_TEST

Suite *
shell_suite(void)
{
	Suite *s = suite_create("shell");

	unit_add(s, a_document_carries_the_head_the_token_and_the_object);
	unit_loop(s, a_broken_pages_file_is_refused, broken);
	unit_add(s, a_missing_pages_file_is_refused);
	return s;
}
