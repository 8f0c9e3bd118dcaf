# Sourced by the commands of the README. Sets JAVA; ends with one line when the JDK or Maven is missing or too old.
# Shell built-ins only: what is missing may be anything.

fail() {
    echo "$1" >&2
    exit 1
}

if [ -n "${JAVA_HOME:-}" ]; then
    JAVA="$JAVA_HOME/bin/java" JAVAC="$JAVA_HOME/bin/javac" from=" in JAVA_HOME=$JAVA_HOME"
else
    JAVA=java JAVAC=javac from=" on the PATH"
fi
command -v "$JAVA" >/dev/null && command -v "$JAVAC" >/dev/null ||
    fail "A JDK, 17 or newer, is needed: there is none$from. Install one, or set JAVA_HOME."
[[ "$("$JAVAC" -version 2>&1)" =~ javac\ (1\.)?([0-9]+) ]] || fail "$JAVAC does not tell its version: JDK 17 or newer is needed."
[ "${BASH_REMATCH[2]}" -ge 17 ] ||
    fail "JDK 17 or newer is needed: that$from is ${BASH_REMATCH[2]}. Install a newer one, or set JAVA_HOME."

command -v mvn >/dev/null || fail "Maven, 3.8 or newer, is needed: there is none on the PATH."
[[ "$(mvn -v 2>&1)" =~ Apache\ Maven\ ([0-9]+)\.([0-9]+) ]] || fail "mvn does not tell its version: Maven 3.8 or newer is needed."
[ "${BASH_REMATCH[1]}" -gt 3 ] || [ "${BASH_REMATCH[1]}" -eq 3 -a "${BASH_REMATCH[2]}" -ge 8 ] ||
    fail "Maven 3.8 or newer is needed: that on the PATH is ${BASH_REMATCH[1]}.${BASH_REMATCH[2]}."
