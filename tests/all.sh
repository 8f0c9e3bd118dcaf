#!/usr/bin/env bash
# Builds everything and passes all tests. Arguments are passed to Maven.
set -euo pipefail
here=${BASH_SOURCE[0]%/*}
[ "$here" != "${BASH_SOURCE[0]}" ] || here=.
cd "$here/.."
. distribution/check-tools.sh

# two modules at a time; an argument like -T 1 comes first
mvn -B -ntp "$@" -T 2 verify
# what was left out by an argument is not missed
check=
[ $# -gt 0 ] || check=--check
! command -v bash >/dev/null || bash tests/count.sh $check
