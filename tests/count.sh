#!/usr/bin/env bash
# Prints how many tests passed, by environment, from the reports of the last build. With --check it fails if a test of ee10 did not
# run in ee11, ee9 and ee8, over whichever transports, other than those of packages such as v6, which are about what one version of Servlet has.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

sum() { # NAME FOLDER...
    local name=$1
    shift
    # the totals that the reports give leave out the tests of parameterized classes
    find "$@" -path '*/surefire-reports/TEST-*.xml' -exec cat {} + 2>/dev/null |
        awk -v name="$name" '/^ *<testcase /{n++} /^ *<(failure|error|skipped)[ \/>]/{n--} END{printf "%-14s %6d tests\n", name, n}'
}

ran() { # ENVIRONMENT: the test classes under their names in ee10, each with its number of tests
    find "jetty-$1" -path '*/surefire-reports/TEST-*.xml' ! -name '*.v[0-9]*' -exec awk '
        /^ *<testcase / && match($0, / name="[^"]*"/) && !((FILENAME, substr($0, RSTART, RLENGTH)) in seen) {
            seen[FILENAME, substr($0, RSTART, RLENGTH)]
            number[FILENAME]++
        }
        END {for (file in number) print file, number[file]}' {} + |
        sed "s/.*TEST-//; s/\.xml / /; s/\\.$1\\./.ee10./; s/javax/jakarta/g; s/Javax/Jakarta/g" | LC_ALL=C sort
}

check() { # ENVIRONMENT
    local different
    different=$(diff <(ran ee10) <(ran "$1") | grep '^[<>]' || true)
    if [ -n "$different" ]; then
        printf 'Tests of ee10 (<) and of %s (>) that are not the same, with their number:\n%s\n' "$1" "$different" >&2
        return 1
    fi
}

cd "$here"
sum core jetty-core
sum ee10 jetty-ee10
sum ee11 jetty-ee11
sum ee9 jetty-ee9
sum ee8 jetty-ee8
sum start start
sum distribution distribution
sum whole-process tests
if [ "${1:-}" = --check ]; then
    check ee11
    check ee9
    check ee8
fi
