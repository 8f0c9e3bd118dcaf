/**
 * The servlet layer: contexts, servlets, filters, listeners, dispatching, sessions and security constraints of Jakarta
 * Servlet on the core server. Depends on the server, its sessions and its security, and on no other environment.
 */
// the digits are those of the environment's name
@SuppressWarnings("module")
module org.eclipse.jetty.ee10.servlet {
    requires transitive jakarta.servlet;
    requires transitive org.eclipse.jetty.server;
    requires transitive org.eclipse.jetty.session;
    requires transitive org.eclipse.jetty.security;
    requires transitive org.slf4j;
    // for the cleaner of the JDK's bean cache only
    requires static java.desktop;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.servlet;
    exports org.eclipse.jetty.ee10.servlet.api;
    exports org.eclipse.jetty.ee10.servlet.listener;
    exports org.eclipse.jetty.ee10.servlet.security;
}
