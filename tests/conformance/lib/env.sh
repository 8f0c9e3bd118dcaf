# Sourced by every run.sh: a Python with the packages, the JDK, the cache folder.
# CONF_CACHE holds what is built or downloaded (venvs, WARs); it can be removed at any time.
CONF_LIB="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
export CONF_LIB CONF_CACHE="${CONF_CACHE:-/tmp/conformance-cache}"
# CONF_JAVA: the java that runs the servers; the newest JDK of the system, else the one on the PATH
if [ -z "${CONF_JAVA:-}" ]; then
  CONF_JAVA=$(for j in /usr/lib/jvm/*/bin/java; do [ -x "$j" ] && printf '%s %s\n' "$(printf '%s' "$j" | sed -E 's#.*/[a-z-]*-?(1\.)?([0-9]+)[^/]*/bin/java#\2#')" "$j"; done | sort -n | tail -1 | cut -d' ' -f2)
fi
export CONF_JAVA="${CONF_JAVA:-java}"
export PYTHONDONTWRITEBYTECODE=1
mkdir -p "$CONF_CACHE"
conf_venv() { # Python 3 venv with the packages that the cases need
  if [ ! -f "$CONF_CACHE/venv/.ok" ]; then
    rm -rf "$CONF_CACHE/venv"
    python3 -m venv "$CONF_CACHE/venv" &&
      "$CONF_CACHE/venv/bin/pip" -q install -r "$CONF_LIB/requirements.txt" &&
      touch "$CONF_CACHE/venv/.ok" || { echo "venv failed" >&2; return 1; }
  fi
  CONF_PY="$CONF_CACHE/venv/bin/python"
}
conf_war() { # conf_war PROJECT_DIR NAME: builds the WAR into the cache if older than its sources; prints nothing
  local dir="$1" name="$2" war="$CONF_CACHE/$2/$2.war"
  if [ ! -f "$war" ] || [ -n "$(find "$dir" -newer "$war" -type f | head -1)" ]; then
    mvn -q -B -f "$dir/pom.xml" -Dout="$CONF_CACHE/$name" package >"$CONF_CACHE/$name.mvn.log" 2>&1 ||
      { echo "mvn failed, see $CONF_CACHE/$name.mvn.log" >&2; return 1; }
    touch "$war"
  fi
}
