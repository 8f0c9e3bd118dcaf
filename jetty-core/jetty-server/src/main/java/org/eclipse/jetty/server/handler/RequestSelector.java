package org.eclipse.jetty.server.handler;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/**
 * Decides which requests a context takes, of those that its path and virtual hosts match: one of several contexts at the same
 * place says yes. Thread-safe.
 */
@FunctionalInterface
public interface RequestSelector {
    /**
     * Whether the context takes a request. It may be asked more than once for one request.
     *
     * @param response to add fields to; nothing may be written
     */
    boolean selects(Request request, Response response);
}
