/*
 * Views and the parsers of single values.
 */
#include "unit/unit.h"

static const struct {
	const char *text;
	int64_t min, max, value;
	bool ok;
} numbers[] = {
	{ "0", 0, 9, 0, true },
	{ "7", 1, 9, 7, true },
	{ "-5", -9, 9, -5, true },
	{ "9223372036854775807", 0, INT64_MAX, INT64_MAX, true },
	{ "-9223372036854775808", INT64_MIN, 0, INT64_MIN, true },
	{ "9223372036854775808", 0, INT64_MAX, 0, false },
	{ "-9223372036854775809", INT64_MIN, 0, 0, false },
	{ "99999999999999999999", 0, INT64_MAX, 0, false },
	{ "10", 0, 9, 0, false },
	{ "", 0, 9, 0, false },
	{ "-", -9, 9, 0, false },
	{ "-0", -9, 9, 0, false },
	{ "07", 0, 9, 0, false },
	{ "+7", 0, 9, 0, false },
	{ " 7", 0, 9, 0, false },
	{ "7 ", 0, 9, 0, false },
	{ "7x", 0, 9, 0, false },
	{ "0x7", 0, 9, 0, false },
	{ "1e1", 0, 99, 0, false },
};

START_TEST(a_number_is_taken_only_as_people_write_it)
{
	int64_t value = 0;

	ck_assert_int_eq(
	    str_i64(str_of(numbers[_i].text), numbers[_i].min, numbers[_i].max, &value),
	    numbers[_i].ok);
	ck_assert_int_eq(value, numbers[_i].value);
}
END_TEST

static const struct {
	const char *bytes;
	size_t n;
	bool ok;
} utf8[] = {
	{ "", 0, true },
	{ "Lied", 4, true },
	{ "\xc3\xbc", 2, true },
	{ "\xe2\x82\xac", 3, true },
	{ "\xf0\x9f\x8e\xb5", 4, true },
	{ "\xf4\x8f\xbf\xbf", 4, true },
	{ "\xed\x9f\xbf", 3, true },
	{ "a\0b", 3, false },
	{ "\x80", 1, false },
	{ "\xc3", 1, false },
	{ "\xc3(", 2, false },
	{ "\xc0\x80", 2, false },
	{ "\xc1\xbf", 2, false },
	{ "\xe0\x80\x80", 3, false },
	{ "\xe2\x82", 2, false },
	{ "\xed\xa0\x80", 3, false },
	{ "\xf0\x80\x80\x80", 4, false },
	{ "\xf4\x90\x80\x80", 4, false },
	{ "\xf5\x80\x80\x80", 4, false },
	{ "\xff", 1, false },
};

START_TEST(utf8_is_well_formed_or_refused)
{
	ck_assert_int_eq(utf8_valid((struct str){ utf8[_i].bytes, utf8[_i].n }), utf8[_i].ok);
}
END_TEST

START_TEST(length_counts_code_points)
{
	ck_assert_uint_eq(utf8_length(str_of("")), 0);
	ck_assert_uint_eq(utf8_length(str_of("Gr\xc3\xb6\xc3\x9f"
					     "e")),
	    5);
}
END_TEST

START_TEST(cutting_yields_every_part_and_empty_ones)
{
	struct str rest = str_of("a,,b,");
	struct str part;
	static const char *const want[] = { "a", "", "b", "" };

	for (size_t i = 0; i < nelem(want); i++) {
		ck_assert(str_cut(&rest, ',', &part));
		ck_assert(str_is(part, want[i]));
	}
	ck_assert(!str_cut(&rest, ',', &part));
}
END_TEST

START_TEST(cutting_nothing_yields_nothing)
{
	struct str rest = str_of(NULL);
	struct str part;

	ck_assert(!str_cut(&rest, ',', &part));
}
END_TEST

START_TEST(trimming_takes_blanks_at_both_ends_only)
{
	ck_assert(str_is(str_trim(str_of(" \ta b ")), "a b"));
	ck_assert(str_is(str_trim(str_of("   ")), ""));
	ck_assert(str_is(str_trim(str_of("")), ""));
}
END_TEST

Suite *
str_suite(void)
{
	Suite *s = suite_create("str");

	unit_loop(s, a_number_is_taken_only_as_people_write_it, numbers);
	unit_loop(s, utf8_is_well_formed_or_refused, utf8);
	unit_add(s, length_counts_code_points);
	unit_add(s, cutting_yields_every_part_and_empty_ones);
	unit_add(s, cutting_nothing_yields_nothing);
	unit_add(s, trimming_takes_blanks_at_both_ends_only);
	return s;
}
