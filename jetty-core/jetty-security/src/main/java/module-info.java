/** Who may do what: constraints, authenticators, login services, independent of any servlet API. */
module org.eclipse.jetty.security {
    requires java.naming;
    requires transitive java.sql;
    requires transitive org.eclipse.jetty.server;

    exports org.eclipse.jetty.security;
    exports org.eclipse.jetty.security.authentication;
    exports org.eclipse.jetty.security.jaas;
    exports org.eclipse.jetty.security.jaas.callback;
    exports org.eclipse.jetty.security.jaas.spi;
}
