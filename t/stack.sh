#!/bin/bash
# Starts the product, the one way there is: PostgreSQL, pools and nginx in one folder.
#   t/stack.sh up DIR [--tls] [--env local|testing|production] [--port N] [--workers N]
#                     [--bin DIR] [--web DIR]
#   t/stack.sh reload DIR [--bin DIR] [--web DIR]
#   t/stack.sh down DIR [--purge]
#   t/stack.sh status DIR
# "up" on a running stack brings new programs in without losing a request and keeps the
# data; "reload" is the same with the settings of the last "up". As root everything runs
# as the user sakristei; else as whoever calls.
set -eu
umask 027
PATH=$PATH:/usr/sbin:/sbin # nginx and useradd are there, and people's PATH is without

# What a stack decided stands in its stack.env; another one's may be in the environment.
# Of the caller come the settings of a real external system instead of the demo one.
ext_name=${EXT_NAME-}
ext_url=${EXT_URL-} client_id=${OAUTH_CLIENT_ID-} redirect_url=${OAUTH_REDIRECT_URL-}
allowed_groups=${EXT_ALLOWED_GROUPS-}
unset APP_ENV APP_URL PORT RUN_DIR WEB_DIR EXT_NAME EXT_URL EXT_ALLOWED_GROUPS DEMO_PORT
unset OAUTH_CLIENT_ID OAUTH_REDIRECT_URL

repo=$(cd "$(dirname "$0")/.." && pwd)
pg=/usr/lib/postgresql/15/bin
user=sakristei
own_pools='auth:2 login:2 services:4 settings:2' # and how many workers each
pools=$own_pools
waits=20 # seconds that anything may take to come up

die() {
	echo "stack: $*" >&2
	exit 1
}

usage() {
	sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
	exit 64
}

# In front of a command: runs it as the stack's user. Arrays, not functions, so that a
# background process is the command itself and its number can be kept.
as_user=()
[ "$(id -u)" != 0 ] || as_user=(setpriv "--reuid=$user" "--regid=$user" --init-groups --)

make_user() {
	[ "$(id -u)" != 0 ] || id "$user" >/dev/null 2>&1 ||
		useradd --system --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin "$user" ||
		id "$user" >/dev/null # two first starts at once
}

# Said before anything is touched.
check_parts() {
	local entry name
	[ -x "$pg/postgres" ] || die "PostgreSQL 15 is missing; run t/deps.sh"
	command -v nginx >/dev/null || die "nginx is missing; run t/deps.sh"
	[ -f "$web/pages.tsv" ] || die "the front end is not built: $web/pages.tsv is missing"
	for entry in migrate pool demo-ext $own_pools; do
		name=${entry%:*}
		[ -x "$bin/$name" ] || die "the program $name is not built: $bin/$name is missing"
	done
	case $dir${repo##*/} in
	*[\'\"\$\\\|\&\;\{\}\*\?\[]*) die "the name of the folder has signs that nginx does not take: $dir" ;;
	esac
}

# The folder of the data. A clone below /root cannot be entered by the stack's user: then
# the data lives elsewhere and DIR is a link to it.
make_dir() {
	local elsewhere
	mkdir -p "$dir"
	dir=$(readlink -m "$dir")
	is_stack || [ -z "$(ls -A -I lock "$dir")" ] || die "$dir is neither a stack nor empty"
	[ "$(id -u)" != 0 ] || chown "$user:$user" "$dir"
	if ! "${as_user[@]}" test -w "$dir/." 2>/dev/null; then
		elsewhere=/var/lib/sakristei-local/$(basename "$repo")-$(echo "$dir" | cksum | cut -d' ' -f1)
		rmdir "$dir" 2>/dev/null || die "$user cannot write to $dir, and it is not empty"
		install -d -m 0755 "${elsewhere%/*}" "$elsewhere"
		chown "$user:$user" "$elsewhere"
		ln -s "$elsewhere" "$dir"
		dir=$elsewhere
	fi
	"${as_user[@]}" mkdir -p "$dir/log" "$dir/pids" "$dir/tmp" "$dir/storage" "$dir/releases"
}

# Anything else is never taken over, and never purged.
is_stack() { [ -d "$dir/pids" ] && [ -d "$dir/releases" ]; }

# "PID START" of a process: a number that was given to another process later does not fit.
identity() {
	local stat
	stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
	stat=${stat##*) }
	# shellcheck disable=SC2086
	set -- "$1" $stat
	[ "$2" != Z ] || return 1 # ended, and only its parent has not noticed yet
	echo "$1 ${21}"
}

is_running() {
	local pid
	[ -f "$dir/pids/$1" ] || return 1
	read -r pid _ <"$dir/pids/$1"
	[ "$(identity "$pid")" = "$(cat "$dir/pids/$1")" ]
}

pid_of() { cut -d' ' -f1 "$dir/pids/$1"; }

# Stops a process by the signal and waits for its end.
stop() {
	local name=$1 signal=$2 pid i
	if is_running "$name"; then
		pid=$(pid_of "$name")
		kill "-$signal" "$pid" 2>/dev/null || true
		for ((i = 0; i < 800; i++)); do # a pool gives its workers 30 s
			is_running "$name" || break
			sleep 0.05
		done
		if is_running "$name"; then
			echo "stack: $name (process $pid) does not end" >&2
			return 1
		fi
	fi
	rm -f "$dir/pids/$name"
}

# wait_for NAME COMMAND…: until the command succeeds; in vain once NAME has ended.
wait_for() {
	local name=$1 end=$((SECONDS + waits))
	shift
	until "$@" >/dev/null 2>&1; do
		[ $SECONDS -lt $end ] && is_running "$name" || return 1
		sleep 0.05
	done
}

free_port() {
	local port
	for port in $(shuf -i 20000-29999 -n 50); do
		(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
	done
	die "no free port found"
}

# Copies what runs into a folder of its own, so that a build never disturbs a running
# stack. Assets that came within the last day stay for open pages.
stage() {
	release=$dir/releases/$(date +%s)-$$
	mkdir -p "$release/web" "$release/nginx"
	cp -r "$bin" "$release/bin"
	cp -r "$web/." "$release/web"
	cp -r "$repo/sql/migrations" "$release/migrations"
	cp "$repo/cgi/demo-ext/world.json" "$release/world.json"
	cp -r "$repo/nginx/." "$release/nginx"
	if [ -d "$dir/app/web/assets" ]; then
		find "$dir/app/web/assets/" -type f -mtime -1 -exec cp -np -t "$release/web/assets" {} +
	fi
	chmod -R a+rX "$release"
	[ "$(id -u)" != 0 ] || chown -R "$user:$user" "$release"
}

# Points app at what was staged, in one step.
switch() {
	ln -sfn "$release" "$dir/app.new"
	mv -T "$dir/app.new" "$dir/app"
	find "$dir/releases" -mindepth 1 -maxdepth 1 ! -path "$release" -exec rm -rf {} +
}

# As a value of stack.env: between single quotes, whatever it holds.
quoted() { printf "'%s'" "${1//\'/\'\\\'\'}"; }

write_env() {
	cat >"$dir/stack.env" <<-EOF
		APP_ENV='$env'
		APP_URL='$url'
		EXT_NAME=$(quoted "${ext_name:-${EXT_NAME:-ChurchTools}}")
		PORT='$port'
		RUN_DIR='$run'
		WEB_DIR='$dir/app/web'
		STORAGE_DIR='$dir/storage'
		EXT_URL='$ext_url'
		EXT_ALLOWED_GROUPS='$allowed_groups'
		OAUTH_CLIENT_ID='$client_id'
		OAUTH_REDIRECT_URL='${redirect_url:-$url/login/callback}'
		DEMO_PORT='$demo_port'
		DATABASE_URL='host=$run user=sakristei_app dbname=sakristei'
		OWNER_DATABASE_URL='host=$run user=sakristei_owner dbname=sakristei'
		BOOTSTRAP_DATABASE_URL='host=$run user=postgres dbname=postgres'
	EOF
	chmod 0640 "$dir/stack.env"
	[ "$(id -u)" != 0 ] || chown "$user:$user" "$dir/stack.env"
	load_env
}

# What an earlier "up" decided. with_env goes in front of a program: it gets the stack's
# environment, and nothing of the caller's; as_owner adds what only migrate may know.
load_env() {
	[ -f "$dir/stack.env" ] || return 0
	# shellcheck source=/dev/null
	. "$dir/stack.env"
	pools="$own_pools${DEMO_PORT:+ demo-ext:1}"
	with_env=("${as_user[@]}" env -i PATH=/usr/bin:/bin LANG=C.UTF-8 "APP_ENV=$APP_ENV" "APP_URL=$APP_URL"
		"EXT_NAME=$EXT_NAME" "RUN_DIR=$RUN_DIR" "WEB_DIR=$WEB_DIR" "STORAGE_DIR=$STORAGE_DIR"
		"EXT_URL=$EXT_URL" "EXT_ALLOWED_GROUPS=$EXT_ALLOWED_GROUPS" "OAUTH_CLIENT_ID=$OAUTH_CLIENT_ID"
		"OAUTH_REDIRECT_URL=$OAUTH_REDIRECT_URL" "DATABASE_URL=$DATABASE_URL")
	as_owner=("${with_env[@]}" "OWNER_DATABASE_URL=$OWNER_DATABASE_URL"
		"BOOTSTRAP_DATABASE_URL=$BOOTSTRAP_DATABASE_URL")
}

start_postgres() {
	local old
	# of one that was killed; its number may be another program's by now, which PostgreSQL minds
	old=$(head -n 1 "$dir/pg/postmaster.pid" 2>/dev/null) || true
	[ "$(readlink "/proc/${old:-none}/exe")" = "$pg/postgres" ] ||
		rm -f "$dir/pg/postmaster.pid" "$run"/.s.PGSQL.*
	"${as_user[@]}" setsid "$pg/postgres" -D "$dir/pg" -k "$run" -c listen_addresses='' \
		-c shared_buffers=64MB -c unix_socket_permissions=0700 "${careless[@]}" \
		9>&- </dev/null >>"$dir/log/postgres.log" 2>&1 &
	identity $! | keep postgres
}

# A test stack forgets on a power cut what a real one must keep; it is thrown away anyway.
start_database() {
	local careless=() try
	if [ ! -d "$dir/pg" ]; then
		"${as_user[@]}" "$pg/initdb" -D "$dir/pg.new" -U postgres -E UTF8 --locale=C.UTF-8 -A trust \
			--no-sync >"$dir/log/initdb.log" 2>&1 || show initdb
		"${as_user[@]}" mv "$dir/pg.new" "$dir/pg"
	fi
	[ "$env" != testing ] || careless=(-c fsync=off -c synchronous_commit=off -c full_page_writes=off)
	for try in 1 2 3; do # what is left of one that was killed may take a moment to go
		is_running postgres || start_postgres
		wait_for postgres "${as_user[@]}" "$pg/pg_isready" -q -h "$run" -U postgres && break
		[ $try -lt 3 ] || show postgres
		sleep 0.5
	done
	"${as_owner[@]}" "$release/bin/migrate" --bootstrap >>"$dir/log/migrate.log" 2>&1 ||
		show migrate "the database cannot be brought up to date"
	"${as_owner[@]}" "$release/bin/migrate" "$release/migrations" >>"$dir/log/migrate.log" 2>&1 ||
		show migrate "the database cannot be brought up to date"
}

keep() { cat >"$dir/pids/$1"; }

start_pools() {
	local entry name arguments
	for entry in $pools; do
		name=${entry%:*}
		arguments=()
		[ "$name" != demo-ext ] || arguments=("$dir/app/world.json")
		if is_running "$name"; then
			kill -HUP "$(pid_of "$name")"
			continue
		fi
		rm -f "$run/$name.sock" # of one that was killed: it would end the waiting at once
		"${with_env[@]}" setsid "$dir/app/bin/pool" --socket "$run/$name.sock" --name "$name" \
			--workers "${workers:-${entry#*:}}" -- "$dir/app/bin/$name" "${arguments[@]}" \
			9>&- </dev/null >>"$dir/log/$name.log" 2>&1 &
		identity $! | keep "$name"
		wait_for "$name" test -S "$run/$name.sock" || show "$name"
	done
}

make_certificate() {
	[ -f "$dir/certificate.pem" ] ||
		"${as_user[@]}" openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 \
			-subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 \
			-keyout "$dir/certificate.key" -out "$dir/certificate.pem" 2>"$dir/log/certificate.log" ||
		show certificate
}

# nginx writes to its own log by itself; what it says before it can is kept beside it.
nginx_do() {
	"${as_user[@]}" env -i PATH="$PATH" nginx -e "$dir/log/nginx.log" -p "$dir" -c "$dir/nginx/nginx.conf" "$@" \
		9>&- >>"$dir/log/nginx-start.log" 2>&1
}

# A reload closes idle connections, on which a browser may just be sending: only where
# something is different. Files that nginx refuses are taken back.
start_nginx() {
	local i
	"${as_user[@]}" rm -rf "$dir/nginx.old"
	[ ! -d "$dir/nginx" ] || "${as_user[@]}" mv "$dir/nginx" "$dir/nginx.old"
	[ "$tls" = '' ] || make_certificate
	"${as_user[@]}" env DIR="$dir" RUN_DIR="$run" WEB_DIR="$WEB_DIR" APP_URL="$url" PORT="$port" \
		CERTIFICATE="$dir/certificate.pem" CERTIFICATE_KEY="$dir/certificate.key" DEMO_PORT="$DEMO_PORT" \
		"$dir/app/nginx/render.sh" "$dir/nginx" || die "the nginx files cannot be rendered"
	if is_running nginx; then
		diff -r "$dir/nginx.old" "$dir/nginx" >/dev/null || nginx_do -s reload || {
			"${as_user[@]}" rm -rf "$dir/nginx"
			"${as_user[@]}" mv "$dir/nginx.old" "$dir/nginx"
			show nginx-start "nginx refuses its new files"
		}
	else
		rm -f "$dir/pids/nginx.pid"
		nginx_do || show nginx-start
		for ((i = 0; i < 100; i++)); do # it writes its number after it went to the background
			[ ! -s "$dir/pids/nginx.pid" ] || break
			sleep 0.05
		done
		identity "$(cat "$dir/pids/nginx.pid")" | keep nginx
		is_running nginx || show nginx-start
	fi
}

# Says what went wrong in the log's own words, and ends.
show() {
	echo "stack: ${2:-$1 did not start}. The end of $dir/log/$1.log:" >&2
	tail -n 15 "$dir/log/$1.log" >&2
	exit 1
}

# However "up" ends in vain: what was running before goes on, else nothing is left running.
undo_up() {
	trap - EXIT
	if [ "$kept" = yes ]; then
		echo "stack: what ran before goes on running" >&2
	else
		take_down || true
	fi
	[ "$(readlink "$dir/app")" = "$release" ] || rm -rf "$release"
}

take_down() {
	local entry failed=0
	stop nginx TERM || failed=1
	for entry in $pools; do stop "${entry%:*}" TERM || failed=1; done
	stop postgres INT || failed=1
	[ $failed = 0 ] || return 1
	case ${RUN_DIR-} in /dev/shm/sk-?????? | /tmp/sk-??????) rm -rf "$RUN_DIR" ;; esac
}

lock() {
	exec 9>"$dir/lock"
	flock -w 60 9 || die "another call is working on $dir"
}

up() {
	local url run demo_port=''
	check_parts
	make_user
	make_dir
	lock
	load_env
	port=${port:-${PORT-}}
	if [ -z "$ext_url" ] && [ "$env" != production ]; then
		demo_port=${DEMO_PORT:-$(free_port)}
		ext_url=http://127.0.0.1:$demo_port
		client_id=demo
	fi
	if is_running nginx; then # the pools keep the environment they were started with
		[ "http${tls:+s}://127.0.0.1:$port $env $ext_url $client_id $allowed_groups" = \
			"$APP_URL $APP_ENV $EXT_URL $OAUTH_CLIENT_ID $EXT_ALLOWED_GROUPS" ] ||
			die "a stack with other settings runs in $dir; stop it first"
		kept=yes
	elif [ -n "$port" ] && (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
		die "port $port is taken by another program; choose one with PORT=… or --port"
	fi
	[ -n "$port" ] || port=$(free_port)
	url=http${tls:+s}://127.0.0.1:$port
	run=${RUN_DIR-}
	trap 'exit 130' INT TERM HUP
	trap undo_up EXIT
	if [ ! -d "${run:-/nonexistent}" ]; then
		run=$("${as_user[@]}" mktemp -d /dev/shm/sk-XXXXXX 2>/dev/null || "${as_user[@]}" mktemp -d /tmp/sk-XXXXXX)
	fi
	RUN_DIR=$run
	stage
	write_env
	start_database
	switch
	start_pools
	start_nginx
	wait_for auth curl -fsk --noproxy '*' -m 5 -o /dev/null "$url/login" ||
		show auth "GET /login at $url does not answer 200"
	trap - EXIT
	echo "Sakristei runs at $url"
}

status() {
	local name running=0
	load_env
	for name in postgres $pools nginx; do
		name=${name%:*}
		if is_running "$name"; then
			echo "$name: runs ($(pid_of "$name"))"
		else
			echo "$name: does not run"
			running=1
		fi
	done
	return $running
}

[ $# -ge 2 ] || usage
command=$1
dir=$(realpath -s "$2")
shift 2
tls='' env=local port='' workers='' purge='' kept='' release='' bin=$repo/build/bin web=$repo/build/web
while [ $# -gt 0 ]; do
	case $1 in
	--tls) tls=yes ;;
	--purge) purge=yes ;;
	--env | --port | --workers | --bin | --web)
		[ $# -ge 2 ] || usage
		case $1 in
		--env) env=$2 ;;
		--port) port=$2 ;;
		--workers) workers=$2 ;;
		--bin) bin=$(realpath "$2") ;;
		--web) web=$(realpath "$2") ;;
		esac
		shift
		;;
	*) usage ;;
	esac
	shift
done

case $command in
up) up ;;
reload)
	dir=$(readlink -m "$dir")
	load_env
	is_stack || die "there is no stack in $dir"
	env=${APP_ENV:?} port=${PORT:?} allowed_groups=$EXT_ALLOWED_GROUPS
	[ -n "$DEMO_PORT" ] || ext_url=$EXT_URL client_id=$OAUTH_CLIENT_ID redirect_url=$OAUTH_REDIRECT_URL
	case $APP_URL in https://*) tls=yes ;; *) tls='' ;; esac
	up
	;;
down)
	dir=$(readlink -m "$dir")
	is_stack || exit 0
	lock
	load_env
	take_down
	[ "$purge" = '' ] || find "$dir" -mindepth 1 -delete
	;;
status)
	dir=$(readlink -m "$dir")
	is_stack || die "there is no stack in $dir"
	status
	;;
*) usage ;;
esac
