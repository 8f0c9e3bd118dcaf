#!/usr/bin/env bash
# Builds the stress programs and runs them with jcstress: `run.sh` all of them, some minutes; `run.sh -t JobQueue` those whose names
# match. Further arguments are those of jcstress. Fails if an outcome was seen that is forbidden. The report is in target/report.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
(cd "$here/../.." && mvn -q -B -ntp -pl tests/jcstress -am -DskipTests -Dspotless.check.skip=true package)
mkdir -p "$here/target/report"
cd "$here/target"
exec java -cp "$here/target/classes:$here/target/lib/*" org.openjdk.jcstress.Main -m quick -r "$here/target/report" "$@"
