#!/usr/bin/env bash
# Builds everything and passes all tests. Arguments are passed to Maven.
set -euo pipefail
here=${BASH_SOURCE[0]%/*}
[ "$here" != "${BASH_SOURCE[0]}" ] || here=.
cd "$here/.."
. distribution/check-tools.sh

# the provider of OpenIdTest, which is skipped without it
provider=
bash tests/openid/install.sh >/dev/null 2>&1 || provider=missing

# what is made for a certain JDK by others, as frameworks and Maven, is tested on the newest one of this machine, too
. tests/newest-jdk.sh
running=$("$JAVAC" -version 2>&1)
running=${running#javac }
newest_jdk "${running%%[.-]*}"

# no Maven lives long enough here for its methods to be compiled well
export MAVEN_OPTS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC${MAVEN_OPTS:+ $MAVEN_OPTS}"

# three modules together, as tests wait as much as they compute; a -T among the arguments comes before
status=0
mvn -B -ntp verify ${newest:+"-Dtests.newest.jdk=$newest"} "$@" -T 3 || status=$?
# at the end, where a long log is read first
[ $status -eq 0 ] || { bash tests/failures.sh >&2; exit $status; }
[ -n "$newest" ] || echo "SKIPPED: embedders and Maven plugins on a newer JDK, as /usr/lib/jvm has none" >&2
[ -z "$provider" ] || echo "SKIPPED: OpenIdTest needs npm and its registry (tests/openid/install.sh)" >&2
# what was left out by an argument is not missed
check=
[ $# -gt 0 ] || check=--check
# where no other tool is, as in a test of the check of tools, that is all
command -v bash >/dev/null || exit 0
# neither of the two keeps both processors busy, and they share no directory
nulls=$(mktemp)
trap 'rm -f "$nulls"' EXIT
bash tests/nulls.sh >"$nulls" 2>&1 &
[ -z "$check" ] || bash tests/consumer/run.sh || status=$?
wait $! || { status=$?; cat "$nulls" >&2; }
[ $status -eq 0 ] || exit $status
bash tests/count.sh $check
