package org.eclipse.jetty.server.handler;

import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Serves requests as those of another path, which may be outside of the context that it is in. */
public final class ServedAs extends Handler.Wrapper {
    private final String path;

    public ServedAs(String path, Handler handler) {
        super(handler);
        this.path = path;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        HttpURI uri = HttpURI.build(request.getHttpURI(), path).asImmutable();
        return super.handle(Request.serveAs(request, uri), response, callback);
    }
}
