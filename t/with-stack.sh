#!/bin/bash
# Runs a command against a fresh test stack and takes the stack down afterwards:
#   t/with-stack.sh [--tls] [--env testing|production] BIN -- COMMAND…
# BIN is the folder of the built programs. The command finds APP_URL, DATABASE_URL,
# STACK_DIR and BIN in its environment.
set -eu

options=()
while [ "${1#--}" != "$1" ]; do
	case $1 in
	--tls) options+=(--tls); shift ;;
	--env) options+=(--env "$2"); shift 2 ;;
	*) echo "unknown option $1" >&2; exit 64 ;;
	esac
done
bin=$1
shift
[ "$1" = -- ] && shift

here=$(dirname "$0")
dir=$(mktemp -d /dev/shm/sakristei-test-XXXXXX)
trap '"$here"/stack.sh down "$dir" --purge >/dev/null; rm -rf "$dir"' EXIT

# Failed assertions, and what the sanitizers saw in the programs, are failures as well.
faults() {
	grep -hE 'Assertion|AddressSanitizer|LeakSanitizer|runtime error:|out_of_memory' \
		"$dir"/log/{auth,login,services,settings}.log
}
case " ${options[*]-} " in *" --env "*) ;; *) options+=(--env testing) ;; esac
# one of the demo system's people is in no group
env -u EXT_URL EXT_ALLOWED_GROUPS='Musikschule, Alle Mitarbeiter' "$here"/stack.sh up "$dir" "${options[@]}" --bin "$bin" >/dev/null
set -a
# shellcheck source=/dev/null
. "$dir/stack.env"
set +a
export STACK_DIR=$dir BIN=$bin
"$@"
"$here"/stack.sh down "$dir" >/dev/null
if faults >&2; then
	echo "with-stack: the programs' logs hold faults" >&2
	exit 1
fi
