# Sourced by scripts of tests. Shell built-ins only, as tests/all.sh must tell which tools are missing.

# newest_jdk FEATURE: sets newest to the home of the newest JDK of this machine that is newer than a feature release, or to nothing.
newest_jdk() {
    local home line most=$1
    newest=
    for home in "${JAVA_HOME:-}" /usr/lib/jvm/*; do
        [ -x "$home/bin/javac" ] && [ -r "$home/release" ] || continue
        while IFS= read -r line; do
            if [[ "$line" =~ ^JAVA_VERSION=\"([0-9]+) ]] && [ "${BASH_REMATCH[1]}" -gt "$most" ]; then
                most=${BASH_REMATCH[1]} newest=$home
            fi
        done <"$home/release"
    done
}
