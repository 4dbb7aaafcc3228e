#!/bin/bash
# Tests t/stack.sh itself: two stacks in a folder of their own are started, hurt, healed
# and stopped. Needs what "make all" builds; "make stack-test" runs it.
# shellcheck disable=SC2317 # the conditions are called through check()
set -u
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d /dev/shm/sakristei-stack-XXXXXX)
chmod 0755 "$tmp" # the stacks' user goes through it
a=$tmp/a b="$tmp/b with blanks"
jar=$tmp/cookies # one browser for both
unset EXT_URL EXT_ALLOWED_GROUPS
passed=0 failed=0

end() {
	local dir
	for dir in "$a" "$b"; do "$here/stack.sh" down "$dir" --purge; done
	rm -rf "$tmp"
}
trap end EXIT
trap 'exit 130' INT TERM HUP

# check WHAT COMMAND…: counts, and says what failed.
check() {
	local what=$1
	shift
	if "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'failed: %s\n' "$what" >&2
	fi
}

# stack ARGUMENT…: its exit status is in $status, what it wrote in $said.
stack() {
	said=$("$here/stack.sh" "$@" 2>&1 </dev/null) && status=0 || status=$?
}

# ends STATUS [TEXT]: how the last call ended, and that it said so.
ends() {
	[ "$status" = "$1" ] && [[ $said == *"${2-}"* ]] && return 0
	printf 'status %s: %s\n' "$status" "$said" >&2
	return 1
}

# of DIR NAME: a value of the stack's environment.
of() (
	# shellcheck source=/dev/null
	. "$1/stack.env" && printf '%s' "${!2}"
)

sql() { psql -XAtq "$(of "$1" DATABASE_URL)" -c "$2"; }
has_setting() { [ "$(sql "$1" "SELECT value FROM setting WHERE key = 'stack_test'")" = "$2" ]; }
set_setting() { sql "$1" "INSERT INTO setting (key, value) VALUES ('stack_test', '$2')"; }

# Processes, as "PID START": a number that was given away does not fit.

identity() {
	local pid=$1 line
	line=$(cat "/proc/$pid/stat" 2>/dev/null) || return 0
	# shellcheck disable=SC2086
	set -- ${line##*) }
	[ "$1" = Z ] || echo "$pid ${20}"
}

with_children() {
	local pid
	for pid in "$@"; do
		identity "$pid"
		# shellcheck disable=SC2046
		with_children $(cat "/proc/$pid/task/$pid/children" 2>/dev/null)
	done
}

# What "up" noted of all programs, but of the one that is named.
noted_but() { (cd "$1/pids" && find . -type f ! -name '*.pid' ! -name "$2" -exec cat {} + | sort); }
noted() { noted_but "$1" ''; }

# shellcheck disable=SC2046
processes() { with_children $(noted "$1" | cut -d' ' -f1); }

alive() {
	local pid start
	while read -r pid start; do
		[ "$(identity "$pid")" != "$pid $start" ] || return 0
	done <<<"$1"
	return 1
}
gone() { ! alive "$1"; }

# kill_hard LIST: and waits until nothing of it is left.
kill_hard() {
	local i
	# shellcheck disable=SC2046
	kill -KILL $(cut -d' ' -f1 <<<"$1") 2>/dev/null
	for ((i = 0; i < 200; i++)); do
		alive "$1" || return 0
		sleep 0.05
	done
	return 1
}

# Nothing runs a program of the folder or works in it.
is_deserted() {
	[ -z "$(find /proc -mindepth 2 -maxdepth 2 \( -name exe -o -name cwd \) -lname "$1/*" 2>/dev/null)" ]
}

# Requests.

get() { curl -s --noproxy '*' -m 10 -b "$jar" -c "$jar" -o /dev/null -w '%{http_code}' "$@"; }
answers() { [ "$(get "$2")" = "$1" ]; }

# post URL JSON: with the token of the last page; prints the status.
post() {
	get -H "X-XSRF-TOKEN: $(awk '$6 == "XSRF-TOKEN" { print $7 }' "$jar")" \
		-H 'Content-Type: application/json' -d "$2" "$1"
}
signs_in() { answers 200 "$1/login" && [ "$(post "$1/dev-login" "{\"user\":$2}")" = 303 ]; }
signs_out() { answers 204 "$1/csrf-token" && [ "$(post "$1/logout" '{}')" = 303 ]; }

# The tests; each goes on with what the one before left.

two_starts() {
	local job
	"$here/stack.sh" up "$b" >"$tmp/b.out" 2>&1 </dev/null &
	job=$!
	stack up "$a"
	check 'up in a fresh folder' ends 0 'Sakristei runs at http://127.0.0.1:'
	wait $job && status=0 || status=$?
	said=$(cat "$tmp/b.out")
	check 'up beside it at the same time' ends 0 'Sakristei runs at http://127.0.0.1:'
	[ "$failed" = 0 ] || exit 1 # there is nothing to test
	url_a=$(of "$a" APP_URL) url_b=$(of "$b" APP_URL)
	stack status "$a"
	check 'status of a running stack' ends 0 'nginx: runs'
}

a_second_start() {
	local before release
	check 'the app role writes' set_setting "$a" kept
	before=$(noted "$a")
	release=$(readlink "$a/app")
	stack up "$a"
	check 'up again' ends 0 "Sakristei runs at $url_a"
	check 'up again keeps the data' has_setting "$a" kept
	check 'up again keeps the processes' [ "$(noted "$a")" = "$before" ]
	check 'up again brings new programs' [ "$(readlink "$a/app")" != "$release" ]
	check 'up again removes the old programs' [ ! -e "$release" ]
	stack reload "$a"
	check 'reload keeps the address' ends 0 "Sakristei runs at $url_a"
	check 'reload keeps the processes' [ "$(noted "$a")" = "$before" ]
}

side_by_side() {
	check 'sign in at the first' signs_in "$url_a" 1
	check 'which is none at the second' answers 303 "$url_b/services"
	check 'sign in at the second' signs_in "$url_b" 2
	check 'both are signed in: the first' answers 200 "$url_a/services"
	check 'both are signed in: the second' answers 200 "$url_b/services"
	check 'the data of the first is not in the second' has_setting "$b" ''
	check 'sign out at the second' signs_out "$url_b"
	check 'the second is signed out' answers 303 "$url_b/services"
	check 'the first is not' answers 200 "$url_a/services"
}

refusals() {
	local before env_before port
	before=$(noted "$a")
	port=$(of "$a" PORT)
	stack up "$tmp/c" --port "$port"
	check 'a taken port' ends 1 "port $port is taken by another program"
	check 'a taken port starts nothing' is_deserted "$tmp/c"
	check 'a taken port leaves no trace' [ -z "$(find "$tmp/c" -type f ! -name lock)" ]
	stack status "$tmp/c"
	check 'status of what never ran' ends 1
	env_before=$(cat "$b/stack.env")
	stack up "$b" --port "$port"
	check 'another port for a running stack' ends 1 'a stack with other settings runs'
	check 'it goes on with its own' answers 200 "$url_b/login"
	check 'its settings are unchanged' [ "$(cat "$b/stack.env")" = "$env_before" ]
	mkdir "$tmp/empty" "$tmp/foreign"
	touch "$tmp/foreign/letter"
	stack up "$a" --bin "$tmp/empty"
	check 'programs that are not built' ends 1 'is not built'
	stack up "$tmp/foreign"
	check 'a folder of something else' ends 1 'is neither a stack nor empty'
	stack down "$tmp/foreign" --purge
	check 'purging something else does nothing' [ "$(ls -A "$tmp/foreign")" = letter ]
	stack status "$tmp/foreign"
	check 'status of something else' ends 1 'there is no stack in'
	stack up "$a" --colour red
	check 'an unknown option' ends 64 't/stack.sh up DIR'
	check 'what was refused changed nothing' [ "$(noted "$a")" = "$before" ]
}

a_killed_pool() {
	local others
	others=$(noted_but "$a" services)
	check 'a pool is killed' kill_hard "$(cat "$a/pids/services")"
	stack status "$a"
	check 'status without the pool' ends 1 'services: does not run'
	stack up "$a"
	check 'up after a pool was killed' ends 0
	check 'the pool answers again' answers 200 "$url_a/services"
	check 'the others kept running' [ "$(noted_but "$a" services)" = "$others" ]
	stack status "$a"
	check 'status is well again' ends 0
}

# The socket of the killed one is still there, and says nothing about the new one.
a_pool_that_does_not_start() {
	cp -r "$here/../build/bin" "$tmp/broken"
	printf '#!/bin/sh\nexit 3\n' >"$tmp/broken/pool"
	check 'a pool is killed again' kill_hard "$(cat "$a/pids/services")"
	stack up "$a" --bin "$tmp/broken"
	check 'a pool that does not start' ends 1 'services did not start'
	check 'the others go on' answers 200 "$url_a/settings"
	stack up "$a"
	check 'up with programs that work' ends 0
	check 'the pool is back' answers 200 "$url_a/services"
}

a_killed_database() {
	check 'the database is killed' kill_hard "$(cat "$a/pids/postgres")"
	# its number was given to another program of the same user
	sed -i "1s/.*/$(cut -d' ' -f1 "$b/pids/nginx")/" "$a/pg/postmaster.pid"
	stack up "$a"
	check 'up after the database was killed' ends 0
	check 'its data is kept' has_setting "$a" kept
	check 'the pages are back' answers 200 "$url_a/services"
}

a_reboot() {
	local old
	old=$(of "$a" RUN_DIR)
	check 'everything is killed' kill_hard "$(processes "$a")"
	case $old in /dev/shm/sk-?????? | /tmp/sk-??????) rm -rf "$old" ;; esac
	stack status "$a"
	check 'status after a reboot' ends 1 'postgres: does not run'
	stack up "$a"
	check 'up after a reboot' ends 0 "Sakristei runs at $url_a"
	check 'the data outlives a reboot' has_setting "$a" kept
	check 'so does the session' answers 200 "$url_a/services"
	check 'the sockets are elsewhere' [ "$(of "$a" RUN_DIR)" != "$old" ]
}

the_end() {
	local all run env_before port
	port=$(of "$a" PORT)
	all=$(processes "$b")
	run=$(of "$b" RUN_DIR)
	env_before=$(cat "$b/stack.env")
	stack down "$b"
	check 'down' ends 0
	check 'down leaves no process' gone "$all"
	check 'nor anybody in the folder' is_deserted "$b"
	check 'nor the sockets' [ ! -e "$run" ]
	check 'but the data' [ -d "$b/pg" ]
	check 'and the other stack' answers 200 "$url_a/services"
	stack status "$b"
	check 'status after down' ends 1 'nginx: does not run'
	stack down "$b"
	check 'down twice' ends 0
	stack up "$b" --port "$port"
	check 'a stopped stack and a taken port' ends 1 "port $port is taken by another program"
	check 'it keeps its settings' [ "$(cat "$b/stack.env")" = "$env_before" ]
	all=$(processes "$a")
	run=$(of "$a" RUN_DIR)
	stack down "$a" --purge
	check 'down with all data' ends 0
	check 'it leaves no process' gone "$all"
	check 'nor the sockets of the second start' [ ! -e "$run" ]
	check 'nor a file' [ -z "$(ls -A "$a")" ]
}

two_starts
a_second_start
side_by_side
refusals
a_killed_pool
a_pool_that_does_not_start
a_killed_database
a_reboot
the_end
echo "stack-test: $passed passed, $failed failed"
[ $failed = 0 ]
