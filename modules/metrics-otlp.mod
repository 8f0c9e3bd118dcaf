[description]
Sends the figures of the module metrics to a collector, by the protocol of OpenTelemetry (OTLP).

[tags]
server
monitoring

[depends]
metrics
opentelemetry

[xml]
etc/jetty-metrics-otlp.xml

[ini-template]
### Metrics by OTLP
## The milliseconds between two exports; 0 for those of the environment, or 60000.
# jetty.otlp.metricsInterval=0
