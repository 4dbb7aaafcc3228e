/*
 * enc: writers that escape for their context, and the two binary-to-text forms.
 */
#ifndef BASE_ENC_H
#define BASE_ENC_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/str.h"

/* A JSON string with its quotes. '<' becomes \u003c, so that it may stand in a script element. */
void json_text(struct buf *b, struct str s);

/* Text of an HTML element or a quoted attribute. */
void html_text(struct buf *b, struct str s);

/* One value in a query or a form body: everything but letters, digits and -._~ as %XX. */
void url_arg(struct buf *b, struct str s);

/*
 * Foreign bytes as text that may be stored: what is no UTF-8 becomes U+FFFD, and the
 * text ends before the character that would make it longer than max bytes.
 */
char *utf8_clean(TALLOC_CTX *ctx, struct str s, size_t max);

/* Base64 with '-' and '_' and no padding (RFC 4648 §5); result owned by ctx. */
char *base64url(TALLOC_CTX *ctx, const unsigned char *p, size_t n);

/* Value of key in a query string, percent-decoded, on ctx; NULL where absent or not UTF-8. */
char *query_value(TALLOC_CTX *ctx, const char *query, const char *key);

#endif
