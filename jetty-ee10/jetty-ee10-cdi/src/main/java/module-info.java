/** Contexts and dependency injection (CDI) for what the container makes; the application brings CDI. */
@SuppressWarnings("module") // the digits name the environment
module org.eclipse.jetty.ee10.cdi {
    requires transitive org.eclipse.jetty.ee10.annotations;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.eclipse.jetty.ee10.cdi;

    provides org.eclipse.jetty.ee10.webapp.Configuration with
            org.eclipse.jetty.ee10.cdi.CdiConfiguration;
    provides jakarta.servlet.ServletContainerInitializer with
            org.eclipse.jetty.ee10.cdi.CdiServletContainerInitializer;
}
