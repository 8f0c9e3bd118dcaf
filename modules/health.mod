[description]
Answers probes of orchestrators and load balancers: /health/live, /health/ready and /health/started.
The server is ready while all applications are available and no limit is reached; when it stops, it is not ready first.

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
inetaccess
qos
scheduling-console
secure-redirect
size-limit
state-tracking
statistics
thread-limit

[lib]
lib/jetty-health-${jetty.version}.jar

[xml]
etc/jetty-health.xml

[ini-template]
### Health
## The path of the probes.
# jetty.health.path=/health

## The context paths of applications that need not be available for the server to be ready, separated by commas.
# jetty.health.optional=

## The addresses that see the single checks, separated by commas, as in 127.0.0.1,10.0.0.0/8; none for those of this machine.
# jetty.health.allow=

## The milliseconds that a server which was told to stop serves on, not ready, before the stop begins.
# jetty.stop.drainDelay=0
