/** The Servlet Container Profile of Jakarta Authentication: modules of applications or of the server log users in. */
@SuppressWarnings("module") // its name has the number of the environment
module org.eclipse.jetty.ee10.security.jaspi {
    requires transitive jakarta.security.auth.message;
    requires transitive org.eclipse.jetty.ee10.servlet;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.security.jaspi;
    exports org.eclipse.jetty.ee10.security.jaspi.callback;
    exports org.eclipse.jetty.ee10.security.jaspi.modules;
    exports org.eclipse.jetty.ee10.security.jaspi.provider;

    provides org.eclipse.jetty.security.Authenticator.Factory with
            org.eclipse.jetty.ee10.security.jaspi.JaspiAuthenticatorFactory;
}
