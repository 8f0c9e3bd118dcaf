[description]
Figures of the server at /metrics, in the formats of Prometheus and OpenMetrics.

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
qos
scheduling-console
secure-redirect
size-limit
state-tracking
statistics
thread-limit

[lib]
lib/jetty-metrics-${jetty.version}.jar
lib/metrics/prometheus-metrics-config-${prometheus.version}.jar
lib/metrics/prometheus-metrics-core-${prometheus.version}.jar
lib/metrics/prometheus-metrics-exposition-textformats-${prometheus.version}.jar
lib/metrics/prometheus-metrics-instrumentation-jvm-${prometheus.version}.jar
lib/metrics/prometheus-metrics-model-${prometheus.version}.jar
lib/metrics/prometheus-metrics-tracer-common-${prometheus.version}.jar
lib/metrics/prometheus-metrics-tracer-initializer-${prometheus.version}.jar
lib/metrics/prometheus-metrics-tracer-otel-${prometheus.version}.jar
lib/metrics/prometheus-metrics-tracer-otel-agent-${prometheus.version}.jar

[ini]
prometheus.version?=@prometheus.version@

[xml]
etc/jetty-metrics.xml

[ini-template]
### Metrics
## The path of the figures.
# jetty.metrics.path=/metrics

## The addresses that may read them, separated by commas, as in 127.0.0.1,10.0.0.0/8; none for those of this machine.
# jetty.metrics.allow=

## The name of the connector that the path is at, as health for that of the module health-connector; empty for all connectors.
# jetty.metrics.connector=

## Whether virtual threads are counted that are parked without leaving their carriers, by a stream of the flight recorder. Needs Java 21.
# jetty.metrics.pinnedThreads=false
