package org.eclipse.jetty.session;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * How clients carry the ids of sessions (Servlet section 7.1): finds the ids that a request names, and puts ids into the links of a response.
 *
 * <p>Its settings are those of one session manager, and change before that is started. Knows ids, not sessions.
 */
final class SessionTracking {
    static final int MAX_COOKIES = 8;

    /** Whether cookies are used. */
    boolean cookies = true;

    /** Whether path parameters are used. */
    boolean parameters = true;

    /** Whether only links within the context get an id. */
    boolean withinContext;

    /** The path parameter, if there is one. */
    @Nullable
    SessionIdParameter parameter = new SessionIdParameter(SessionConfig.__DefaultSessionIdPathParameterName);

    /** The ids of the first {@value #MAX_COOKIES} cookies of a name, each once. */
    static List<String> idsOfCookies(Request request, String name) {
        List<String> ids = List.of();
        for (HttpCookie sent : Request.getCookies(request)) {
            if (name.equalsIgnoreCase(sent.getName())) {
                ids = ids.isEmpty() ? new ArrayList<>(2) : ids;
                if (ids.size() < MAX_COOKIES && !ids.contains(sent.getValue())) {
                    ids.add(sent.getValue());
                }
            }
        }
        return ids;
    }

    /** The id in the path parameter of our name, if there is one. */
    @Nullable
    String idOf(HttpURI uri) {
        SessionIdParameter named = parameter;
        String path = uri.getPath();
        return named == null || path == null ? null : named.find(path);
    }

    /** Whether links are changed at all: by {@link #put} or {@link #remove}, which may be called then. */
    boolean isEncoded(Request request, @Nullable Context context, @Nullable String uri) {
        if (parameter == null || uri == null || uri.startsWith("#")) {
            return false;
        }
        if (!URIUtil.hasScheme(uri)) {
            return true;
        }
        // one without an authority, such as that of a mail address, has no path of a server
        return uri.startsWith("://", uri.indexOf(':'))
                && (!withinContext || !isElsewhere(request, context, HttpURI.from(uri)));
    }

    /** Puts an id into a link, in place of the one that may be there. */
    String put(String uri, String id) {
        SessionIdParameter named = parameter;
        assert named != null : "see isEncoded";
        return named.put(uri, id);
    }

    /** Takes the id out of a link. */
    String remove(String uri) {
        SessionIdParameter named = parameter;
        assert named != null : "see isEncoded";
        return named.remove(uri);
    }

    /** Whether a URI leads out of the context of a request: to another host or port, or to another path. */
    private static boolean isElsewhere(Request request, @Nullable Context context, HttpURI target) {
        String host = Request.getServerName(request);
        int port = target.getPort() > 0 ? target.getPort() : HttpScheme.getDefaultPort(target.getScheme());
        return host == null
                || !host.equalsIgnoreCase(target.getHost())
                || Request.getServerPort(request) != port
                || (context != null && context.getPathInContext(pathOf(target)) == null);
    }

    private static String pathOf(HttpURI uri) {
        String path = uri.getCanonicalPath();
        return path == null ? "" : path;
    }
}
