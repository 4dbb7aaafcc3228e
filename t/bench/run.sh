#!/bin/bash
# Measures a running test stack, each figure as a ratio against a floor taken in the same
# run: make bench. Prints a table; a ratio below its target is marked, never an error.
set -eu
seconds=${BENCH_SECONDS:-4} # of each measurement; three rounds, medians
rounds=3
clients=4
work=$(mktemp -d)
here=$(dirname "$0")
trap 'stop_nginx; rm -rf "$work"' EXIT

# --- a signed-in person, 25 services -----------------------------------------------------

jar=$work/cookies
curl -sk -c "$jar" -o /dev/null "$APP_URL/login"
curl -sk -b "$jar" -c "$jar" -o /dev/null -H 'Content-Type: application/json' \
	-H "X-XSRF-TOKEN: $(awk '$6 == "XSRF-TOKEN" { print $7 }' "$jar")" -d '{}' "$APP_URL/dev-login"
cookie=$(awk '$6 ~ /^sakristei_[0-9]+$/ { print $6 "=" $7 }' "$jar")
version=$(curl -sk "$APP_URL/login" | sed -n 's/.*"version":"\([^"]*\)".*/\1/p')
query() { psql -qAtX "$DATABASE_URL" -c "$1"; }
query "INSERT INTO service (ext_id, title, starts_at, has_agenda)
	SELECT 'bench-' || i, 'Gottesdienst ' || i, now() + i * interval '7 days', true
	  FROM generate_series(1, 25) i"
session=$(query 'SELECT max(id) FROM session')

# --- the floors ----------------------------------------------------------------------------

# The text of named statements, with pgbench's variables for their arguments.
statements() { # NAME=VALUE,VALUE…
	local call name
	for call in "$@"; do
		name=${call%%=*}
		cat "$here"/../../sql/q/*.sql | awk -v name="$name" -v values="${call#*=}" '
			BEGIN { n = split(values, value, ",") }
			/^-- name: / { on = $3 == name; next }
			on && !/^--/ {
				for (i = n; i > 0; i--) gsub("\\$" i, value[i])
				print
				if (/;$/) exit
			}'
	done
}

# The same worker and statement without the gate: a server that is told the session.
bench_port=$((PORT + 1))
start_nginx() {
	cp -r "$STACK_DIR/nginx" "$work/nginx"
	sed -i "s|$STACK_DIR/nginx/|$work/nginx/|g; s|$RUN_DIR/sessions|$work/sessions|" "$work"/nginx/*.conf
	chmod 755 "$work"
	cat >"$work/nginx/bench.conf" <<-EOF
		daemon on;
		$([ "$(id -u)" != 0 ] || echo "user $(stat -c '%U %G' "$RUN_DIR");")
		worker_processes 2;
		pid $work/nginx.pid;
		error_log $work/error.log;
		events { worker_connections 1024; }
		http {
			include $work/nginx/http.conf;
			access_log off;
			server {
				listen 127.0.0.1:$bench_port backlog=1024;
				set \$auth_cache ""; # the log format names it
				location = / {
					include $work/nginx/worker.conf;
					fastcgi_param AUTH_SESSION $session;
					fastcgi_pass unix:$RUN_DIR/services.sock;
				}
			}
		}
	EOF
	nginx -e "$work/error.log" -c "$work/nginx/bench.conf"
}
stop_nginx() { [ ! -f "$work/nginx.pid" ] || kill "$(cat "$work/nginx.pid")"; }

# --- measuring -------------------------------------------------------------------------------

# Requests per second, 99th percentile in ms, and answers that were no 2xx or 3xx.
http() {
	wrk -t1 -c"$clients" -d"${seconds}s" --latency -H "Cookie: $cookie" -H 'X-Inertia: true' \
		-H "X-Inertia-Version: $version" "$1" >"$work/wrk"
	awk '
		/Requests\/sec/ { rate = $2 }
		$1 == "99%" { p99 = $2 ~ /us$/ ? $2 / 1000 : $2 ~ /ms$/ ? $2 + 0 : $2 * 1000 }
		/Non-2xx/ { bad = $NF }
		/Socket errors/ { bad += $4 + $6 + $8 + $10 }
		END { print rate, p99, bad + 0 }' "$work/wrk"
}

transactions() { # SCRIPT
	"/usr/lib/postgresql/15/bin/pgbench" -n -M prepared -c "$clients" -j 1 -T "$seconds" -f "$1" \
		-h "$RUN_DIR" -U sakristei_app sakristei 2>/dev/null |
		awk '/^tps/ { print $3, "-", 0 }'
}

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# compare TITLE TARGET -- FLOOR… -- OURS…: both in turn, medians, the ratio.
compare() {
	local title=$1 target=$2 i floor=() ours=() bad=0
	shift 3
	while [ "$1" != -- ]; do floor+=("$1"); shift; done
	shift
	ours=("$@")
	: >"$work/floor"
	: >"$work/ours"
	for ((i = 0; i < rounds; i++)); do
		"${floor[@]}" >>"$work/floor"
		"${ours[@]}" >>"$work/ours"
	done
	bad=$(awk '{ n += $3 } END { print n }' "$work/floor" "$work/ours")
	[ "$bad" = 0 ] || { echo "bench: $bad answers of \"$title\" were not good" >&2; exit 1; }
	awk -v title="$title" -v target="$target" -v floor="$(median <"$work/floor")" \
		-v ours="$(median <"$work/ours")" -v p99="$(awk '{ print $2 }' "$work/ours" | median)" 'BEGIN {
			ratio = ours / floor
			printf "%-44s %9d %9d %6.2f %6s %8s %s\n", title, floor, ours, ratio, target, p99,
				target != "-" && ratio < target ? "below target" : ""
		}'
}

pss() {
	local name
	for name in auth login services settings; do
		pgrep -P "$(cut -d' ' -f1 "$STACK_DIR/pids/$name")" | while read -r pid; do
			awk -v name="$name" '/^Pss:/ { printf "%-10s %5.1f MB\n", name, $2 / 1024 }' "/proc/$pid/smaps_rollup"
		done
	done | sort | uniq -c
}

page() { # NAME=ARGUMENTS of the page's own statements
	{
		printf '%s\n' '\startpipeline'
		statements tx_read= "session_page=$session" "flash_rows=$session" "$@" tx_commit=
		printf '%s\n' '\endpipeline'
	}
}

echo "Workers at rest (target: below 4 MB)"
pss
start_nginx
page 'service_upcoming=NULL::timestamptz,25,0' 'service_upcoming_count=NULL::timestamptz,1,25' >"$work/services.sql"
page setting_rows= >"$work/settings.sql"
printf '\n%-44s %9s %9s %6s %6s %8s\n' "$clients clients, per second" floor ours ratio target 'p99 ms'
compare 'small answer: without the gate, with it' 0.8 -- \
	http "http://127.0.0.1:$bench_port/" -- http "$APP_URL/"
# No target yet: that of 0.7 is for the page of one service, whose statements weigh more than
# the way through nginx and FastCGI, which is most of what these two cost.
compare 'list of 25 services: its statements, the page' - -- \
	transactions "$work/services.sql" -- http "$APP_URL/services"
compare 'settings: their statements, the page' - -- \
	transactions "$work/settings.sql" -- http "$APP_URL/settings"
printf '\nWorkers after that\n'
pss
