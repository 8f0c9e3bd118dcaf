package org.eclipse.jetty.ee10.servlet.api;

import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletResponse;

/** A servlet response wrapper that claims to be an HTTP response, as far as this version of the Servlet API goes. */
public abstract class ResponseWrapperApi extends ServletResponseWrapper implements HttpServletResponse {
    protected ResponseWrapperApi(ServletResponse response) {
        super(response);
    }

    /** Returns the HTTP response that is asked for what the wrapper does not know. */
    protected abstract HttpServletResponse http();
}
