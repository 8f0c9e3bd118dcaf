package org.eclipse.jetty.deploy.internal;

import java.util.List;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Callback;

/** Stands in for an application that could not be deployed: every request is answered by 503. */
final class UnavailableContext extends ContextHandler {
    UnavailableContext(String contextPath, List<String> virtualHosts, String displayName) {
        setContextPath(contextPath);
        setVirtualHosts(virtualHosts);
        setDisplayName(displayName);
        setAllowNullPathInContext(true);
        setHandler(new Unavailable());
    }

    /** Not for probes and figures either, although it answers. */
    @Override
    public boolean isAvailable() {
        return false;
    }

    private static final class Unavailable extends Handler.Abstract.NonBlocking {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Response.writeError(request, response, callback, HttpStatus.SERVICE_UNAVAILABLE_503);
            return true;
        }
    }
}
