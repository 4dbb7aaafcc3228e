/*
 * folder: see the header.
 */
#include "folder.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "sys/crypt.h"

enum {
	FILES_MAX = 9999,   /* four digits */
	FILE_MAX = 4 << 20, /* bytes; data of this size does not belong into a migration */
	NUMBER_LENGTH = 4,
	SUFFIX_LENGTH = 4
};

/* Editors' copies and notes may lie in the folder; what ends in .sql is meant. */
static bool
is_sql(const char *name)
{
	const size_t n = strlen(name);

	return *name != '.' && n > SUFFIX_LENGTH && strcmp(name + n - SUFFIX_LENGTH, ".sql") == 0;
}

static bool
is_well_named(const char *name)
{
	const char *word = name + NUMBER_LENGTH + 1;
	size_t n;

	for (int i = 0; i < NUMBER_LENGTH; i++) {
		if (!isdigit((unsigned char)name[i]))
			return false;
	}
	if (name[NUMBER_LENGTH] != '_')
		return false;
	n = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789_");
	return n > 0 && strcmp(word + n, ".sql") == 0;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const struct migration *)a)->name, ((const struct migration *)b)->name);
}

static enum rc
list(struct cx *cx, DIR *dir, struct folder *f)
{
	const struct dirent *entry;

	f->migration = mem_array(cx->mem, struct migration, FILES_MAX);
	while ((entry = readdir(dir)) != NULL) {
		struct migration *m = &f->migration[f->n];

		if (!is_sql(entry->d_name))
			continue;
		if (!is_well_named(entry->d_name))
			return fault(
			    cx, RC_INVALID, "%s is not named NNNN_name.sql", entry->d_name);
		if (f->n == FILES_MAX)
			return fault(cx, RC_TOO_LARGE, "more than %d migrations", FILES_MAX);
		m->name = mem_text(cx->mem, entry->d_name);
		for (int i = 0; i < NUMBER_LENGTH; i++)
			m->version = m->version * 10 + (m->name[i] - '0');
		f->n++;
	}
	qsort(f->migration, (size_t)f->n, sizeof(*f->migration), by_name);
	return RC_OK;
}

static enum rc
check_numbers(struct cx *cx, const struct folder *f)
{
	for (int i = 0; i < f->n; i++) {
		const struct migration *m = &f->migration[i];

		if (i > 0 && m->version == m[-1].version)
			return fault(
			    cx, RC_INVALID, "%s and %s have the same number", m[-1].name, m->name);
		if (m->version != i + 1)
			return fault(
			    cx, RC_INVALID, "number %04d is missing before %s", i + 1, m->name);
	}
	return RC_OK;
}

/* All of a file of up to FILE_MAX bytes, terminated. */
static enum rc
slurp(struct cx *cx, int dir, const char *name, struct str *out)
{
	AUTO_FD fd = openat(dir, name, O_RDONLY | O_CLOEXEC);
	struct stat st;
	size_t n = 0;
	char *p;

	if (fd < 0 || fstat(fd, &st) != 0)
		return fault(cx, RC_INVALID, "%s cannot be opened: %s", name, strerror(errno));
	if (!S_ISREG(st.st_mode) || st.st_size > FILE_MAX)
		return fault(cx, RC_TOO_LARGE, "%s is no file of up to %d bytes", name, FILE_MAX);
	p = mem_need(talloc_size(cx->mem, (size_t)st.st_size + 1));
	while (n < (size_t)st.st_size) {
		const ssize_t got = read(fd, p + n, (size_t)st.st_size - n);

		if (got <= 0)
			return fault(cx, RC_INVALID, "%s cannot be read: %s", name,
			    got == 0 ? "it became shorter" : strerror(errno));
		n += (size_t)got;
	}
	p[n] = '\0';
	*out = (struct str){ p, n };
	return RC_OK;
}

static enum rc
load(struct cx *cx, int dir, struct migration *m)
{
	unsigned char hash[CRYPT_HASH];
	struct str text = { NULL, 0 };

	TRY(slurp(cx, dir, m->name, &text));
	if (!utf8_valid(text))
		return fault(cx, RC_INVALID, "%s is not UTF-8 text", m->name);
	crypt_hash(text.p, text.n, hash);
	for (int i = 0; i < CRYPT_HASH; i++)
		snprintf(m->sha256 + 2 * i, 3, "%02x", hash[i]);
	m->text = text.p;
	return RC_OK;
}

static void
drop_dir(void *dir)
{
	closedir(dir);
}

enum rc
folder_read(struct cx *cx, const char *path, struct folder *out)
{
	struct folder f = { .n = 0 };
	DIR *dir = opendir(path);

	if (dir == NULL)
		return fault(cx, RC_INVALID, "%s cannot be opened: %s", path, strerror(errno));
	mem_defer(cx->mem, drop_dir, dir);
	TRY(list(cx, dir, &f));
	if (f.n == 0)
		return fault(cx, RC_INVALID, "%s holds no migration", path);
	TRY(check_numbers(cx, &f));
	for (int i = 0; i < f.n; i++)
		TRY(load(cx, dirfd(dir), &f.migration[i]));
	*out = f;
	return RC_OK;
}
