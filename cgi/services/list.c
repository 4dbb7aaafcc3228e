/*
 * list: where people start, and the list of services, upcoming or past.
 */
#include "cgi/services/handlers.h"

#include <string.h>

#include "q/service.h"
#include "sys/rows_json.h"
#include "web/gate.h"
#include "web/page.h"
#include "web/reply.h"

enum { PAGE_SIZE = 25, PAGE_MAX = 100000 };

enum rc
get_home(struct req *rq)
{
	TRY(gate_read(rq));
	return reply_redirect(rq, "/services");
}

/* Number of the page asked for; 1 where it is missing or no number. */
static int64_t
page_number(const struct req *rq)
{
	int64_t number;

	return str_i64(str_of(req_query(rq, "page")), 1, PAGE_MAX, &number) ? number : 1;
}

enum rc
get_services(struct req *rq)
{
	const char *archived = req_query(rq, "archived");
	const bool past = archived != NULL && strcmp(archived, "1") == 0;
	const int64_t number = page_number(rq);
	struct page pg;

	page_begin(&pg, rq, "services");
	page_bool(&pg, "archived", past);
	page_rows(&pg, "services", past ? &q_service_past : &q_service_upcoming, P_NULL,
	    P_I64(PAGE_SIZE), P_I64((number - 1) * PAGE_SIZE));
	page_row(&pg, "page", past ? &q_service_past_count : &q_service_upcoming_count, P_NULL,
	    P_I64(number), P_I64(PAGE_SIZE));
	return page_send(&pg);
}
