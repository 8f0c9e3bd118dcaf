package org.eclipse.jetty.ee10.jspc.plugin;

import java.net.URL;
import java.util.Objects;
import java.util.Set;
import org.apache.jasper.JspC;
import org.apache.jasper.TrimSpacesOption;
import org.apache.jasper.servlet.JspCServletContext;
import org.apache.jasper.servlet.TldScanner;
import org.eclipse.jetty.ee10.apache.jsp.JettyJasperInitializer;
import org.jspecify.annotations.Nullable;

/** The compiler of pages, with the class loader and the tag libraries of a project. Confined to its goal. */
public class JettyJspC extends JspC {
    private @Nullable ClassLoader projectLoader;
    private Set<URL> tagLibraries = Set.of();

    /**
     * Sets how white space in templates is trimmed. Maven takes the first setter of a name, and those of the superclass,
     * of which one takes a string, one a boolean, and one an option, come in any order. Those declared here come first.
     *
     * @param trimSpaces {@code true}, {@code false}, {@code single}, or {@code extended}, in any case
     * @throws IllegalArgumentException if it is none of them
     */
    @Override
    public void setTrimSpaces(String trimSpaces) {
        for (TrimSpacesOption option : TrimSpacesOption.values()) {
            if (option.name().equalsIgnoreCase(trimSpaces.trim())) {
                setTrimSpaces(option);
                return;
            }
        }
        throw new IllegalArgumentException(
                "trimSpaces is '" + trimSpaces + "', expected one of true, false, single, extended");
    }

    void setLoader(ClassLoader loader) {
        this.projectLoader = loader;
    }

    void setTagLibraries(Set<URL> tagLibraries) {
        this.tagLibraries = tagLibraries;
    }

    @Override
    protected ClassLoader initClassLoader() {
        ClassLoader ofProject = Objects.requireNonNull(projectLoader);
        loader = ofProject;
        return ofProject;
    }

    @Override
    protected TldScanner newTldScanner(
            JspCServletContext context, boolean namespaceAware, boolean validate, boolean blockExternal) {
        context.setAttribute(JettyJasperInitializer.TLDS, tagLibraries);
        return new JettyJasperInitializer().newTldScanner(context, namespaceAware, validate, blockExternal);
    }
}
