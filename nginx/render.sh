#!/bin/bash
# Renders the nginx files into a folder: nginx/render.sh FOLDER
# In the environment: DIR (pids, log, tmp), RUN_DIR, WEB_DIR, APP_URL, PORT; on https
# CERTIFICATE and CERTIFICATE_KEY; DEMO_PORT where the demo system is to be served.
set -eu
cd "$(dirname "$0")"
conf=$1
: "${DIR:?}" "${RUN_DIR:?}" "${WEB_DIR:?}" "${APP_URL:?}" "${PORT:?}"

case $APP_URL in
https://*) tls=tls ssl=' ssl http2' cookie=__Host-sakristei pre_cookie=__Host-sakristei-vor
	login_cookie=__Host-sakristei-login ;;
*)
	# as lib/web/cookie.c: on plain http the port of APP_URL keeps two stacks apart
	port=${APP_URL##*:}
	case $port in *[!0-9]*) port=80 ;; esac
	tls=plain ssl='' cookie=sakristei_$port pre_cookie=sakristei_vor_$port login_cookie=sakristei_login_$port
	;;
esac

# The templates quote every path, so spaces are fine; these would end a quotation or a sed.
case $conf$DIR$RUN_DIR$WEB_DIR${CERTIFICATE-}${CERTIFICATE_KEY-} in
*[\"\$\\\|\&\*\?\[]*) echo "render: a path has signs that nginx does not take" >&2; exit 1 ;;
esac

mkdir -p "$conf"
cp ./*.css "$conf"/
for template in *.in; do
	sed -e "s|@DIR@|$DIR|g" -e "s|@RUN_DIR@|$RUN_DIR|g" -e "s|@WEB_DIR@|$WEB_DIR|g" \
		-e "s|@CONF@|$conf|g" -e "s|@PORT@|$PORT|g" -e "s|@LISTEN_SSL@|$ssl|g" \
		-e "s|@TLS@|$tls|g" -e "s|@COOKIE@|$cookie|g" -e "s|@PRE_COOKIE@|$pre_cookie|g" \
		-e "s|@LOGIN_COOKIE@|$login_cookie|g" -e "s|@DEMO_PORT@|${DEMO_PORT-}|g" \
		-e "s|@CERTIFICATE@|${CERTIFICATE-}|g" -e "s|@CERTIFICATE_KEY@|${CERTIFICATE_KEY-}|g" \
		"$template" > "$conf/${template%.in}"
done
[ -n "${DEMO_PORT-}" ] || rm "$conf/demo.conf"
