#!/usr/bin/env bash
# Installs the Keycloak that KeycloakTest logs in at, from Maven Central, into a folder: by default where the test looks for it.
set -euo pipefail
version=26.7.3
folder=${1:-${HOME}/.cache/jetty-tests/keycloak}
[ ! -x "$folder/keycloak-$version/bin/kc.sh" ] || exit 0
mkdir -p "$folder"
cd "${BASH_SOURCE[0]%/*}"
mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack \
    -Dartifact=org.keycloak:keycloak-quarkus-dist:$version:zip -DoutputDirectory="$folder"
chmod +x "$folder/keycloak-$version/bin/kc.sh"
