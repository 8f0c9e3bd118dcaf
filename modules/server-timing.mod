[description]
Adds the field Server-Timing to responses to trusted clients: where the time of the request went.
Browsers show it in their developer tools.

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
size-limit
state-tracking
statistics
thread-limit

[lib]
lib/jetty-operations-${jetty.version}.jar

[xml]
etc/jetty-server-timing.xml

[ini]
jetty.httpConfig.requestPhases?=true

[ini-template]
### Server-Timing
## The addresses of clients that get the field, separated by commas, as in 127.0.0.1,10.0.0.0/8; none for those of this machine.
# jetty.serverTiming.allow=
