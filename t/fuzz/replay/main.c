/*
 * Runs a fuzz target over the files named on the command line.
 */
#include "fuzz/fuzz.h"

enum { INPUT_MAX = 1 << 20 };

int
main(int argc, char **argv)
{
	static uint8_t input[INPUT_MAX];

	for (int i = 1; i < argc; i++) {
		FILE *f = fopen(argv[i], "re");
		size_t n;

		if (f == NULL) {
			perror(argv[i]);
			return 1;
		}
		n = fread(input, 1, sizeof(input), f);
		fclose(f);
		LLVMFuzzerTestOneInput(input, n);
	}
	printf("%s: %d inputs\n", argv[0], argc - 1);
	return argc > 1 ? 0 : 1;
}
