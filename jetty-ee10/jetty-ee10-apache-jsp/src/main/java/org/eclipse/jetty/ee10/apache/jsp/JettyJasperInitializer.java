package org.eclipse.jetty.ee10.apache.jsp;

import jakarta.servlet.ServletContext;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.jasper.servlet.JasperInitializer;
import org.apache.jasper.servlet.TldPreScanned;
import org.apache.jasper.servlet.TldScanner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the JSP engine with the tag libraries that were found while the application was configured. Thread-safe. */
public class JettyJasperInitializer extends JasperInitializer {
    /** The context attribute with the URLs of tag library descriptors in libraries. */
    public static final String TLDS = "org.eclipse.jetty.tlds";

    private static final Logger LOG = LoggerFactory.getLogger(JettyJasperInitializer.class);

    @Override
    public TldScanner newTldScanner(
            ServletContext context, boolean namespaceAware, boolean validate, boolean blockExternal) {
        List<URL> found = new ArrayList<>();
        if (context.getAttribute(TLDS) instanceof Collection<?> urls) {
            for (Object url : urls) found.add((URL) url);
        }
        LOG.debug("Tag libraries of {}: {}", context.getContextPath(), found);
        return new TldPreScanned(context, namespaceAware, validate, blockExternal, found);
    }
}
