package org.eclipse.jetty.ee10.apache.jsp;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.Set;
import org.apache.jasper.compiler.TldCache;
import org.apache.jasper.servlet.JasperInitializer;
import org.apache.jasper.servlet.TldScanner;

/** Starts the JSP engine with the tag libraries that were found while the application was configured. Thread-safe. */
public class JettyJasperInitializer extends JasperInitializer {
    /** The context attribute with the URLs of tag library descriptors in libraries. */
    public static final String TLDS = "org.eclipse.jetty.tlds";

    /** The context attribute of the scanner while the engine starts. */
    private static final String SCANNER = IndexedTldScanner.class.getName();

    @Override
    public TldScanner newTldScanner(
            ServletContext context, boolean namespaceAware, boolean validate, boolean blockExternal) {
        IndexedTldScanner scanner = new IndexedTldScanner(context, namespaceAware, validate, blockExternal);
        context.setAttribute(SCANNER, scanner);
        return scanner;
    }

    @Override
    public void onStartup(Set<Class<?>> types, ServletContext context) throws ServletException {
        try {
            super.onStartup(types, context);
            if (context.getAttribute(SCANNER) instanceof IndexedTldScanner scanner
                    && context.getAttribute(TldCache.SERVLET_CONTEXT_ATTRIBUTE_NAME) instanceof TldCache cache) {
                context.setAttribute(
                        TldCache.SERVLET_CONTEXT_ATTRIBUTE_NAME, new IndexedTldCache(context, cache, scanner));
            }
        } finally {
            context.removeAttribute(SCANNER);
        }
    }
}
