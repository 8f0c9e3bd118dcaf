#!/usr/bin/env bash
# Builds everything and passes all tests. Arguments are passed to Maven.
set -euo pipefail
here=${BASH_SOURCE[0]%/*}
[ "$here" != "${BASH_SOURCE[0]}" ] || here=.
cd "$here/.."
. distribution/check-tools.sh

mvn -B -ntp verify "$@"
! command -v bash >/dev/null || bash tests/count.sh
