package org.eclipse.jetty.session;

import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * The path parameter by which a client names its session where it sends no cookies, {@code ;name=id} (Servlet section
 * 7.1.3). Immutable.
 */
final class SessionIdParameter {
    private final String name;
    private final String prefix;

    SessionIdParameter(String name) {
        this.name = name;
        prefix = ";" + name + "=";
    }

    String getName() {
        return name;
    }

    /** Returns what stands before the id: {@code ;name=}. */
    String getPrefix() {
        return prefix;
    }

    /** Returns the id in a path, if there is one. */
    @Nullable
    String find(String path) {
        int at = path.indexOf(prefix);
        return at < 0 ? null : path.substring(at + prefix.length(), end(path, at));
    }

    /** Takes the parameter out of a URI or path. */
    String remove(String uri) {
        int at = uri.indexOf(prefix);
        return at < 0 ? uri : uri.substring(0, at) + uri.substring(end(uri, at));
    }

    /** Puts an id into a URI or path, in place of the one that may be there. */
    String put(String uri, String id) {
        int at = uri.indexOf(prefix);
        if (at >= 0) {
            return uri.substring(0, at) + prefix + id + uri.substring(end(uri, at));
        }
        int query = uri.indexOf('?');
        int fragment = uri.indexOf('#');
        int insert =
                query < 0 ? (fragment < 0 ? uri.length() : fragment) : fragment < 0 ? query : Math.min(query, fragment);
        // a parameter is one of the path: "http://host" has none as yet
        String slash =
                URIUtil.hasScheme(uri) && StringUtil.isEmpty(HttpURI.from(uri).getPath()) ? "/" : "";
        return uri.substring(0, insert) + slash + prefix + id + uri.substring(insert);
    }

    /** The end of the parameter that begins at an index. */
    private int end(String uri, int at) {
        int end = at + prefix.length();
        while (end < uri.length() && "?#;/".indexOf(uri.charAt(end)) < 0) {
            end++;
        }
        return end;
    }
}
