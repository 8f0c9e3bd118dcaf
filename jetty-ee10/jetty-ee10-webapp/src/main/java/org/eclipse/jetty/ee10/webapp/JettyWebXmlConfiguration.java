package org.eclipse.jetty.ee10.webapp;

import java.nio.file.Path;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.Resources;
import org.eclipse.jetty.xml.XmlConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies WEB-INF/jetty-ee10-web.xml, or else WEB-INF/jetty-web.xml, to the context. Thread-safe. */
public class JettyWebXmlConfiguration extends AbstractConfiguration {
    /** The name of the file for this environment. */
    public static final String JETTY_EE_WEB_XML = "jetty-ee10-web.xml";

    /** The name of the file for any environment. */
    public static final String JETTY_WEB_XML = "jetty-web.xml";

    private static final Logger LOG = LoggerFactory.getLogger(JettyWebXmlConfiguration.class);

    public JettyWebXmlConfiguration() {
        super(new Builder()
                .addDependencies(WebXmlConfiguration.class, FragmentConfiguration.class, MetaInfConfiguration.class));
    }

    @Override
    public void configure(WebAppContext context) throws Exception {
        Resource webInf = context.getWebInf();
        if (webInf == null) return;
        Resource file = webInf.resolve(JETTY_EE_WEB_XML);
        if (!Resources.isReadableFile(file)) file = webInf.resolve(JETTY_WEB_XML);
        if (!Resources.isReadableFile(file)) return;
        LOG.debug("configuring {} by {}", context, file);
        XmlConfiguration configuration = new XmlConfiguration(file);
        Path base = null;
        for (Resource part : context.getBaseResource()) if (base == null) base = part.getPath();
        configuration.setJettyStandardIdsAndProperties(context.getServer(), base);
        if (webInf.getPath() != null) {
            String path = webInf.getPath().toAbsolutePath().toString();
            configuration.getProperties().put("this.web-inf.path", path);
            configuration
                    .getProperties()
                    .put("this.web-inf.url", webInf.getURI().toASCIIString());
        }
        // the file belongs to the server's administrator, and names classes of the server
        org.eclipse.jetty.ee.webapp.WebAppClassLoader.callWithHiddenClassAccess(() -> configuration.configure(context));
    }
}
