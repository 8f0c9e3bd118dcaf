#!/usr/bin/env bash
# FerretDB, which speaks the protocol of MongoDB, for the test of jetty-nosql: fetched from the proxy of Go and compiled into ~/go/bin. Needs go.
set -euo pipefail
version=v1.24.0
target=~/go/bin/ferretdb
[ ! -x "$target" ] || exit 0
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
source=$(cd "$work" && go mod download -json "github.com/FerretDB/FerretDB@$version" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
cp -r "$source" "$work/source"
chmod -R u+w "$work/source"
# a release has this file from its repository, and does not start without it
echo "$version" >"$work/source/build/version/version.txt"
mkdir -p "${target%/*}"
cd "$work/source"
go build -o "$work/ferretdb" ./cmd/ferretdb
mv "$work/ferretdb" "$target"
