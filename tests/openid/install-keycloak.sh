#!/usr/bin/env bash
# Installs the Keycloak that KeycloakTest logs in at, from Maven Central, into a folder: by default where the test looks for it.
set -euo pipefail
version=26.7.3
folder=${1:-${HOME}/.cache/jetty-tests/keycloak}
home=$folder/keycloak-$version
mkdir -p "$folder"
cd "${BASH_SOURCE[0]%/*}"
if [ ! -x "$home/bin/kc.sh" ]; then
    mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack \
        -Dartifact=org.keycloak:keycloak-quarkus-dist:$version:zip -DoutputDirectory="$folder"
    chmod +x "$home/bin/kc.sh"
fi
[ ! -e "$home/built" ] || exit 0

# The first start for developers builds the server again, which takes half of its time: tests copy one that has been started.
started=$(mktemp -d "$folder/started.XXXXXX")
server=
trap '[ -z "$server" ] || kill -9 -- "-$server" 2>/dev/null || true; rm -rf "$started"' EXIT
cp -a "$home" "$started/new"
JAVA_OPTS_APPEND=-XX:TieredStopAtLevel=1 setsid "$started/new/bin/kc.sh" start-dev --http-host=127.0.0.1 --http-port=0 \
    >"$started/log" 2>&1 </dev/null &
server=$!
for _ in $(seq 480); do
    if grep -q 'Listening on:' "$started/log" || ! kill -0 "$server" 2>/dev/null; then break; fi
    sleep 1
done
if ! grep -q 'Listening on:' "$started/log"; then
    tail -n 20 "$started/log" >&2
    echo "Keycloak did not start; tests build it themselves" >&2
    exit 1
fi
kill -- "-$server"
wait "$server" || true
server=
rm -rf "$started/new/data"
touch "$started/new/built"
mv "$home" "$started/old"
mv "$started/new" "$home"
