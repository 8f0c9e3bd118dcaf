[description]
The libraries of OpenTelemetry, and where its collector is.
Settings that are not made are those of the environment variables of OpenTelemetry, such as OTEL_EXPORTER_OTLP_ENDPOINT.

[tags]
server
monitoring

[depends]
server

[lib]
lib/jetty-opentelemetry-${jetty.version}.jar
lib/opentelemetry/opentelemetry-api-${opentelemetry.version}.jar
lib/opentelemetry/opentelemetry-common-${opentelemetry.version}.jar
lib/opentelemetry/opentelemetry-context-${opentelemetry.version}.jar
lib/opentelemetry/opentelemetry-exporter-common-${opentelemetry.version}.jar
lib/opentelemetry/opentelemetry-exporter-otlp-${opentelemetry.version}.jar
lib/opentelemetry/opentelemetry-exporter-otlp-common-${opentelemetry.version}.jar
lib/opentelemetry/opentelemetry-exporter-sender-jdk-${opentelemetry.version}.jar
lib/opentelemetry/opentelemetry-sdk-${opentelemetry.version}.jar
lib/opentelemetry/opentelemetry-sdk-common-${opentelemetry.version}.jar
lib/opentelemetry/opentelemetry-sdk-logs-${opentelemetry.version}.jar
lib/opentelemetry/opentelemetry-sdk-metrics-${opentelemetry.version}.jar
lib/opentelemetry/opentelemetry-sdk-trace-${opentelemetry.version}.jar

[ini]
opentelemetry.version?=@opentelemetry.version@

[xml]
etc/jetty-opentelemetry.xml

[ini-template]
### OpenTelemetry
## The base of the collector's URLs, for OTLP over HTTP; empty for that of the environment, or http://localhost:4318.
# jetty.otlp.endpoint=

## A file with fields of requests to the collector, name=value on each line, such as a token; empty for those of the environment.
# jetty.otlp.headersFile=

## A file with the certificates, in PEM, that the collector's is trusted by; empty for those of the JVM.
# jetty.otlp.certificateFile=

## The content coding of requests to the collector: gzip or none; empty for that of the environment, or none.
# jetty.otlp.compression=

## The milliseconds that a request to the collector may take; 0 for those of the environment, or 10000.
# jetty.otlp.timeout=0

## The name of this service; empty for that of the environment, or jetty.
# jetty.otlp.serviceName=

## Attributes of this server, as in deployment.environment.name=test,service.namespace=shop.
# jetty.otlp.resourceAttributes=
