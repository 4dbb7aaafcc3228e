/*
 * setting: the settings page, and saving one field of it.
 */
#include "setting/setting.h"

#include "cgi/settings/handlers.h"
#include "q/setting.h"
#include "web/form.h"
#include "web/page.h"
#include "web/reply.h"

enum rc
get_settings(struct req *rq)
{
	struct page pg;

	page_begin(&pg, rq, "settings");
	page_written(&pg, "settings", setting_list_json, &q_setting_rows);
	return page_send(&pg);
}

enum rc
put_setting(struct req *rq)
{
	struct setting_edit in = { .revision = 0 };
	struct rows saved;
	struct form *f = form_json(rq);

	form_text(f, "key", &in.key, 1, 60);
	form_text(f, "value", &in.value, 0, 4000);
	form_i64(f, "revision", &in.revision, 0, INT64_MAX);
	TRY(form_done(f));
	TRY(setting_save(rq->cx, &in, &saved));
	return reply_row(rq, 200, &saved, 0);
}
