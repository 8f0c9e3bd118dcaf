#!/usr/bin/env bash
# Prints how many tests passed, by environment, from the reports of the last build.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

sum() { # NAME FOLDER...
    local name=$1
    shift
    # the totals that the reports give leave out the tests of parameterized classes
    find "$@" -path '*/surefire-reports/TEST-*.xml' -exec cat {} + 2>/dev/null |
        awk -v name="$name" '/^ *<testcase /{n++} /^ *<(failure|error|skipped)[ \/>]/{n--} END{printf "%-14s %6d tests\n", name, n}'
}

cd "$here"
sum core jetty-core
sum ee10 jetty-ee10
sum ee9 jetty-ee9
sum ee8 jetty-ee8
sum start start
sum distribution distribution
sum whole-process tests
