#!/usr/bin/env bash
# Checks what may be null, in the modules that the root pom.xml names (null.checked). Arguments are passed to Maven.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
modules=$(sed -n 's:.*<null.checked>\(.*\)</null.checked>.*:\1:p' pom.xml)
[ -n "$modules" ] || { echo "pom.xml: no null.checked (expected: modules, with commas between)" >&2; exit 1; }
# cleaned first: what is compiled already is not checked; with what the modules need, so that none of it has to be installed
mvn -B -ntp -q -T 3 -Pnull-checks -pl "$modules" -am clean compile "$@"
