package org.eclipse.jetty.ee10.apache.jsp;

import org.eclipse.jetty.ee10.webapp.AbstractConfiguration;
import org.eclipse.jetty.ee10.webapp.MetaInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebAppConfiguration;
import org.eclipse.jetty.ee10.webapp.WebInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebXmlConfiguration;

/**
 * Shows applications the servlet that serves JSP files, by which they may map more files to it, and what the engine looks up
 * with the class loader of the application. Thread-safe.
 */
public class JspConfiguration extends AbstractConfiguration {
    public JspConfiguration() {
        super(new Builder()
                .addDependencies(WebXmlConfiguration.class, MetaInfConfiguration.class, WebInfConfiguration.class)
                .addDependents(WebAppConfiguration.class)
                .protectAndExpose("org.eclipse.jetty.ee10.jsp.", "org.eclipse.jetty.ee10.apache.jsp."));
    }
}
