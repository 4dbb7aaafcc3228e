/*
 * German texts of the demo system.
 */
#ifndef DEMO_EXT_MSG_H
#define DEMO_EXT_MSG_H

#define MSG_DEMO_HEAD                                                                     \
	"<!doctype html><html lang=\"de\"><head><meta charset=\"utf-8\">"                 \
	"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"        \
	"<meta name=\"color-scheme\" content=\"light dark\"><title>Demo-Gemeinde</title>" \
	"<link rel=\"stylesheet\" href=\"/demo.css\"></head><body><main>"                 \
	"<p class=\"mark\">Demo-Gemeinde</p><h1>Als wer möchtest du dich anmelden?</h1>" \
	"<p>Hier steht sonst die Anmeldung von ChurchTools. Dieses Demo-System kennt "    \
	"ein paar erfundene Leute.</p>"
#define MSG_DEMO_DENY "<button class=\"quiet\" name=\"deny\" value=\"1\">Abbrechen</button>"

#endif
