#!/usr/bin/env bash
# Builds the distribution if it is not built or older than its sources, then runs a server with the hello application and one
# page in each environment in the foreground. Arguments are passed to start.jar: bash distribution/demo.sh jetty.http.port=9090
set -euo pipefail
here=${BASH_SOURCE[0]%/*}
[ "$here" != "${BASH_SOURCE[0]}" ] || here=.
cd "$here/.."
. distribution/check-tools.sh

home=$PWD/distribution/target/jetty-home
base=$PWD/distribution/target/demo-base
war=distribution/demo/target/hello.war
sources=(pom.xml jetty-core jetty-ee11 jetty-ee10 jetty-ee9 jetty-ee8 start modules etc distribution)

# VERSION.txt is the last file that a build writes
is_built() {
    [ -f "$home/VERSION.txt" ] && [ -f "$war" ] &&
        [ -z "$(find "${sources[@]}" -name target -prune -o -type f -newer "$home/VERSION.txt" -print -quit)" ]
}

if ! is_built; then
    echo "Building the distribution, which takes some minutes the first time ..."
    mvn -B -q -ntp -DskipTests -pl distribution,distribution/demo -am package
fi

if [ ! -f "$base/start.d/ee11-deploy.ini" ]; then
    mkdir -p "$base"
    "$JAVA" -jar "$home/start.jar" jetty.base="$base" --add-modules=http,static-deploy,ee11-deploy,ee10-deploy,ee9-deploy,ee8-deploy,ee11-jsp,ee10-jsp,ee9-jsp,ee8-jsp
fi
cp "$war" "$base/webapps/hello.war"
for environment in ee11 ee10 ee9 ee8; do
    mkdir -p "$base/webapps/$environment"
    cp distribution/demo/environments/page/* "$base/webapps/$environment/"
    echo "environment=$environment" >"$base/webapps/$environment.properties"
done
mkdir -p "$base/webapps/ROOT"
cp distribution/demo/environments/index/* "$base/webapps/ROOT/"

port=8080
for argument in "$@"; do
    case $argument in jetty.http.port=*) port=${argument#*=} ;; esac
done
echo
echo "Starting; then open http://localhost:$port/ and http://localhost:$port/hello/"
echo "Applications put into $base/webapps are deployed at once. Ctrl-C stops."
echo
cd "$base"
exec "$JAVA" -jar "$home/start.jar" jetty.base="$base" jetty.deploy.scanInterval=1 "$@"
