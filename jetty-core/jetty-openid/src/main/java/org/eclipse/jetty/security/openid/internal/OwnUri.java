package org.eclipse.jetty.security.openid.internal;

import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.security.internal.OwnOrigin;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/** Absolute URIs of paths in the context of a request, as the client knows the server. */
public final class OwnUri {
    private OwnUri() {}

    /** Returns null if no host is known. */
    public static @Nullable String find(Request request, String pathInContext) {
        String origin = OwnOrigin.find(request);
        return origin == null
                ? null
                : origin + URIUtil.addPaths(request.getContext().getContextPath(), pathInContext);
    }

    /** @throws BadMessageException if no host is known (400) */
    public static String of(Request request, String pathInContext) {
        String uri = find(request, pathInContext);
        if (uri == null) {
            throw new BadMessageException("The request names no host, to which the provider could send the user back");
        }
        return uri;
    }
}
