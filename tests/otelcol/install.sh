#!/usr/bin/env bash
# Builds the collector of OpenTelemetry that CollectorTest sends to, with Go, into a folder: by default where the test looks for it.
set -euo pipefail
folder=${1:-${HOME}/.cache/jetty-tests/otelcol}
mkdir -p "$folder"
cd "$(dirname "${BASH_SOURCE[0]}")"
go build -o "$folder/otelcol" .
