/**
 * The default logging of the distribution: logback, configured by {@code jetty-logging.properties} without XML.
 *
 * <p>Nothing calls it; logback finds it as a service.
 */
module org.eclipse.jetty.logging {
    requires transitive ch.qos.logback.classic;
    requires transitive ch.qos.logback.core;
    requires transitive org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.logging;

    provides ch.qos.logback.classic.spi.Configurator with
            org.eclipse.jetty.logging.JettyLoggingConfigurator;
}
