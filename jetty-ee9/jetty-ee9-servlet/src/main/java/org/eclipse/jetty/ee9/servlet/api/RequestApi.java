package org.eclipse.jetty.ee9.servlet.api;

import org.eclipse.jetty.server.Request;

/** The part of a servlet request that exists in this version of the Servlet API only. Confined to its connection. */
public abstract class RequestApi extends org.eclipse.jetty.ee9.nested.Request {
    /** Returns the core request that answers for this servlet request. */
    public abstract Request getRequest();

    @Override
    @Deprecated
    public String getRealPath(String path) {
        return getServletContext().getRealPath(path);
    }

    @Override
    @Deprecated
    public boolean isRequestedSessionIdFromUrl() {
        return isRequestedSessionIdFromURL();
    }
}
