/**
 * Traces of requests by W3C trace context, and the export of traces and metrics by the protocol of OpenTelemetry.
 *
 * <p>The libraries of OpenTelemetry and Prometheus have no module descriptors, but names of automatic modules.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module org.eclipse.jetty.opentelemetry {
    requires transitive org.eclipse.jetty.server;
    requires io.opentelemetry.api;
    requires io.opentelemetry.common;
    requires io.opentelemetry.context;
    requires io.opentelemetry.exporter.internal;
    requires io.opentelemetry.exporter.otlp;
    requires transitive io.opentelemetry.sdk.common;
    requires io.opentelemetry.sdk.metrics;
    requires io.opentelemetry.sdk.trace;
    requires java.logging;
    requires org.slf4j;
    // where metrics are exported
    requires static transitive org.eclipse.jetty.metrics;
    requires static io.prometheus.metrics.model;
    requires static org.jspecify;

    exports org.eclipse.jetty.opentelemetry;
}
