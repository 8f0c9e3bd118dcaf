package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

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

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        // a form that was posted to a page which now is static, or to a welcome file, gets that page
        doGet(request, response);
    }
}
