package org.eclipse.jetty.server.handler;

import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.HostPort;

/** Hides the host, as of a request of HTTP/1.0 without one, at a connector of a Unix domain socket. */
public final class WithoutHost extends Handler.Wrapper {
    public WithoutHost(Handler handler) {
        super(handler);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        HttpURI uri = HttpURI.from(request.getHttpURI().getPathQuery());
        HttpURI withScheme = HttpURI.build(uri).scheme("http").asImmutable();
        ConnectionMetaData connection = new ConnectionMetaData.Wrapper(request.getConnectionMetaData()) {
            @Override
            public HostPort getServerAuthority() {
                return null;
            }
        };
        Request wrapped = new Request.Wrapper(request) {
            @Override
            public HttpURI getHttpURI() {
                return withScheme;
            }

            @Override
            public ConnectionMetaData getConnectionMetaData() {
                return connection;
            }
        };
        return super.handle(wrapped, response, callback);
    }
}
