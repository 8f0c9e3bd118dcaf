package org.eclipse.jetty.ee10.webapp;

/** Shows applications those classes of the servlet layer that their descriptors may name. Thread-safe. */
public class WebAppConfiguration extends AbstractConfiguration {
    public WebAppConfiguration() {
        super(new Builder()
                .addDependencies(WebXmlConfiguration.class, MetaInfConfiguration.class, WebInfConfiguration.class)
                .addDependents(JettyWebXmlConfiguration.class)
                .protectAndExpose(
                        "org.eclipse.jetty.ee10.servlet.DefaultServlet",
                        "org.eclipse.jetty.ee10.servlet.NoJspServlet",
                        "org.eclipse.jetty.ee10.servlet.ResourceServlet",
                        "org.eclipse.jetty.ee10.servlet.listener."));
    }
}
