package org.eclipse.jetty.ee9.servlet.api;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;

/** A servlet request wrapper that claims to be an HTTP request, as far as this version of the Servlet API goes. */
public abstract class RequestWrapperApi extends ServletRequestWrapper implements HttpServletRequest {
    protected RequestWrapperApi(ServletRequest request) {
        super(request);
    }

    @Override
    @Deprecated
    public boolean isRequestedSessionIdFromUrl() {
        return isRequestedSessionIdFromURL();
    }
}
