package org.eclipse.jetty.ee10.webapp;

/** Applies WEB-INF/jetty-ee10-web.xml, or else WEB-INF/jetty-web.xml, to the context. Thread-safe. */
public class JettyWebXmlConfiguration extends AbstractConfiguration {
    /** The name of the file for this environment. */
    public static final String JETTY_EE_WEB_XML = "jetty-ee10-web.xml";

    /** The name of the file for any environment. */
    public static final String JETTY_WEB_XML = "jetty-web.xml";

    public JettyWebXmlConfiguration() {
        super(new Builder()
                .addDependencies(WebXmlConfiguration.class, FragmentConfiguration.class, MetaInfConfiguration.class));
    }

    @Override
    public void configure(WebAppContext context) throws Exception {
        WebInfXml.apply(context, WebInfXml.find(context, JETTY_EE_WEB_XML, JETTY_WEB_XML));
    }
}
