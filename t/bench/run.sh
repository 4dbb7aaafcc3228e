#!/bin/bash
# Measures a fresh test stack, each figure as a ratio to a floor of the same run: make bench.
# Everything is measured in turn, three rounds, medians. Prints tables; what misses its
# target is marked. Fails only where something did not run or answered an error.
set -eu
seconds=${BENCH_SECONDS:-2} # of each measurement
rounds=3
clients=4 # put.lua knows as many settings
here=$(cd "$(dirname "$0")" && pwd)
pgbench=/usr/lib/postgresql/15/bin/pgbench
work=$STACK_DIR/bench # goes with the stack
run=$work/run         # the stack's sockets, the constant worker's, and a cache of its own
pool=''

as_user=()
owner=$(stat -c %U "$RUN_DIR")
[ "$(id -u)" != 0 ] || as_user=(setpriv "--reuid=$owner" "--regid=$owner" --init-groups --)

die() {
	echo "bench: $*" >&2
	exit 1
}

finish() {
	[ ! -s "$work/pids/nginx.pid" ] || kill "$(cat "$work/pids/nginx.pid")"
	[ "$pool" = '' ] || kill "$pool"
}
trap finish EXIT

query() { psql -qAtX "$DATABASE_URL" -c "$1"; }

# --- a signed-in person, 25 services, all settings ----------------------------------------

jar=$STACK_DIR/bench-cookies
token() { awk '$6 == "XSRF-TOKEN" { print $7 }' "$jar"; }
fetch() { curl -sS --noproxy '*' -b "$jar" -c "$jar" "$@"; }

fetch -o "$STACK_DIR/bench-login" "$APP_URL/login"
fetch -o /dev/null -H 'Content-Type: application/json' -H "X-XSRF-TOKEN: $(token)" -d '{}' "$APP_URL/dev-login"
session=$(query 'SELECT max(id) FROM session')
headers=(
	-H "Cookie: $(awk '$6 ~ /^sakristei_[0-9]+$/ { print $6 "=" $7 }' "$jar")"
	-H "X-XSRF-TOKEN: $(token)" -H 'Content-Type: application/json' -H 'X-Inertia: true'
	-H "X-Inertia-Version: $(sed -n 's/.*"version":"\([^"]*\)".*/\1/p' "$STACK_DIR/bench-login")"
)
query "INSERT INTO service (ext_id, title, starts_at, has_agenda)
	SELECT 'bench-' || i, 'Gottesdienst ' || i, now() + i * interval '7 days', true
	  FROM generate_series(1, 25) i"
for key in $(fetch "${headers[@]}" "$APP_URL/settings" | grep -o '"key":"[^"]*"' | cut -d'"' -f4); do
	query "INSERT INTO setting (key, value) VALUES ('$key', '30')"
done

# --- the constant worker, and an nginx as the stack's with more locations -------------------

free_port() {
	local port
	for port in $(shuf -i 20000-29999 -n 50); do
		(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
	done
	die "no free port found"
}

start_bench() {
	local port
	"${as_user[@]}" mkdir -p "$run" "$work/pids" "$work/log" "$work/tmp" "$work/bin"
	ln -s "$RUN_DIR"/*.sock "$run"
	install -m 755 "$BIN/pool" "$BIN/../t/bench-constant" "$work/bin" # where its user may read
	"${as_user[@]}" env -i "$work/bin/pool" --socket "$run/constant.sock" --name constant \
		--workers 4 -- "$work/bin/bench-constant" </dev/null 2>"$work/log/constant.log" &
	pool=$!
	port=$(free_port)
	bench_url=http://127.0.0.1:$port
	"${as_user[@]}" env DIR="$work" RUN_DIR="$run" WEB_DIR="$WEB_DIR" APP_URL="$APP_URL" PORT="$port" DEMO_PORT='' \
		"$here/../../nginx/render.sh" "$work/nginx"
	sed -e "s|@CONF@|$work/nginx|; s|@RUN_DIR@|$run|; s|@SESSION@|$session|" \
		"$here/nginx.conf" >"$work/nginx/bench.conf"
	sed -i "/locations.conf/a include \"$work/nginx/bench.conf\";" "$work/nginx/nginx.conf"
	"${as_user[@]}" nginx -e "$work/log/nginx.log" -p "$work" -c "$work/nginx/nginx.conf"
}

# --- the floors: the text of named statements, with pgbench's variables as arguments --------

statements() { # NAME=VARIABLE,VARIABLE…
	local call
	for call in "$@"; do
		awk -v name="${call%%=*}" -v values="${call#*=}" '
			BEGIN { n = split(values, value, ",") }
			/^-- name: / { on = $3 == name; next }
			on && !/^--/ {
				for (i = n; i > 0; i--) gsub("\\$" i, value[i])
				print
				found = found || NF
			}
			END { exit !found }' "$here"/../../sql/q/*.sql || die "no statement ${call%%=*}"
	done
}

in_one() { # the same in one round trip
	printf '%s\n' '\startpipeline'
	statements "$@"
	printf '%s\n' '\endpipeline'
}

page() { # NAME=… of the page's own statements
	in_one tx_read= session_page=:session flash_rows=:session "$@" tx_commit=
}

write_scripts() {
	# a variable that is never set is NULL
	page service_upcoming=:today,25,0 service_upcoming_count=:today,1,25 >"$work/services.sql"
	page setting_rows= >"$work/settings.sql"
	{
		# the answer's key, value and revision become variables: the next save is made on them
		printf '%s\n' '\set value random(1, 1000000)'
		in_one tx_write= session_gate=:session
		statements "setting_put='bench_' || :client_id,:value,:revision" | sed 's/;$/ \\gset/'
		statements tx_commit=
	} >"$work/put.sql"
}

# --- measuring: each appends requests per second, p50 and p99 in ms to $work/NAME ------------

http() { # NAME URL [wrk's options]
	local name=$1 url=$2
	shift 2
	wrk -t1 -c"$clients" -d"${seconds}s" --latency "${headers[@]}" "$@" "$url" >"$work/out"
	awk '
		function ms(t) { return t ~ /us$/ ? t / 1000 : t ~ /ms$/ ? t + 0 : t * 1000 }
		/Requests\/sec/ { rate = $2 }
		$1 == "50%" { p50 = ms($2) }
		$1 == "99%" { p99 = ms($2) }
		/Non-2xx|Socket errors/ { bad = 1 }
		END { print rate, p50, p99; exit bad || !rate }' "$work/out" >>"$work/$name" ||
		die "not every answer of $name was good: $(grep -E 'Non-2xx|Socket errors' "$work/out")"
}

transactions() { # NAME
	"$pgbench" -n -M prepared -c "$clients" -j 1 -T "$seconds" -D session="$session" -D revision=0 \
		-f "$work/$1.sql" -h "$RUN_DIR" -U sakristei_app sakristei >"$work/out" 2>"$work/err" ||
		die "pgbench $1: $(tail -n 3 "$work/err")"
	awk '/^tps/ { print $3, "-", "-" }' "$work/out" >>"$work/$1.sql.out"
}

expect() { # STATUS URL
	local status
	status=$(fetch -o /dev/null -w '%{http_code}' "${headers[@]}" "$2")
	[ "$status" = "$1" ] || die "$2 answered $status"
}

measure() {
	http 200 "$bench_url/bench/200"
	http constant "$bench_url/bench/constant"
	http constant-gated "$bench_url/bench/constant-gated"
	http small "$bench_url/bench/small"
	http small-gated "$bench_url/bench/small-gated"
	transactions services
	http services "$APP_URL/services"
	transactions settings
	http settings "$APP_URL/settings"
	query "DELETE FROM setting WHERE key LIKE 'bench\_%'" # the floor starts at revision 0
	transactions put
	http put "$APP_URL" -t"$clients" -s "$here/put.lua"
}

# --- the tables ------------------------------------------------------------------------------

median() { # NAME FIELD
	awk -v field="$2" '{ print $field }' "$work/$1" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# row TITLE OURS FLOOR[+FLOOR] TARGET: two floors are done one after the other.
row() {
	awk -v title="$1" -v ours="$(median "$2" 1)" -v p50="$(median "$2" 2)" -v p99="$(median "$2" 3)" \
		-v a="$(median "${3%+*}" 1)" -v b="$(median "${3#*+}" 1)" -v two="${3//[!+]/}" -v target="$4" 'BEGIN {
			floor = two ? 1 / (1 / a + 1 / b) : a
			ratio = ours / floor
			printf "%-46s %8d %8d %6.2f %6s %7.2f %7.2f%s%s\n", title, floor, ours, ratio, target, p50, p99,
				(target != "-" && ratio < target ? "  below target" : ""), (p99 >= 5 ? "  p99 above 5 ms" : "")
		}'
}

pss() { # one line for each program, MB of each worker
	local name pid
	for name in auth login services settings; do
		for pid in $(pgrep -P "$(cut -d' ' -f1 "$STACK_DIR/pids/$name")"); do
			awk -v name="$name" '/^Pss:/ { print name, $2 / 1024 }' "/proc/$pid/smaps_rollup"
		done
	done | awk '{ line[$1] = line[$1] sprintf(" %.1f", $2); high[$1] = high[$1] || $2 >= 4 }
		END { for (n in line) printf "  %-9s%s%s\n", n, line[n], high[n] ? "  above target" : "" }' | sort
}

start_bench
write_scripts
expect 200 "$APP_URL/services"
expect 200 "$APP_URL/settings"
[ "$(fetch -o /dev/null -w '%{redirect_url}' "${headers[@]}" "$bench_url/bench/small-gated")" = "$bench_url/services" ] ||
	die "nobody is signed in"
pss >"$work/rest"
for ((i = 0; i < rounds; i++)); do measure; done
printf '%-46s %8s %8s %6s %6s %7s %7s\n' "$clients clients, per second" floor ours ratio target 'p50 ms' 'p99 ms'
row 'nginx alone → the constant worker' constant 200 -
row 'constant worker → behind the session check' constant-gated constant 0.8
row 'small database answer → behind the check' small-gated small 0.8
row 'list of 25 services: statements → page' services services.sql.out -
row '  constant worker behind the check + statements' services constant-gated+services.sql.out 0.7
row 'settings: statements → page' settings settings.sql.out -
row '  constant worker behind the check + statements' settings constant-gated+settings.sql.out 0.7
row 'save a setting: statements → PUT' put put.sql.out -
row '  constant worker behind the check + statements' put constant-gated+put.sql.out 0.7
printf '\nPss of each worker in MB (target: below 4), at rest\n%s\nafter the run\n%s\n' "$(cat "$work/rest")" "$(pss)"
