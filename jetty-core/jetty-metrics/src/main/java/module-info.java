/**
 * Figures of the server for Prometheus and others that read its formats.
 *
 * <p>The client library of Prometheus has no module descriptors, but names of automatic modules.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module org.eclipse.jetty.metrics {
    requires transitive org.eclipse.jetty.server;
    requires io.prometheus.metrics.core;
    requires io.prometheus.metrics.instrumentation.jvm;
    requires transitive io.prometheus.metrics.model;
    requires io.prometheus.writer.text;
    requires java.management;
    // where the JVM has the flight recorder
    requires static jdk.jfr;
    // where applications are deployed
    requires static org.eclipse.jetty.deploy;
    // where there are sessions
    requires static org.eclipse.jetty.session;
    // where there are balancers
    requires static org.eclipse.jetty.proxy;
    requires static org.jspecify;

    exports org.eclipse.jetty.metrics;
}
