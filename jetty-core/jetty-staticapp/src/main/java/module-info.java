/** Contexts of directories of static files, for the {@code static} environment. */
module org.eclipse.jetty.staticapp {
    requires transitive org.eclipse.jetty.server;
    requires transitive org.eclipse.jetty.util;
    requires static org.jspecify;

    exports org.eclipse.jetty.staticapp;
}
