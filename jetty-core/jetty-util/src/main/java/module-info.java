/**
 * Life cycles, threads and execution strategies, resources, callbacks, text and URI helpers: what every other module
 * stands on.
 *
 * <p>{@code jdk.zipfs} is what opens archives as file systems.
 */
module org.eclipse.jetty.util {
    requires transitive org.slf4j;
    requires static jdk.zipfs;

    exports org.eclipse.jetty.util;
    exports org.eclipse.jetty.util.annotation;
    exports org.eclipse.jetty.util.component;
    exports org.eclipse.jetty.util.resource;
    exports org.eclipse.jetty.util.security;
    exports org.eclipse.jetty.util.thread;
    exports org.eclipse.jetty.util.thread.strategy;
}
