#!/bin/sh
# Starts and stops a server as a background process. `jetty.sh` without an action tells how.
#
### BEGIN INIT INFO
# Provides:          jetty
# Required-Start:    $local_fs $remote_fs $network
# Required-Stop:     $local_fs $remote_fs $network
# Should-Start:      $named
# Should-Stop:       $named
# Default-Start:     2 3 4 5
# Default-Stop:      0 1 6
# Short-Description: Jetty HTTP server and servlet container
### END INIT INFO

usage() {
  cat >&2 <<END
Usage: jetty.sh [-d] ACTION [start.jar argument ...]

  start      starts the server in the background, and waits until it has started
  stop       stops it, and waits until it has ended
  restart    stops it if it runs, and starts it
  run        runs it in the foreground, unless it runs already
  supervise  the same, without looking for one that runs: for a supervisor of processes
  status     tells whether it runs: exit code 0, else 3 (1 when it has ended without an order)
  check      prints the settings, and the status
  train      makes the start cache (--train of start.jar), which every further start by these settings uses
  -d         prints the settings before anything else

Settings, from the environment, /etc/default/jetty and ~/.jettyrc (shell syntax; the last one wins):

  JETTY_HOME           the distribution; default: the directory above that of this script
  JETTY_BASE           the base; default: JETTY_HOME if it is a base, too
  JAVA                 the java command; default: that of JAVA_HOME, else that of PATH
  JAVA_OPTIONS         arguments of the JVM, separated by blanks
  JETTY_ARGS           arguments of start.jar, separated by blanks
  JETTY_USER           the user that the server runs as, when this script is run by root
  JETTY_SHELL          the shell that this user's command is run by; default: /bin/sh
  JETTY_RUN            directory of the files below; default: /var/run/jetty if it can be written, else JETTY_BASE
  JETTY_PID            file with the number of the process; default: JETTY_RUN/jetty.pid
  JETTY_STATE          file with the states of the server; default: JETTY_RUN/jetty.state
  JETTY_START_LOG      file with the output of the server; default: JETTY_RUN/jetty-start.log
  JETTY_START_LOGS     how many files of earlier starts are kept, as jetty-start.log.1 and so on; default: 5
  JETTY_START_TIMEOUT  seconds to wait for the start; default: 60
  JETTY_STOP_TIMEOUT   seconds to wait for the stop, before the process is killed; default: 60
END
  exit 1
}

fail() {
  echo "jetty.sh: $*" >&2
  exit 1
}

# A number of seconds, or the end.
check_seconds() {
  case $2 in
    '' | *[!0-9]*) fail "$1: $2 (expected: a number of seconds)" ;;
  esac
}

# The file that the script is, through symbolic links such as /etc/init.d/jetty.
script_file() {
  file=$0
  while [ -L "$file" ]; do
    link=$(readlink "$file") || break
    case $link in
      /*) file=$link ;;
      *) file=$(dirname "$file")/$link ;;
    esac
  done
  echo "$file"
}

read_settings() {
  if [ -r /etc/default/jetty ]; then . /etc/default/jetty; fi
  if [ -n "${HOME:-}" ] && [ -r "$HOME/.jettyrc" ]; then . "$HOME/.jettyrc"; fi
}

complete_settings() {
  if [ -z "${JETTY_HOME:-}" ]; then
    JETTY_HOME=$(cd -P "$(dirname "$(script_file)")/.." && pwd) || fail "JETTY_HOME is not set"
  fi
  [ -f "$JETTY_HOME/start.jar" ] || fail "JETTY_HOME: $JETTY_HOME (expected: a directory that holds start.jar)"
  if [ -z "${JETTY_BASE:-}" ]; then
    if [ ! -d "$JETTY_HOME/start.d" ] && [ ! -f "$JETTY_HOME/start.ini" ]; then
      fail "JETTY_BASE is not set (expected: the directory with the start.d of the server)"
    fi
    JETTY_BASE=$JETTY_HOME
  fi
  [ -d "$JETTY_BASE" ] || fail "JETTY_BASE: $JETTY_BASE (expected: a directory)"
  JETTY_BASE=$(cd -P "$JETTY_BASE" && pwd)
  if [ -z "${JAVA:-}" ]; then
    if [ -n "${JAVA_HOME:-}" ]; then JAVA=$JAVA_HOME/bin/java; else JAVA=java; fi
  fi
  JAVA=$(command -v "$JAVA") || fail "no java command: set JAVA or JAVA_HOME"
  if [ -z "${JETTY_RUN:-}" ]; then
    if [ -w /var/run/jetty ]; then JETTY_RUN=/var/run/jetty; else JETTY_RUN=$JETTY_BASE; fi
  fi
  : "${JETTY_PID:=$JETTY_RUN/jetty.pid}" "${JETTY_STATE:=$JETTY_RUN/jetty.state}"
  : "${JETTY_START_LOG:=$JETTY_RUN/jetty-start.log}" "${JETTY_SHELL:=/bin/sh}"
  : "${JETTY_START_LOGS:=5}"
  : "${JETTY_START_TIMEOUT:=60}" "${JETTY_STOP_TIMEOUT:=60}" "${JETTY_USER:=}" "${JAVA_OPTIONS:=}" "${JETTY_ARGS:=}"
  check_seconds JETTY_START_TIMEOUT "$JETTY_START_TIMEOUT"
  check_seconds JETTY_STOP_TIMEOUT "$JETTY_STOP_TIMEOUT"
  case $JETTY_START_LOGS in
    '' | *[!0-9]*) fail "JETTY_START_LOGS: $JETTY_START_LOGS (expected: a number of files)" ;;
  esac
  if [ "$(id -u)" != 0 ] || [ "$JETTY_USER" = root ]; then JETTY_USER=; fi
  if [ -n "$JETTY_USER" ] && ! id "$JETTY_USER" >/dev/null 2>&1; then fail "JETTY_USER: $JETTY_USER (expected: a user)"; fi
}

print_settings() {
  for name in JETTY_HOME JETTY_BASE JAVA JAVA_OPTIONS JETTY_ARGS JETTY_USER JETTY_RUN JETTY_PID JETTY_STATE \
    JETTY_START_LOG JETTY_START_LOGS JETTY_START_TIMEOUT JETTY_STOP_TIMEOUT; do
    eval "value=\$$name"
    printf '%-20s = %s\n' "$name" "$value"
  done
}

# The words, each in quotes for a shell.
quoted() {
  for word in "$@"; do
    printf "'%s' " "$(printf '%s' "$word" | sed "s/'/'\\\\''/g")"
  done
}

# Becomes the command, as JETTY_USER if there is one.
become() {
  if [ -z "$JETTY_USER" ]; then exec "$@"; fi
  exec su -s "$JETTY_SHELL" "$JETTY_USER" -c "exec $(quoted "$@")"
}

# Whether the start cache has an argument file that the server's user can read, of this start.jar, and an archive of the size that
# was made: a JVM may crash by one that is cut off. Whatever else may have changed, the file's main class looks for.
has_direct_start() {
  [ -r "$direct" ] || return 1
  if [ -n "$JETTY_USER" ]; then
    su -s /bin/sh "$JETTY_USER" -c "test -r $(quoted "$direct")" || return 1
  fi
  { IFS= read -r made_by && IFS= read -r archive; } <"$direct" || return 1
  [ "${made_by#\# start.jar }" -ef "$JETTY_HOME/start.jar" ] || return 1
  archive=${archive#\# archive }
  [ -r "${archive#* }" ] && [ "$(($(wc -c <"${archive#* }")))" = "${archive%% *}" ]
}

# Becomes the server. Options are several words each, and not patterns.
become_server() {
  cd "$JETTY_BASE" || exit 1
  direct=$JETTY_BASE/start-cache/java.args
  set -f
  # shellcheck disable=SC2086
  set -- "jetty.home=$JETTY_HOME" "jetty.base=$JETTY_BASE" \
    --modules=pid,state "jetty.pid=$JETTY_PID" "jetty.state=$JETTY_STATE" $JETTY_ARGS "$@"
  if [ "$action" != train ] && has_direct_start; then
    # shellcheck disable=SC2086
    set -- "$JAVA" $JAVA_OPTIONS "@$direct" "$@"
  else
    # shellcheck disable=SC2086
    set -- "$JAVA" $JAVA_OPTIONS -jar "$JETTY_HOME/start.jar" "$@"
  fi
  set +f
  become "$@"
}

command_line() {
  if [ -r "/proc/$1/cmdline" ]; then
    tr '\0' ' ' <"/proc/$1/cmdline"
  else
    ps -ww -o args= -p "$1" 2>/dev/null
  fi
}

# Whether there is a process of this number: one of another user cannot be signalled, but is there.
is_alive() {
  kill -0 "$1" 2>/dev/null || [ -d "/proc/$1" ] || ps -p "$1" >/dev/null 2>&1
}

# The number of the server's process, in $pid; 1 when there is none. A number that another process got in the meantime does not count.
find_server() {
  pid=
  [ -r "$JETTY_PID" ] || return 1
  pid=$(cat "$JETTY_PID")
  case $pid in
    '' | *[!0-9]*) return 1 ;;
  esac
  is_alive "$pid" || return 1
  line=$(command_line "$pid")
  case $line in
    '' | *"jetty.base=$JETTY_BASE"*) return 0 ;;
  esac
  return 1
}

# What an earlier process left says nothing of the next one.
forget() {
  for file in "$JETTY_PID" "$JETTY_STATE"; do
    rm -f "$file" || fail "cannot be removed: $file"
  done
}

has_state() {
  [ -f "$JETTY_STATE" ] && grep -q "^$1 " "$JETTY_STATE"
}

# Not every sleep knows fractions.
pause() {
  sleep 0.2 2>/dev/null || sleep 1
}

prepare() {
  if [ ! -d "$JETTY_RUN" ]; then
    mkdir -p "$JETTY_RUN" || fail "JETTY_RUN: $JETTY_RUN (expected: a directory that can be made)"
    if [ -n "$JETTY_USER" ]; then chown "$JETTY_USER" "$JETTY_RUN"; fi
  fi
  forget
}

# The output of earlier starts says why a server has ended: jetty-start.log becomes jetty-start.log.1, and so on.
keep_start_logs() {
  [ -s "$JETTY_START_LOG" ] || return 0
  if [ "$JETTY_START_LOGS" = 0 ]; then
    rm -f "$JETTY_START_LOG"
    return
  fi
  number=$JETTY_START_LOGS
  while [ "$number" -gt 1 ]; do
    older=$number
    number=$((number - 1))
    if [ -f "$JETTY_START_LOG.$number" ]; then mv -f "$JETTY_START_LOG.$number" "$JETTY_START_LOG.$older"; fi
  done
  mv -f "$JETTY_START_LOG" "$JETTY_START_LOG.1"
}

# A server that has not come to write its number yet can be found and stopped all the same.
note_launcher() {
  if (set -C && echo "$launcher" >"$JETTY_PID") 2>/dev/null && [ -n "$JETTY_USER" ]; then chown "$JETTY_USER" "$JETTY_PID"; fi
}

start() {
  # as the LSB wants it, what is done already is no failure
  if find_server; then
    echo "Already running, pid $pid"
    return 0
  fi
  prepare
  keep_start_logs
  printf 'Starting Jetty: '
  (
    trap '' HUP
    become_server "$@"
  ) </dev/null >>"$JETTY_START_LOG" 2>&1 &
  launcher=$!
  deadline=$(($(date +%s) + JETTY_START_TIMEOUT))
  while ! has_state STARTED; do
    if has_state FAILED || ! kill -0 "$launcher" 2>/dev/null; then
      # it may have come between the two looks
      if has_state STARTED; then break; fi
      echo "FAILED, the end of $JETTY_START_LOG:"
      tail -n 20 "$JETTY_START_LOG"
      return 1
    fi
    if [ "$(date +%s)" -ge "$deadline" ]; then
      note_launcher
      echo "not started within $JETTY_START_TIMEOUT seconds; it is left to go on. See $JETTY_START_LOG"
      return 1
    fi
    pause
  done
  find_server
  echo "OK, pid $pid"
}

stop() {
  if ! find_server; then
    echo "Not running"
    forget
    return 0
  fi
  printf 'Stopping Jetty: '
  kill -TERM "$pid" || fail "process $pid cannot be stopped by this user"
  deadline=$(($(date +%s) + JETTY_STOP_TIMEOUT))
  while is_alive "$pid"; do
    if [ "$(date +%s)" -ge "$deadline" ]; then
      kill -KILL "$pid"
      echo "killed, as it did not end within $JETTY_STOP_TIMEOUT seconds"
      forget
      return 0
    fi
    pause
  done
  forget
  echo OK
}

status() {
  if find_server; then
    echo "Jetty is running, pid $pid"
    return 0
  fi
  echo "Jetty is not running"
  if [ -n "$pid" ]; then return 1; fi
  return 3
}

debug=
if [ "${1:-}" = -d ]; then
  debug=true
  shift
fi
[ $# -gt 0 ] || usage
action=$1
shift
case $action in
  start | stop | restart | run | supervise | status | check | train) ;;
  *)
    echo "jetty.sh: $action (expected: start, stop, restart, run, supervise, status, check or train)" >&2
    usage
    ;;
esac
read_settings
complete_settings
if [ -n "$debug" ]; then print_settings; fi
case $action in
  start) start "$@" ;;
  stop) stop ;;
  restart)
    stop
    start "$@"
    ;;
  run)
    if find_server; then fail "already running, pid $pid"; fi
    prepare
    become_server "$@"
    ;;
  supervise)
    prepare
    become_server "$@"
    ;;
  status) status ;;
  check)
    print_settings
    status
    ;;
  train) become_server "$@" --train ;;
esac
