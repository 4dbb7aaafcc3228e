#!/bin/bash
# Checks what the compiler does not: t/lint.sh FILE.c … (all C sources).
# Format, layers, banned functions, SQL and German outside their places, shell
# scripts, and gcc's static analyzer. Prints every finding; fails where there is one.
# shellcheck disable=SC2317 # the checks are called through check()
set -u
export LC_ALL=C.UTF-8 # else a pattern of umlauts is one of bytes
cd "$(dirname "$0")/.." || exit 1

sources=("$@")
headers=(lib/*/*.h cgi/*/*.h t/*/*.h)
product=()
for f in "${sources[@]}"; do
	case $f in lib/* | cgi/*) product+=("$f") ;; esac
done
failed=0

# Runs a check; whatever it prints is a finding.
check() {
	local title=$1 found
	shift
	found=$("$@" 2>&1)
	if [ -n "$found" ]; then
		printf 'lint: %s\n%s\n' "$title" "$found"
		failed=1
	fi
}

format() {
	clang-format --dry-run -Werror "${sources[@]}" "${headers[@]}" | head -n 20
}

# A file in lib includes its own module and modules above it in lib/LAYERS; programs
# include anything below lib, and of cgi their own folder.
layers() {
	awk '
	FILENAME == "lib/LAYERS" { sub(/#.*/, ""); if (NF) rank[$1] = ++n; next }
	/^#include "/ {
		split($2, quoted, "\""); to = quoted[2]
		split(FILENAME, part, "/"); split(to, target, "/")
		if (part[1] == "lib" && !(part[2] in rank))
			print FILENAME ": module " part[2] " is missing in lib/LAYERS"
		if (target[1] == "q") next
		if (part[1] == "lib" && !(target[1] in rank))
			print FILENAME ":" FNR ": lib includes " to
		else if (part[1] == "lib" && rank[target[1]] > rank[part[2]])
			print FILENAME ":" FNR ": " part[2] " must not include " to
		else if (part[1] == "cgi" && target[1] == "cgi" && target[2] != part[2])
			print FILENAME ":" FNR ": program " part[2] " must not include " to
	}' lib/LAYERS "${product[@]}" lib/*/*.h cgi/*/*.h
}

# Only one module may know FastCGI.
fastcgi() {
	grep -ln 'fcgiapp.h\|fcgi_stdio.h' "${product[@]}" lib/*/*.h cgi/*/*.h | grep -v '^lib/web/fcgi.c$'
}

banned() {
	local bad='strcpy|strcat|sprintf|vsprintf|strtok|atoi|atol|strtol|gmtime|localtime|system|popen|gets|alloca'
	local objects=("${product[@]/%.c/.o}")
	nm -A --undefined-only "${objects[@]/#/build/}" |
		grep -E " U ($bad)(@|\$)"
}

sql() {
	grep -nE '"[^"]*\b(SELECT|INSERT INTO|UPDATE [a-z_]+ SET|DELETE FROM)\b' "${product[@]}" |
		grep -v '^cgi/migrate/'
}

# German is for msg.h: no umlauts in any other C file.
german() {
	grep -nP '[äöüÄÖÜß]' "${product[@]}" lib/*/*.h cgi/*/*.h | grep -v '^[a-z]*/[a-z-]*/msg\.h:'
}

long_files() {
	wc -l "${sources[@]}" | awk '$2 != "total" && $1 > 700 { print $2 ": " $1 " lines" }'
}

unfinished() {
	grep -nE '\b(TODO|FIXME|XXX)\b' "${sources[@]}" "${headers[@]}" sql/*/*.sql
}

analyzer() {
	local f flags
	flags=$(pkg-config --cflags talloc libpq json-c libcrypto libcurl)
	for f in "${product[@]}"; do
		# shellcheck disable=SC2086
		gcc -std=gnu17 -O1 -fanalyzer -D_GNU_SOURCE -I. -Ilib -Ibuild/gen $flags -c -o /dev/null "$f"
	done
}

check format format
check layers layers
check "FastCGI outside lib/web/fcgi.c" fastcgi
check "banned functions" banned
check "SQL outside sql/" sql
check "German outside msg.h" german
check "files past 700 lines" long_files
check unfinished unfinished
check "shell scripts" shellcheck t/*.sh t/*/*.sh nginx/*.sh .ci/run
check "gcc -fanalyzer" analyzer
[ $failed = 0 ] && echo "lint: clean, ${#sources[@]} sources"
exit $failed
