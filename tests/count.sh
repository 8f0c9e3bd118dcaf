#!/usr/bin/env bash
# Prints how many tests passed, by environment, from the reports of the last build.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

sum() { # NAME FOLDER...
    local name=$1 total=0 n
    shift
    while IFS= read -r n; do total=$((total + n)); done < <(
        find "$@" -path '*/surefire-reports/TEST-*.xml' -exec grep -m1 -ho '<testsuite [^>]*' {} + 2>/dev/null |
            sed -n 's/.* tests="\([0-9]*\)".*/\1/p')
    printf '%-14s %6d tests\n' "$name" "$total"
}

cd "$here"
sum core jetty-core
sum ee10 jetty-ee10
sum ee9 jetty-ee9
sum ee8 jetty-ee8
sum start start
sum distribution distribution
sum whole-process tests
