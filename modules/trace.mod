[description]
Gives each request its place in a distributed trace (W3C Trace Context), and sends spans to a collector of OpenTelemetry.

[tags]
server
monitoring

[depends]
opentelemetry

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

[xml]
etc/jetty-trace.xml

[ini-template]
### Traces
## The share of the traces that begin here of which spans are sent, 0 to 1; empty for that of the environment, or 0.01.
# jetty.trace.ratio=

## The addresses of clients whose traces are continued, separated by commas, as in 10.0.0.0/8; none for those of this machine.
# jetty.trace.trusted=
