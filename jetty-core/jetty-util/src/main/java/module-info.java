/**
 * Life cycles, threads and execution strategies, resources, callbacks, text and URI helpers: what every other module
 * stands on.
 *
 * <p>{@code java.naming} reads the names in certificates; {@code jdk.zipfs} is what opens archives as file systems;
 * {@code jdk.jfr}, where the JVM has it, records what scheduling does.
 */
module org.eclipse.jetty.util {
    requires transitive org.slf4j;
    requires java.naming;
    requires static jdk.jfr;
    requires static jdk.zipfs;
    requires static org.jspecify;

    exports org.eclipse.jetty.util;
    exports org.eclipse.jetty.util.annotation;
    exports org.eclipse.jetty.util.archive;
    exports org.eclipse.jetty.util.component;
    exports org.eclipse.jetty.util.compression;
    exports org.eclipse.jetty.util.resource;
    exports org.eclipse.jetty.util.security;
    exports org.eclipse.jetty.util.ssl;
    exports org.eclipse.jetty.util.statistic;
    exports org.eclipse.jetty.util.thread;
    exports org.eclipse.jetty.util.thread.strategy;

    uses org.eclipse.jetty.util.security.CredentialProvider;
}
