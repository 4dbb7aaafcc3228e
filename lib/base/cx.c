/*
 * cx: recording a fault.
 */
#include "base/cx.h"

#include <stdarg.h>

enum rc
fault(struct cx *cx, enum rc rc, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	cx->fault.cause = mem_need(talloc_vasprintf(cx->mem, fmt, ap));
	va_end(ap);
	cx->fault.rc = rc;
	return rc;
}

enum rc
fault_message(struct cx *cx, enum rc rc, const char *german)
{
	cx->fault.rc = rc;
	cx->fault.message = german;
	return rc;
}

enum rc
fault_field(struct cx *cx, const char *field, const char *german)
{
	struct fault_field **end = &cx->fault.fields;
	struct fault_field *f = mem_zero(cx->mem, struct fault_field);

	while (*end != NULL)
		end = &(*end)->next;
	f->field = field;
	f->text = german;
	*end = f;
	cx->fault.rc = RC_INVALID;
	return RC_INVALID;
}

enum rc
fault_conflict(struct cx *cx, const char *current)
{
	cx->fault.rc = RC_CONFLICT;
	cx->fault.current = current;
	return RC_CONFLICT;
}

void
fault_clear(struct cx *cx)
{
	cx->fault = (struct fault){ .rc = RC_OK };
}
