/*
 * constraint: rows in the order of the migrations.
 */
#include "web/constraint.h"

#include <stddef.h>
#include <string.h>

#include "base/rc.h"
#include "web/msg.h"

static const struct constraint table[] = {
	{ "installation_one", "id", MSG_VALUE_REFUSED },
	{ "account_ext_id_key", "ext_id", MSG_ACCOUNT_EXISTS },
	{ "account_name_length", "name", MSG_VALUE_REFUSED },
	{ "session_account_id_fkey", "account_id", MSG_VALUE_REFUSED },
	{ "session_token_hash_key", "token_hash", MSG_VALUE_REFUSED },
	{ "session_token_hash_length", "token_hash", MSG_VALUE_REFUSED },
	{ "session_csrf_token_length", "csrf_token", MSG_VALUE_REFUSED },
	{ "flash_session_id_fkey", "session_id", MSG_VALUE_REFUSED },
	{ "flash_kind_known", "kind", MSG_VALUE_REFUSED },
	{ "flash_text_length", "text", MSG_VALUE_REFUSED },
	{ "setting_pkey", "key", MSG_VALUE_REFUSED },
	{ "setting_key_shape", "key", MSG_VALUE_REFUSED },
	{ "setting_value_length", "value", MSG_VALUE_REFUSED },
	{ "service_ext_id_key", "ext_id", MSG_SERVICE_EXISTS },
	{ "service_title_length", "title", MSG_VALUE_REFUSED },
	{ "login_attempt_cookie_hash_key", "cookie", MSG_VALUE_REFUSED },
	{ "login_attempt_cookie_hash_length", "cookie", MSG_VALUE_REFUSED },
	{ "login_attempt_state_hash_length", "state", MSG_VALUE_REFUSED },
	{ "login_attempt_verifier_length", "verifier", MSG_VALUE_REFUSED },
	{ "api_request_response_body_size", "response_body", MSG_VALUE_REFUSED },
	{ "api_request_ended", "status", MSG_VALUE_REFUSED },
};

const struct constraint *
constraint_find(const char *name)
{
	for (size_t i = 0; i < nelem(table); i++)
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	return NULL;
}
