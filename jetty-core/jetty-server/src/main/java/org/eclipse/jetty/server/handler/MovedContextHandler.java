package org.eclipse.jetty.server.handler;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/** Redirects all requests of a context to another place. */
public class MovedContextHandler extends ContextHandler {
    private int statusCode = HttpStatus.SEE_OTHER_303;
    private @Nullable String redirectURI;
    private boolean discardPathInContext = true;
    private boolean discardQuery = true;
    private @Nullable String cacheControl;

    public MovedContextHandler() {
        setHandler(new Redirector());
        setAllowNullPathInContext(true);
    }

    public int getStatusCode() {
        return statusCode;
    }

    /** Sets the status of redirections, 3xx. */
    public void setStatusCode(int code) {
        if (!HttpStatus.isRedirection(code)) {
            throw new IllegalArgumentException("status " + code + " (expected: 3xx)");
        }
        statusCode = code;
    }

    public @Nullable String getRedirectURI() {
        return redirectURI;
    }

    /** Sets where to: a path or a URI. */
    public void setRedirectURI(String uri) {
        redirectURI = uri;
    }

    /** Whether the path behind the context path is not added to the URI. */
    public boolean isDiscardPathInContext() {
        return discardPathInContext;
    }

    public void setDiscardPathInContext(boolean discard) {
        discardPathInContext = discard;
    }

    /** Whether the query is not added to the URI. */
    public boolean isDiscardQuery() {
        return discardQuery;
    }

    public void setDiscardQuery(boolean discard) {
        discardQuery = discard;
    }

    public @Nullable String getCacheControl() {
        return cacheControl;
    }

    /** Sets the value of the Cache-Control field; null for none. */
    public void setCacheControl(@Nullable String value) {
        cacheControl = value;
    }

    private final class Redirector extends Handler.Abstract.NonBlocking {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String uri = redirectURI;
            if (uri == null) {
                Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
                return true;
            }
            String location = location(uri, request);
            if (cacheControl != null) {
                response.getHeaders().put(HttpHeader.CACHE_CONTROL, cacheControl);
            }
            Response.sendRedirect(request, response, callback, statusCode, location, true);
            return true;
        }

        /** Returns the URI with what the request adds to its path and to its query, before the fragment. */
        private String location(String uri, Request request) {
            int hash = uri.indexOf('#');
            String target = hash < 0 ? uri : uri.substring(0, hash);
            int question = target.indexOf('?');
            String path = question < 0 ? target : target.substring(0, question);
            String query = question < 0 ? null : target.substring(question + 1);
            if (!discardPathInContext) {
                path = URIUtil.addPaths(path, Request.getPathInContext(request));
            }
            if (!discardQuery) {
                query = URIUtil.addQueries(query, request.getHttpURI().getQuery());
            }
            return URIUtil.addPathQuery(path, query) + (hash < 0 ? "" : uri.substring(hash));
        }
    }
}
