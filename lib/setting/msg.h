/*
 * German texts of settings.
 */
#ifndef SETTING_MSG_H
#define SETTING_MSG_H

#define MSG_SETTING_UNKNOWN  "Diese Einstellung gibt es nicht. Lade die Seite neu."
#define MSG_SETTING_EMPTY    "Bitte gib etwas ein."
#define MSG_SETTING_TOO_LONG "Das ist zu lang: höchstens %lld Zeichen."
#define MSG_SETTING_NUMBER   "Bitte gib eine ganze Zahl von %lld bis %lld ein."
#define MSG_SETTING_YES_NO   "Bitte wähle Ja oder Nein."
#define MSG_SETTING_ONE_LINE "Bitte gib nur eine Zeile ein."

#define MSG_WORDS_SERMON       "Predigt, Message"
#define MSG_WORDS_ANNOUNCEMENT "Information, Infos, Ankündigung, Abkündigung"
#define MSG_WORDS_SLIDES       "Folien, Präsentation"
#define MSG_LANGUAGE           "Deutsch"

#endif
