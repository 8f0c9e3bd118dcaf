#!/usr/bin/env bash
# Builds the distribution if it is not built or older than its sources, then runs a server with the hello application in the
# foreground. Arguments are passed to start.jar: bash distribution/demo.sh jetty.http.port=9090
set -euo pipefail
here=${BASH_SOURCE[0]%/*}
[ "$here" != "${BASH_SOURCE[0]}" ] || here=.
cd "$here/.."
. distribution/check-tools.sh

home=$PWD/distribution/target/jetty-home
base=$PWD/distribution/target/demo-base
war=distribution/demo/target/hello.war
sources=(pom.xml jetty-core jetty-ee10 start modules etc distribution)

# VERSION.txt is the last file that a build writes
is_built() {
    [ -f "$home/VERSION.txt" ] && [ -f "$war" ] &&
        [ -z "$(find "${sources[@]}" -name target -prune -o -type f -newer "$home/VERSION.txt" -print -quit)" ]
}

if ! is_built; then
    echo "Building the distribution, which takes some minutes the first time ..."
    mvn -B -q -ntp -DskipTests -pl distribution,distribution/demo -am package
fi

if [ ! -d "$base/start.d" ]; then
    mkdir -p "$base"
    "$JAVA" -jar "$home/start.jar" jetty.base="$base" --add-modules=http,ee10-deploy
fi
cp "$war" "$base/webapps/hello.war"

port=8080
for argument in "$@"; do
    case $argument in jetty.http.port=*) port=${argument#*=} ;; esac
done
echo
echo "Starting; then open http://localhost:$port/hello/"
echo "Applications put into $base/webapps are deployed at once. Ctrl-C stops."
echo
cd "$base"
exec "$JAVA" -jar "$home/start.jar" jetty.base="$base" jetty.deploy.scanInterval=1 "$@"
