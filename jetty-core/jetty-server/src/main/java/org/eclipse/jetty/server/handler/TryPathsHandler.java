package org.eclipse.jetty.server.handler;

import java.util.List;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * Offers a request to the next handler for several paths in turn, until it handles one; 404 if it handles none.
 *
 * <pre>
 * tryPaths.setPaths(List.of("/maintenance.html", "$path", "/index.php?p=$path"));
 * </pre>
 *
 * <p>{@code $path} stands for the path in the context. Thread-safe once configured.
 */
public class TryPathsHandler extends Handler.Wrapper {
    private @Nullable String originalPathAttribute;
    private @Nullable String originalQueryAttribute;
    private List<String> paths = List.of();

    public TryPathsHandler() {}

    public TryPathsHandler(Handler handler) {
        super(handler);
    }

    public @Nullable String getOriginalPathAttribute() {
        return originalPathAttribute;
    }

    /** Sets the request attribute that tells the path that was asked for; null for none. */
    public void setOriginalPathAttribute(@Nullable String attribute) {
        originalPathAttribute = attribute;
    }

    public @Nullable String getOriginalQueryAttribute() {
        return originalQueryAttribute;
    }

    /** Sets the request attribute that tells the query that was asked for; null for none. */
    public void setOriginalQueryAttribute(@Nullable String attribute) {
        originalQueryAttribute = attribute;
    }

    public List<String> getPaths() {
        return paths;
    }

    public void setPaths(List<String> newPaths) {
        paths = List.copyOf(newPaths);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = Request.getPathInContext(request);
        if (path == null) {
            Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
            return true;
        }
        HttpURI uri = request.getHttpURI();
        if (originalPathAttribute != null) {
            request.setAttribute(originalPathAttribute, path);
        }
        if (originalQueryAttribute != null && uri.getQuery() != null) {
            request.setAttribute(originalQueryAttribute, uri.getQuery());
        }
        // a canonical path has characters beyond ASCII as they are
        String encoded = URIUtil.encodePathSafeEncoding(path);
        for (int i = 0; i < paths.size(); i++) {
            String candidate = paths.get(i);
            Request next = candidate.equals("$path")
                    ? request
                    : Request.serveAs(request, target(request, resolve(candidate, encoded)));
            if (super.handle(next, response, callback)) {
                return true;
            }
        }
        Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
        return true;
    }

    /**
     * Puts a path in the place of {@code $path}. In a query, no character of it begins another parameter.
     *
     * @param template a path that may have a query
     * @param path percent-encoded
     */
    public static String resolve(String template, String path) {
        int query = template.indexOf('?');
        if (query < 0) {
            return template.replace("$path", path);
        }
        String value = path.replace("&", "%26").replace("+", "%2B");
        return template.substring(0, query).replace("$path", path)
                + template.substring(query).replace("$path", value);
    }

    private static HttpURI target(Request request, String pathQuery) {
        String contextPath = Request.getContextPath(request);
        return HttpURI.build(
                request.getHttpURI(), contextPath == null ? pathQuery : URIUtil.addPaths(contextPath, pathQuery));
    }
}
