#!/usr/bin/env bash
# Installs the OpenID Connect provider that OpenIdTest logs in at into a folder: by default where the test looks for it.
set -euo pipefail
folder=${1:-${HOME}/.cache/jetty-tests/openid}
mkdir -p "$folder"
cp "${BASH_SOURCE[0]%/*}/package.json" "$folder/"
npm install --prefix "$folder" --no-audit --no-fund --no-package-lock
