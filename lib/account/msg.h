/*
 * German texts of accounts.
 */
#ifndef ACCOUNT_MSG_H
#define ACCOUNT_MSG_H

#define MSG_TEST_NAMES                                                                            \
	"Anna Beispiel", "Ben Musikus", "Clara Wort", "David Technik", "Eva Regie", "Finn Licht", \
	    "Greta Ton", "Hanna Kamera", "Ida Orgel"

#endif
