/*
 * German texts of accounts.
 */
#ifndef ACCOUNT_MSG_H
#define ACCOUNT_MSG_H

#define MSG_TEST_NAMES                                                                            \
	"Anna Beispiel", "Ben Musikus", "Clara Wort", "David Technik", "Eva Regie", "Finn Licht", \
	    "Greta Ton", "Hanna Kamera", "Ida Orgel"

#define MSG_LOGIN_DENIED "Du hast die Anmeldung abgebrochen. Versuch es gern noch einmal."
#define MSG_LOGIN_STALE                                                                              \
	"Diese Anmeldung gehört nicht zu diesem Browser, oder sie ist älter als 10 Minuten. Fang " \
	"bitte noch einmal an."
#define MSG_LOGIN_UPSTREAM                                                                    \
	"Die Anmeldung hat gerade nicht geklappt, weil das andere System nicht wie erwartet " \
	"antwortet. Versuch es in ein paar Minuten noch einmal."
#define MSG_LOGIN_GROUPS                                                                         \
	"Du bist angemeldet, gehörst dort aber zu keiner Gruppe, die Sakristei benutzen darf. " \
	"Sprich am besten die Person an, die Sakristei bei euch betreut."

#endif
