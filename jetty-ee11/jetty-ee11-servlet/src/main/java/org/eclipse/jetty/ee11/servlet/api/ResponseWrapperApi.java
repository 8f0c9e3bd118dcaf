package org.eclipse.jetty.ee11.servlet.api;

import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A servlet response wrapper that claims to be an HTTP response, as far as this version of the Servlet API goes. */
public abstract class ResponseWrapperApi extends ServletResponseWrapper implements HttpServletResponse {
    protected ResponseWrapperApi(ServletResponse response) {
        super(response);
    }

    /** Returns the HTTP response that is asked for what the wrapper does not know. */
    protected abstract HttpServletResponse http();

    @Override
    public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
        http().sendRedirect(location, status, clearBuffer);
    }
}
