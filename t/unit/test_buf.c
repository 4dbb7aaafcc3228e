/*
 * The growing text.
 */
#include "unit/unit.h"

#include "base/buf.h"

START_TEST(a_buffer_grows_and_stays_terminated)
{
	struct cx *cx = unit_cx();
	struct buf b;

	buf_init(&b, cx->mem, 0);
	for (int i = 0; i < 1000; i++) {
		buf_put(&b, "x", 1);
		ck_assert_uint_eq(strlen(b.p), (size_t)i + 1);
	}
	ck_assert_uint_eq(b.n, 1000);
	unit_done(cx);
}
END_TEST

START_TEST(formats_longer_than_the_room_left_are_whole)
{
	struct cx *cx = unit_cx();
	struct buf b;

	buf_init(&b, cx->mem, 16);
	buf_text(&b, "begin ");
	buf_printf(&b, "%0200d", 7);
	buf_i64(&b, INT64_MIN);
	ck_assert_uint_eq(b.n, 6 + 200 + 20);
	ck_assert_str_eq(b.p + 205, "7-9223372036854775808");
	unit_done(cx);
}
END_TEST

static int drops;

static void
count_drop(void *obj)
{
	ck_assert_str_eq(obj, "obj");
	drops++;
}

START_TEST(foreign_objects_are_dropped_with_their_context)
{
	struct cx *cx = unit_cx();
	static char obj[] = "obj";

	drops = 0;
	mem_defer(cx->mem, count_drop, obj);
	mem_defer(cx->mem, count_drop, obj);
	ck_assert_int_eq(drops, 0);
	unit_done(cx);
	ck_assert_int_eq(drops, 2);
}
END_TEST

Suite *
buf_suite(void)
{
	Suite *s = suite_create("buf and mem");

	unit_add(s, a_buffer_grows_and_stays_terminated);
	unit_add(s, formats_longer_than_the_room_left_are_whole);
	unit_add(s, foreign_objects_are_dropped_with_their_context);
	return s;
}
