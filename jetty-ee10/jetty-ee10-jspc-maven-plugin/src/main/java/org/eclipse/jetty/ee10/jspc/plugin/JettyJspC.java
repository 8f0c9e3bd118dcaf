package org.eclipse.jetty.ee10.jspc.plugin;

import java.net.URL;
import java.util.Set;
import org.apache.jasper.JspC;
import org.apache.jasper.servlet.JspCServletContext;
import org.apache.jasper.servlet.TldScanner;
import org.eclipse.jetty.ee10.apache.jsp.JettyJasperInitializer;

/** The compiler of pages, with the class loader and the tag libraries of a project. Confined to its goal. */
public class JettyJspC extends JspC {
    private ClassLoader projectLoader;
    private Set<URL> tagLibraries = Set.of();

    void setLoader(ClassLoader loader) {
        this.projectLoader = loader;
    }

    void setTagLibraries(Set<URL> tagLibraries) {
        this.tagLibraries = tagLibraries;
    }

    @Override
    protected ClassLoader initClassLoader() {
        loader = projectLoader;
        return projectLoader;
    }

    @Override
    protected TldScanner newTldScanner(
            JspCServletContext context, boolean namespaceAware, boolean validate, boolean blockExternal) {
        context.setAttribute(JettyJasperInitializer.TLDS, tagLibraries);
        return new JettyJasperInitializer().newTldScanner(context, namespaceAware, validate, blockExternal);
    }
}
