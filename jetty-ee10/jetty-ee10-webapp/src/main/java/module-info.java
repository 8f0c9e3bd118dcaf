/**
 * Web applications: a WAR or directory with its descriptors, libraries and class loader, made into a servlet context.
 *
 * <p>Other jars take part by {@link org.eclipse.jetty.ee10.webapp.Configuration}, as a service.
 */
@SuppressWarnings("module") // the digits name the environment
module org.eclipse.jetty.ee10.webapp {
    requires transitive java.xml;
    requires transitive org.eclipse.jetty.ee.webapp;
    requires transitive org.eclipse.jetty.ee10.servlet;
    requires transitive org.eclipse.jetty.xml;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.webapp;

    uses org.eclipse.jetty.ee10.webapp.Configuration;

    provides org.eclipse.jetty.ee10.webapp.Configuration with
            org.eclipse.jetty.ee10.webapp.FragmentConfiguration,
            org.eclipse.jetty.ee10.webapp.JettyWebXmlConfiguration,
            org.eclipse.jetty.ee10.webapp.MetaInfConfiguration,
            org.eclipse.jetty.ee10.webapp.WebAppConfiguration,
            org.eclipse.jetty.ee10.webapp.WebInfConfiguration,
            org.eclipse.jetty.ee10.webapp.WebXmlConfiguration;
}
