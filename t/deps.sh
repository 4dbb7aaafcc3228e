#!/bin/bash
# Installs what building, running and testing need and this machine lacks, as root or
# by sudo. Leaves no service running or enabled that was not there before.
set -eu
cd "$(dirname "$0")/.."

# A newer Node that an earlier run put there.
PATH=$PWD/build/node/bin:$PATH

packages='nginx-light postgresql-15 openssl ca-certificates curl util-linux
	gcc libc6-dev make pkg-config libfcgi-dev libtalloc-dev libpq-dev libjson-c-dev libssl-dev
	check libcurl4-openssl-dev libasan8 libubsan1 binutils clang-format shellcheck valgrind wrk
	chromium-headless-shell fonts-liberation2'
# From npm, only where Debian's node is too old for Vite; the npm that goes with it.
node_version=22.23.3
npm_version=10.9.9

root=()
[ "$(id -u)" = 0 ] || root=(sudo)

has() {
	[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Vite's own rule: ^20.19 or 22.12 and later.
node_is_enough() {
	local version major minor
	version=$(node --version 2>/dev/null) || return 1
	version=${version#v}
	major=${version%%.*}
	minor=${version#*.}
	minor=${minor%%.*}
	[ "$major" -gt 22 ] || { [ "$major" = 22 ] && [ "$minor" -ge 12 ]; } ||
		{ [ "$major" = 20 ] && [ "$minor" -ge 19 ]; }
}

# Debian starts and enables services on installation, and makes a PostgreSQL cluster.
# Ours are private ones, so all of that is held back while new packages come in.
policy=/usr/sbin/policy-rc.d
cluster=/etc/postgresql-common/createcluster.d/sakristei.conf
held_policy=''
held_cluster=''
hold_services() {
	if [ ! -e $policy ]; then
		held_policy=yes
		printf '#!/bin/sh\nexit 101\n' | "${root[@]}" tee $policy >/dev/null
		"${root[@]}" chmod 755 $policy
	fi
	if ! has postgresql-15; then
		held_cluster=yes
		"${root[@]}" mkdir -p "${cluster%/*}"
		echo 'create_main_cluster = false' | "${root[@]}" tee $cluster >/dev/null
	fi
}
release_services() {
	[ "$held_policy" = '' ] || "${root[@]}" rm -f $policy
	[ "$held_cluster" = '' ] || "${root[@]}" rm -f $cluster
}

install_packages() {
	local new_services=() service
	has nginx-light || has nginx || new_services+=(nginx)
	has postgresql-15 || new_services+=(postgresql)
	[ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
		{ echo "deps: these packages are missing, and only root can install them: $*" >&2; exit 1; }
	echo "deps: installing $*"
	trap release_services EXIT
	hold_services
	mkdir -p build
	if ! "${root[@]}" apt-get update -qq >build/deps.log 2>&1 ||
		! "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y \
			--no-install-recommends -o Dpkg::Use-Pty=0 "$@" >>build/deps.log 2>&1; then
		tail -n 20 build/deps.log >&2
		exit 1
	fi
	release_services
	trap - EXIT
	for service in "${new_services[@]}"; do # also where systemd is not running
		"${root[@]}" update-rc.d "$service" disable >/dev/null 2>&1 || true
	done
}

missing=()
for package in $packages; do
	has "$package" || missing+=("$package")
done
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
	missing+=(nodejs npm)
fi
[ ${#missing[@]} = 0 ] || install_packages "${missing[@]}"

if ! node_is_enough; then
	echo "deps: fetching Node $node_version for the front end's build"
	case $(dpkg --print-architecture) in
	amd64) arch=x64 ;;
	arm64) arch=arm64 ;;
	*) echo "deps: no Node for this architecture; install Node 22.12 or newer" >&2; exit 1 ;;
	esac
	mkdir -p build/node
	npm install --no-audit --no-fund --prefix build/node \
		"node-linux-$arch@$node_version" "npm@$npm_version" >build/node.log 2>&1 ||
		{ tail -n 20 build/node.log >&2; exit 1; }
	mkdir -p build/node/bin
	ln -sf "../node_modules/node-linux-$arch/bin/node" build/node/bin/node
	ln -sf ../node_modules/.bin/npm build/node/bin/npm
fi
