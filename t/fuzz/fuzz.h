/*
 * fuzz: what every target shares. A target is one file with one entry; the same file
 * runs under libFuzzer (make fuzz) and over its stored corpus (make unit).
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cx.h"
#include "base/str.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

/* What must hold for every input; also where assertions are off. */
#define fuzz_check(holds)                                                           \
	do {                                                                        \
		if (!(holds)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #holds); \
			abort();                                                    \
		}                                                                   \
	} while (0)

#endif
