#!/bin/bash
# Starts the product, the one way there is: PostgreSQL, pools and nginx in one folder.
#   t/stack.sh up DIR [--tls] [--env local|testing|production] [--port N] [--bin DIR] [--web DIR]
#   t/stack.sh down DIR [--purge]
#   t/stack.sh status DIR
# "up" on a running stack brings new programs in without losing a request and keeps the
# data. As root everything runs as the user sakristei; else as whoever calls.
set -eu
umask 027

repo=$(cd "$(dirname "$0")/.." && pwd)
pg=/usr/lib/postgresql/15/bin
user=sakristei
own_pools='auth:2 login:2 services:4 settings:2'
pools=$own_pools
unset PORT RUN_DIR DEMO_PORT APP_ENV APP_URL # of another stack; ours stand in its folder
waits=150 # tenths of a second that anything may take to come up

die() {
	echo "stack: $*" >&2
	exit 1
}

usage() {
	sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
	exit 64
}

# In front of a command: runs it as the stack's user. Arrays, not functions, so that a
# background process is the command itself and its number can be kept.
as_user=()
[ "$(id -u)" != 0 ] || as_user=(setpriv "--reuid=$user" "--regid=$user" --init-groups --)

make_user() {
	[ "$(id -u)" != 0 ] || id "$user" >/dev/null 2>&1 ||
		useradd --system --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin "$user"
}

# The folder of the data. A clone below /root cannot be entered by the stack's user: then
# the data lives elsewhere and DIR is a link to it.
make_dir() {
	local elsewhere
	mkdir -p "$dir"
	dir=$(readlink -f "$dir")
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
		is_running "$name" && die "$name (process $pid) does not end"
	fi
	rm -f "$dir/pids/$name"
}

wait_for() {
	local i
	for ((i = 0; i < waits; i++)); do
		"$@" >/dev/null 2>&1 && return 0
		sleep 0.1
	done
	return 1
}

free_port() {
	local port
	for port in $(shuf -i 20000-29999 -n 50); do
		(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
	done
	die "no free port found"
}

# Copies what runs into a folder of its own and points app at it in one step, so that a
# build never disturbs a running stack. Assets of the last day stay for open pages.
stage() {
	local release
	release=$dir/releases/$(date +%s)-$$
	mkdir -p "$release/web" "$release/nginx"
	cp -r "$bin" "$release/bin"
	cp -r "$web/." "$release/web"
	cp -r "$repo/sql/migrations" "$release/migrations"
	cp "$repo/cgi/demo-ext/world.json" "$release/world.json"
	cp -r "$repo/nginx/." "$release/nginx"
	if [ -d "$dir/app/web/assets" ]; then
		find "$dir/app/web/assets/" -type f -mtime -1 -exec cp -n -t "$release/web/assets" {} +
	fi
	chmod -R a+rX "$release"
	[ "$(id -u)" != 0 ] || chown -R "$user:$user" "$release"
	ln -sfn "$release" "$dir/app.new"
	mv -T "$dir/app.new" "$dir/app"
	find "$dir/releases" -mindepth 1 -maxdepth 1 ! -path "$release" -exec rm -rf {} +
}

write_env() {
	cat >"$dir/stack.env" <<-EOF
		APP_ENV='$env'
		APP_URL='$url'
		EXT_NAME='${EXT_NAME:-ChurchTools}'
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
# environment, and nothing of the caller's.
load_env() {
	[ -f "$dir/stack.env" ] || return 0
	# shellcheck source=/dev/null
	. "$dir/stack.env"
	pools="$own_pools${DEMO_PORT:+ demo-ext:1}"
	with_env=("${as_user[@]}" env -i "PATH=$PATH" LANG=C.UTF-8 "APP_ENV=$APP_ENV" "APP_URL=$APP_URL"
		"EXT_NAME=$EXT_NAME" "RUN_DIR=$RUN_DIR" "WEB_DIR=$WEB_DIR" "STORAGE_DIR=$STORAGE_DIR"
		"EXT_URL=$EXT_URL" "EXT_ALLOWED_GROUPS=$EXT_ALLOWED_GROUPS" "OAUTH_CLIENT_ID=$OAUTH_CLIENT_ID"
		"OAUTH_REDIRECT_URL=$OAUTH_REDIRECT_URL" "DATABASE_URL=$DATABASE_URL" "OWNER_DATABASE_URL=$OWNER_DATABASE_URL"
		"BOOTSTRAP_DATABASE_URL=$BOOTSTRAP_DATABASE_URL")
}


# A test stack forgets on a power cut what a real one must keep; it is thrown away anyway.
start_database() {
	local careless=()
	if [ ! -d "$dir/pg" ]; then
		"${as_user[@]}" "$pg/initdb" -D "$dir/pg.new" -U postgres -E UTF8 --locale=C.UTF-8 -A trust \
			--no-sync >"$dir/log/initdb.log" 2>&1 || show initdb
		"${as_user[@]}" mv "$dir/pg.new" "$dir/pg"
	fi
	if ! is_running postgres; then
		[ "$env" != testing ] || careless=(-c fsync=off -c synchronous_commit=off -c full_page_writes=off)
		rm -f "$dir/pg/postmaster.pid"
		"${as_user[@]}" setsid "$pg/postgres" -D "$dir/pg" -k "$run" -c listen_addresses='' \
			-c shared_buffers=64MB -c unix_socket_permissions=0700 "${careless[@]}" \
			9>&- </dev/null >>"$dir/log/postgres.log" 2>&1 &
		identity $! | keep postgres
	fi
	wait_for "${as_user[@]}" "$pg/pg_isready" -q -h "$run" -U postgres || show postgres
	"${with_env[@]}" "$dir/app/bin/migrate" --bootstrap >>"$dir/log/migrate.log" 2>&1 || show migrate
	"${with_env[@]}" "$dir/app/bin/migrate" "$dir/app/migrations" >>"$dir/log/migrate.log" 2>&1 || show migrate
}

keep() { cat >"$dir/pids/$1"; }

start_pools() {
	local entry name arguments
	for entry in $pools; do
		name=${entry%:*}
		arguments=()
		[ "$name" != demo-ext ] || arguments=("$dir/app/world.json")
		[ -x "$dir/app/bin/$name" ] || die "the program $name is not built"
		if is_running "$name"; then
			kill -HUP "$(pid_of "$name")"
			continue
		fi
		"${with_env[@]}" setsid "$dir/app/bin/pool" --socket "$run/$name.sock" --name "$name" \
			--workers "${entry#*:}" -- "$dir/app/bin/$name" "${arguments[@]}" \
			9>&- </dev/null >>"$dir/log/$name.log" 2>&1 &
		identity $! | keep "$name"
		wait_for test -S "$run/$name.sock" || show "$name"
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

start_nginx() {
	"${as_user[@]}" rm -rf "$dir/nginx"
	[ "$tls" = '' ] || make_certificate
	"${as_user[@]}" env DIR="$dir" RUN_DIR="$run" WEB_DIR="$WEB_DIR" APP_URL="$url" PORT="$port" \
		CERTIFICATE="$dir/certificate.pem" CERTIFICATE_KEY="$dir/certificate.key" DEMO_PORT="$DEMO_PORT" \
		"$dir/app/nginx/render.sh" "$dir/nginx" || die "the nginx files cannot be rendered"
	if is_running nginx; then
		nginx_do -s reload || show nginx-start
	else
		rm -f "$dir/pids/nginx.pid"
		nginx_do || show nginx-start
		wait_for test -s "$dir/pids/nginx.pid" || show nginx-start
		identity "$(cat "$dir/pids/nginx.pid")" | keep nginx
	fi
}

# Says what went wrong in the log's own words, takes down what was started, and ends.
show() {
	echo "stack: $1 did not start. The end of $dir/log/$1.log:" >&2
	tail -n 15 "$dir/log/$1.log" >&2
	take_down
	exit 1
}

take_down() {
	local entry
	stop nginx TERM
	for entry in $pools; do stop "${entry%:*}" TERM; done
	stop postgres INT
	case ${RUN_DIR-} in /dev/shm/sk-?????? | /tmp/sk-??????) rm -rf "$RUN_DIR" ;; esac
}

lock() {
	exec 9>"$dir/lock"
	flock -w 60 9 || die "another call is working on $dir"
}

up() {
	local url run demo_port=''
	# of the caller: a real external system instead of the demo one
	local ext_url=${EXT_URL-} client_id=${OAUTH_CLIENT_ID-} redirect_url=${OAUTH_REDIRECT_URL-}
	local allowed_groups=${EXT_ALLOWED_GROUPS-}
	make_user
	make_dir
	lock
	load_env
	[ -f "$web/pages.tsv" ] || die "the front end is not built: $web/pages.tsv is missing"
	port=${port:-${PORT-}}
	[ -n "$port" ] || port=$(free_port)
	if ! is_running nginx && (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
		die "port $port is taken by another program; choose one with PORT=… or --port"
	fi
	run=${RUN_DIR-}
	if [ ! -d "${run:-/nonexistent}" ]; then
		run=$("${as_user[@]}" mktemp -d /dev/shm/sk-XXXXXX 2>/dev/null || "${as_user[@]}" mktemp -d /tmp/sk-XXXXXX)
	fi
	url=http${tls:+s}://127.0.0.1:$port
	if [ -z "$ext_url" ] && [ "$env" != production ]; then
		demo_port=${DEMO_PORT:-$(free_port)}
		ext_url=http://127.0.0.1:$demo_port
		client_id=demo
	fi
	# the pools keep the environment they were started with
	if is_running nginx && [ "$port $env $ext_url $client_id $allowed_groups" != \
		"$PORT $APP_ENV $EXT_URL $OAUTH_CLIENT_ID $EXT_ALLOWED_GROUPS" ]; then
		die "a stack with other settings runs in $dir; stop it first"
	fi
	stage
	write_env
	start_database
	start_pools
	start_nginx
	wait_for curl -fsk -o /dev/null "$url/login" || show auth
	echo "Sakristei runs at $url"
}

status() {
	local name running=0
	load_env
	for name in postgres $(printf '%s ' "$pools" | sed 's/:[0-9]*//g') nginx; do
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
tls='' env=local port='' purge='' bin=$repo/build/bin web=$repo/build/web
while [ $# -gt 0 ]; do
	case $1 in
	--tls) tls=yes ;;
	--purge) purge=yes ;;
	--env | --port | --bin | --web)
		[ $# -ge 2 ] || usage
		case $1 in
		--env) env=$2 ;;
		--port) port=$2 ;;
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
down)
	[ -d "$dir" ] || exit 0
	dir=$(readlink -f "$dir")
	lock
	load_env
	take_down
	[ "$purge" = '' ] || find "$dir" -mindepth 1 -delete
	;;
status)
	[ -d "$dir" ] || die "there is no stack in $dir"
	dir=$(readlink -f "$dir")
	status
	;;
*) usage ;;
esac
