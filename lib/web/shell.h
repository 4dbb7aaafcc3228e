/*
 * shell: the HTML document around a page object. The build of the front end
 * says in pages.tsv which scripts and styles each page needs.
 */
#ifndef WEB_SHELL_H
#define WEB_SHELL_H

#include "base/buf.h"
#include "base/str.h"

/* Reads WEB_DIR/pages.tsv: name, head HTML, version, tab-separated, one page a line. */
MUST_USE bool shell_load(const char *dir);

/* Version of the assets; changes with every build that changes one. */
const char *shell_version(void);

/* The whole document; page_object is JSON that holds no '<'. */
void shell_html(struct buf *b, const char *page, const char *csrf_token, struct str page_object);

#endif
