[description]
A page for operators at /console/, and the same as JSON at /console/api/: what the server does, and changes of applications and log levels.
It answers clients of this machine that log in. With console-connector it answers at a port and with threads of its own.

[tags]
server
monitoring

[depends]
server

[after]
compression
cross-origin
debuglog
dos
eager-content
graceful
gzip
health
inetaccess
metrics
qos
scheduling-console
secure-redirect
server-timing
size-limit
state-tracking
statistics
thread-limit

[lib]
lib/jetty-operations-${jetty.version}.jar
lib/jetty-console-${jetty.version}.jar

[xml]
etc/jetty-console.xml

[ini]
jetty.deploy.keptVersions?=2

[ini-template]
### Console
## The path of the page.
# jetty.console.path=/console

## The name to log in with, and the password: in plain text, or as PBKDF2:, see Users in the guide.
## Without a password, one is made at each start, and logged.
# jetty.console.user=admin
# jetty.console.password=

## The addresses that may log in, separated by commas, as in 127.0.0.1,10.0.0.0/8; none for those of this machine.
## Clients of other machines are answered by HTTPS only.
# jetty.console.allow=

## The names of this host that the console may be asked for by, separated by commas, besides localhost and addresses.
# jetty.console.hosts=

## Whether requests in flight are listed, with their phases, from the start on. It can be switched on in the page.
# jetty.console.trackRequests=false
