/**
 * Java Management Extensions: shows the components of a server as MBeans.
 *
 * <p>{@code java.rmi} and {@code java.management.rmi} are needed by {@code ConnectorServer} only.
 */
module org.eclipse.jetty.jmx {
    requires transitive java.management;
    requires transitive org.eclipse.jetty.util;
    requires static java.management.rmi;
    requires static java.rmi;
    requires static org.jspecify;

    exports org.eclipse.jetty.jmx;
}
