#!/usr/bin/env bash
# Ends with 0 if the server of this container is alive: for HEALTHCHECK of an image, which has bash, but no HTTP client.
exec 3<>"/dev/tcp/127.0.0.1/${JETTY_PORT:-8080}" || exit 1
printf 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nAccept: text/plain\r\nConnection: close\r\n\r\n' >&3
read -r -t 2 _ status _ <&3
[ "$status" = 200 ]
