#!/usr/bin/env bash
# Builds the benchmarks and runs one of them with the newest JDK found (or with $BENCH_JAVA).
#   tests/benchmarks/run.sh jmh [JMH ARGUMENTS]     the JMH benchmarks whose names match, e.g. jmh HttpParser -f 1
#   tests/benchmarks/run.sh NAME [ARGUMENTS]        the program org.eclipse.jetty.benchmarks.NAME
# $BENCH_JVM holds further arguments of the JVM; BUILD=no takes what is built already.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# -gt 0 ] || { sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2; }

java=${BENCH_JAVA:-}
if [ -z "$java" ]; then
    . "$here/../newest-jdk.sh"
    newest_jdk 0
    java=${newest:+$newest/bin/}java
fi
if [ "${BUILD:-yes}" != no ]; then
    (cd "$here/../.." && mvn -q -B -ntp -pl tests/benchmarks -am -DskipTests -Dspotless.check.skip=true package)
    # a project of its own, whose classes are not this project's
    [[ "$1" != Cometd* ]] || mvn -q -B -ntp -f "$here/cometd/pom.xml" package
fi
main=$1
shift
case $main in
    jmh) main=org.openjdk.jmh.Main ;;
    *) main=org.eclipse.jetty.benchmarks.$main ;;
esac
# shellcheck disable=SC2086
exec "$java" ${BENCH_JVM:-} -Dbenchmarks.directory="$here" -cp "$here/target/classes:$here/target/lib/*" "$main" "$@"
