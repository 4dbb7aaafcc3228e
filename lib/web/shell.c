/*
 * shell: pages.tsv is read once, when the worker starts.
 */
#include "web/shell.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/enc.h"
#include "base/log.h"

enum { PAGES_MAX = 32 };

static struct {
	TALLOC_CTX *mem;
	struct {
		const char *name;
		const char *head;
	} page[PAGES_MAX];
	int n;
	const char *version;
} shell;

static bool
add_line(struct str line)
{
	struct str name;
	struct str head;
	struct str version;

	if (!str_cut(&line, '\t', &name) || !str_cut(&line, '\t', &head) ||
	    !str_cut(&line, '\t', &version) || version.n == 0 || shell.n == PAGES_MAX)
		return false;
	shell.page[shell.n].name = mem_textn(shell.mem, name.p, name.n);
	shell.page[shell.n].head = mem_textn(shell.mem, head.p, head.n);
	shell.version = mem_textn(shell.mem, version.p, version.n);
	shell.n++;
	return true;
}

bool
shell_load(const char *dir)
{
	char path[4096];
	char *line = NULL;
	size_t cap = 0;
	ssize_t n;
	bool ok = true;
	FILE *f;

	TALLOC_FREE(shell.mem);
	shell.mem = mem_context();
	shell.n = 0;
	snprintf(path, sizeof(path), "%s/pages.tsv", dir);
	f = fopen(path, "re");
	while (f != NULL && ok && (n = getline(&line, &cap, f)) > 0) {
		if (line[n - 1] == '\n')
			n--;
		ok = add_line((struct str){ line, (size_t)n });
	}
	if (f != NULL)
		fclose(f);
	free(line);
	if (!ok || shell.n == 0)
		log_line(LOG_ERROR, "event=bad_pages_file path=\"%s\"", path);
	return ok && shell.n > 0;
}

const char *
shell_version(void)
{
	return shell.version;
}

static const char *
head_of(const char *page)
{
	for (int i = 0; i < shell.n; i++)
		if (strcmp(shell.page[i].name, page) == 0)
			return shell.page[i].head;
	return "";
}

void
shell_html(struct buf *b, const char *page, const char *csrf_token, struct str page_object)
{
	buf_text(b, "<!doctype html><html lang=\"de\"><head><meta charset=\"utf-8\">"
		    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
		    "<meta name=\"csrf-token\" content=\"");
	html_text(b, str_of(csrf_token));
	buf_text(b, "\"><title>Sakristei</title>");
	buf_text(b, head_of(page));
	buf_text(b, "</head><body><script data-page=\"app\" type=\"application/json\">");
	buf_put(b, page_object.p, page_object.n);
	buf_text(b, "</script><div id=\"app\"></div></body></html>");
}
