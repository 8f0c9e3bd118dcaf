package org.eclipse.jetty.security.internal;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/** The scheme, the host and the port of the server, as the client knows it (RFC 6454, section 6.2). */
public final class OwnOrigin {
    private OwnOrigin() {}

    /** Returns null if no host is known, as of a request of HTTP/1.0 without one, at a connector of a Unix domain socket. */
    public static @Nullable String find(Request request) {
        String host = Request.getServerName(request);
        if (host == null) {
            return null;
        }
        StringBuilder origin = new StringBuilder();
        String scheme = request.getHttpURI().getScheme();
        assert scheme != null : "the server sets it";
        URIUtil.appendSchemeHostPort(origin, scheme, host, Request.getServerPort(request));
        return origin.toString();
    }
}
