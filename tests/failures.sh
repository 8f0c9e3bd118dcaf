#!/usr/bin/env bash
# Prints each test that failed in the last build, with the first lines of what it said, from the reports.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$here"
find . -path '*-reports/TEST-*.xml' -exec grep -lE '<(failure|error)[ >]' {} + 2>/dev/null | LC_ALL=C sort | while read -r report; do
    awk '
        /^ *<testcase /                 {name = $0}
        /^ *<(failure|error)[ >]/       {sub(/^ *<testcase /, "", name); print "FAILED: " name; left = 12}
        left > 0                        {print substr($0, 1, 300); left--}
        /<\/(failure|error)>|<\/testcase>/ {left = 0}' "$report"
done
