package org.eclipse.jetty.ee10.servlet;

/**
 * Serves the static resources of a context, mapped to "/": whatever no other servlet is mapped to. Its init parameters may
 * be set for the whole context with the prefix {@link #CONTEXT_INIT}. Thread-safe.
 */
public class DefaultServlet extends ResourceServlet {
    /** The prefix of context init parameters that stand in for those of this servlet. */
    public static final String CONTEXT_INIT = "org.eclipse.jetty.servlet.Default.";

    private static final long serialVersionUID = 1L;

    @Override
    public String getInitParameter(String name) {
        String value = getServletContext().getInitParameter(CONTEXT_INIT + name);
        return value != null ? value : super.getInitParameter(name);
    }

    @Override
    protected boolean isPathInfoOnly() {
        return Boolean.parseBoolean(getInitParameter("pathInfoOnly"));
    }
}
