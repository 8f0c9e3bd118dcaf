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

# three modules together, as tests wait as much as they compute; a -T among the arguments comes before
status=0
mvn -B -ntp verify "$@" -T 3 || status=$?
# at the end, where a long log is read first
[ $status -eq 0 ] || { bash tests/failures.sh >&2; exit $status; }
bash tests/nulls.sh
[ -z "$provider" ] || echo "SKIPPED: OpenIdTest needs npm and its registry (tests/openid/install.sh)" >&2
# what was left out by an argument is not missed
check=
[ $# -gt 0 ] || check=--check
[ -z "$check" ] || ! command -v bash >/dev/null || bash tests/consumer/run.sh
! command -v bash >/dev/null || bash tests/count.sh $check
