/*
 * German texts of the web layer: one for each way a request can end, and the
 * rules that every form shares.
 */
#ifndef WEB_MSG_H
#define WEB_MSG_H

#define MSG_CHECK_FIELDS "Bitte prüfe die markierten Felder."
#define MSG_NO_LOGIN     "Du bist abgemeldet. Bitte melde dich neu an."
#define MSG_STALE_TOKEN \
	"Deine Sitzung hat sich geändert. Lade die Seite neu und versuch es noch einmal."
#define MSG_FORBIDDEN "Das geht hier nicht."
#define MSG_NOT_FOUND "Das haben wir nicht gefunden. Vielleicht wurde es gelöscht."
#define MSG_CHANGED   "Jemand anders hat das inzwischen geändert. Vergleiche beide Fassungen."
#define MSG_TOO_LARGE "Das ist zu groß. Bitte nimm eine kleinere Datei oder einen kürzeren Text."
#define MSG_BUSY      "Gerade ist zu viel los. Bitte versuch es in ein paar Sekunden noch einmal."
#define MSG_UPSTREAM  "Das verbundene System antwortet nicht. Bitte versuch es später noch einmal."
#define MSG_INTERNAL  "Da ist bei uns etwas schiefgegangen. Bitte versuch es noch einmal."

#define MSG_BODY_UNREADABLE \
	"Die Anfrage war nicht lesbar. Lade die Seite neu und versuch es noch einmal."
#define MSG_FIELD_UNKNOWN    "Dieses Feld kennen wir nicht. Lade die Seite neu."
#define MSG_FIELD_MISSING    "Bitte füll dieses Feld aus."
#define MSG_FIELD_NOT_TEXT   "Hier wird ein Text erwartet."
#define MSG_FIELD_NOT_NUMBER "Hier wird eine ganze Zahl erwartet."
#define MSG_FIELD_TOO_LONG   "Das ist zu lang: höchstens %zu Zeichen."
#define MSG_FIELD_RANGE      "Bitte gib eine Zahl von %lld bis %lld an."

#define MSG_ACCOUNT_EXISTS "Diese Person gibt es schon."
#define MSG_VALUE_REFUSED  "Dieser Wert ist nicht erlaubt."
#define MSG_SERVICE_EXISTS "Diesen Gottesdienst gibt es schon."

#endif
