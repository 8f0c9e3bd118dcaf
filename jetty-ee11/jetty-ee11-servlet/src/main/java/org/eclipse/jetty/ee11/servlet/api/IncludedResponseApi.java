package org.eclipse.jetty.ee11.servlet.api;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.nio.charset.Charset;

/** What an included servlet must not do to the response that exists in this version of the Servlet API only. */
public abstract class IncludedResponseApi extends HttpServletResponseWrapper {
    protected IncludedResponseApi(HttpServletResponse response) {
        super(response);
    }

    @Override
    public void sendRedirect(String location, int status) {}

    @Override
    public void sendRedirect(String location, boolean clearBuffer) {}

    @Override
    public void sendRedirect(String location, int status, boolean clearBuffer) {}

    @Override
    public void setCharacterEncoding(Charset encoding) {}
}
