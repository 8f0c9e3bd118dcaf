/** Contexts of applications that are plain handlers, for the {@code core} environment. */
module org.eclipse.jetty.coreapp {
    requires transitive org.eclipse.jetty.server;
    requires transitive org.eclipse.jetty.util;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.coreapp;
}
