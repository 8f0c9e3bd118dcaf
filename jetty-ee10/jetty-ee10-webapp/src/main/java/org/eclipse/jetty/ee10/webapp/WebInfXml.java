package org.eclipse.jetty.ee10.webapp;

import java.nio.file.Path;
import org.eclipse.jetty.ee.webapp.WebAppClassLoader;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.Resources;
import org.eclipse.jetty.xml.XmlConfiguration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server's own XML files of an application, which configure its context. Thread-safe. */
public final class WebInfXml {
    private static final Logger LOG = LoggerFactory.getLogger(WebInfXml.class);

    private WebInfXml() {}

    /** Returns the first of these files that WEB-INF has. */
    public static @Nullable Resource find(WebAppContext context, String... names) throws Exception {
        Resource webInf = context.getWebInf();
        if (webInf == null) {
            return null;
        }
        for (String name : names) {
            Resource file = webInf.resolve(name);
            if (Resources.isReadableFile(file)) {
                return file;
            }
        }
        return null;
    }

    /** Applies a file, if there is one, to the context; this.web-inf.path and this.web-inf.url are properties there. */
    public static void apply(WebAppContext context, @Nullable Resource file) throws Exception {
        if (file == null) {
            return;
        }
        LOG.debug("configuring {} by {}", context, file);
        XmlConfiguration configuration = new XmlConfiguration(file);
        Path base = null;
        Resource content = context.getBaseResource();
        if (content != null) {
            for (Resource part : content) {
                if (base == null) {
                    base = part.getPath();
                }
            }
        }
        configuration.setJettyStandardIdsAndProperties(context.getServer(), base);
        Resource webInf = context.getWebInf();
        if (webInf != null && webInf.getPath() != null && webInf.getURI() != null) {
            String path = webInf.getPath().toAbsolutePath().toString();
            configuration.getProperties().put("this.web-inf.path", path);
            configuration
                    .getProperties()
                    .put("this.web-inf.url", webInf.getURI().toASCIIString());
        }
        // the file belongs to the server's administrator, and names classes of the server
        WebAppClassLoader.callWithHiddenClassAccess(() -> configuration.configure(context));
    }
}
