/** Who may do what: constraints, authenticators, login services, independent of any servlet API. */
module org.eclipse.jetty.security {
    requires transitive org.eclipse.jetty.server;

    exports org.eclipse.jetty.security;
    exports org.eclipse.jetty.security.authentication;
}
