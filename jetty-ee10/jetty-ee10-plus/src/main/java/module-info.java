/** Resources, injection and transactions of web applications (Servlet section 15.2.2). */
@SuppressWarnings("module") // the digits name the environment
module org.eclipse.jetty.ee10.plus {
    requires static jakarta.transaction;
    requires transitive org.eclipse.jetty.ee10.webapp;
    requires transitive org.eclipse.jetty.plus;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.plus.jndi;
    exports org.eclipse.jetty.ee10.plus.webapp;

    provides org.eclipse.jetty.ee10.webapp.Configuration with
            org.eclipse.jetty.ee10.plus.webapp.EnvConfiguration,
            org.eclipse.jetty.ee10.plus.webapp.PlusConfiguration;
}
