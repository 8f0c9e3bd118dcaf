package org.eclipse.jetty.ee9.servlet.api;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;

/** What an included servlet must not do to the response that exists in this version of the Servlet API only. */
public abstract class IncludedResponseApi extends HttpServletResponseWrapper {
    protected IncludedResponseApi(HttpServletResponse response) {
        super(response);
    }

    @Override
    @Deprecated
    public void setStatus(int sc, String sm) {}
}
