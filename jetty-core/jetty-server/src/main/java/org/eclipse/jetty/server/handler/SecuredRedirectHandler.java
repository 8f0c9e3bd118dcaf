package org.eclipse.jetty.server.handler;

import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Redirects requests that are not secure to the secure scheme and port of the configuration; 403 if there is none, or no host. */
public class SecuredRedirectHandler extends Handler.Wrapper {
    private final int redirectCode;

    public SecuredRedirectHandler() {
        this(null, HttpStatus.MOVED_TEMPORARILY_302);
    }

    /** @param code the status of redirections, 3xx */
    public SecuredRedirectHandler(int code) {
        this(null, code);
    }

    public SecuredRedirectHandler(Handler handler) {
        this(handler, HttpStatus.MOVED_TEMPORARILY_302);
    }

    public SecuredRedirectHandler(@Nullable Handler handler, int code) {
        super(handler);
        if (!HttpStatus.isRedirection(code)) {
            throw new IllegalArgumentException("status " + code + " (expected: 3xx)");
        }
        redirectCode = code;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (request.isSecure()) {
            return super.handle(request, response, callback);
        }
        HttpConfiguration configuration = request.getConnectionMetaData().getHttpConfiguration();
        int port = configuration.getSecurePort();
        if (port <= 0) {
            Response.writeError(
                    request,
                    response,
                    callback,
                    HttpStatus.FORBIDDEN_403,
                    "HttpConfiguration.securePort not configured");
            return true;
        }
        String host = Request.getServerName(request);
        if (host == null) {
            Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403, "No host is known");
            return true;
        }
        HttpURI uri = request.getHttpURI();
        String location = HttpURI.build()
                .scheme(configuration.getSecureScheme())
                .host(host)
                .port(port)
                .pathQuery(uri.getPathQuery())
                .normalize()
                .asString();
        Response.sendRedirect(request, response, callback, redirectCode, location, true);
        return true;
    }
}
