/** Who may do what: constraints, authenticators, login services, independent of any servlet API. */
@SuppressWarnings("module") // the module that it exports to is compiled later
module org.eclipse.jetty.security {
    requires java.naming;
    requires transitive java.sql;
    requires transitive org.eclipse.jetty.server;

    exports org.eclipse.jetty.security;
    exports org.eclipse.jetty.security.authentication;
    // saved requests, which other mechanisms with a login page of their own restore as well
    exports org.eclipse.jetty.security.internal to
            org.eclipse.jetty.openid;
    exports org.eclipse.jetty.security.jaas;
    exports org.eclipse.jetty.security.jaas.callback;
    exports org.eclipse.jetty.security.jaas.spi;

    uses org.eclipse.jetty.security.Authenticator.Factory;
}
