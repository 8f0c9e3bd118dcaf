package org.eclipse.jetty.ee10.servlets;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;

/** A {@link DoSFilter} that closes the connection of a request that takes too long. */
public class CloseableDoSFilter extends DoSFilter {
    /** Closes the connection, with all requests on it; the thread is not interrupted, and fails when it reads or writes. */
    @Override
    protected void onRequestTimeout(HttpServletRequest request, HttpServletResponse response, Thread handlingThread) {
        ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint()
                .close();
    }
}
