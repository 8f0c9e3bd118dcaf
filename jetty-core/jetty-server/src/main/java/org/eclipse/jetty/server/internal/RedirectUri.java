package org.eclipse.jetty.server.internal;

import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.util.TypeUtil;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/** Makes the Location of redirections (RFC 9110, section 10.2.2). */
public final class RedirectUri {
    private RedirectUri() {}

    /**
     * The location resolved against the target of a request.
     *
     * @param location an absolute URI, a path, or a reference relative to the path of the target
     * @param uri the target of the request
     * @param host the host of the request; null if it named none, and its connection has none
     * @param port the port of the request
     * @param relative whether the result may be relative to the host
     * @param compliance what a request for the result must keep to; null for anything
     */
    public static String of(
            String location,
            HttpURI uri,
            @Nullable String host,
            int port,
            boolean relative,
            @Nullable UriCompliance compliance) {
        // it is no part of what is asked for, and no dot in it is a segment (RFC 3986, section 3.5)
        int hash = location.indexOf('#');
        String fragment = hash < 0 ? "" : location.substring(hash);
        String target = hash < 0 ? location : location.substring(0, hash);
        return ascii(resolved(target, uri, host, port, relative), compliance) + ascii(fragment);
    }

    private static String ascii(String target, @Nullable UriCompliance compliance) {
        // a field has no characters beyond ASCII, nor has a URI (RFC 3986, section 2)
        String result = ascii(target);
        if (compliance != null) {
            String violation = UriCompliance.checkUriCompliance(compliance, HttpURI.from(result), null);
            if (violation != null) {
                throw new BadMessageException(HttpStatus.INTERNAL_SERVER_ERROR_500, violation);
            }
        }
        return result;
    }

    private static String resolved(String location, HttpURI uri, @Nullable String host, int port, boolean relative) {
        if (URIUtil.hasScheme(location)) {
            return location;
        }
        StringBuilder url = new StringBuilder(128);
        if (location.startsWith("//")) {
            // a reference with an authority of its own
            return url.append(relative || uri.getScheme() == null ? "" : uri.getScheme() + ":")
                    .append(location)
                    .toString();
        }
        String path = normalized(location.startsWith("/") ? location : beside(uri, location));
        String scheme = uri.getScheme();
        if (scheme == null || host == null) {
            // it stays relative: a dot keeps a path of two slashes from being one (RFC 3986, section 4.2)
            url.append(isTakenForAuthority(path) ? "/." : "");
        } else if (!relative || isTakenForAuthority(path)) {
            URIUtil.appendSchemeHostPort(url, scheme, host, port);
        }
        return url.append(path).toString();
    }

    /** RFC 3986, section 5.2.2: a reference without a path is to the path that was asked for. */
    private static String beside(HttpURI uri, String location) {
        String path = uri.getPath();
        if (path != null && (location.isEmpty() || location.startsWith("?"))) {
            String query = uri.getQuery();
            return location.isEmpty() && query != null ? path + "?" + query : path + location;
        }
        String parent = path == null || path.endsWith("/") ? path : URIUtil.parentPath(path);
        return URIUtil.addEncodedPaths(parent == null ? "/" : parent, location);
    }

    /**
     * Whether a path alone would lead to another host: two slashes begin an authority (RFC 3986, section 4.2), and browsers
     * take a backslash for a slash.
     */
    private static boolean isTakenForAuthority(String path) {
        return path.length() > 1 && path.charAt(0) == '/' && (path.charAt(1) == '/' || path.charAt(1) == '\\');
    }

    /** Controls, spaces and the characters beyond ASCII as the encoded bytes of UTF-8; browsers drop some controls. */
    private static String ascii(String uri) {
        int plain = 0;
        while (plain < uri.length() && isPlain(uri.charAt(plain))) {
            plain++;
        }
        if (plain == uri.length()) {
            return uri;
        }
        StringBuilder text = new StringBuilder(uri.length() + 16).append(uri, 0, plain);
        for (byte b : uri.substring(plain).getBytes(StandardCharsets.UTF_8)) {
            if (isPlain(b)) {
                text.append((char) b);
            } else {
                text.append('%');
                TypeUtil.toHex(b, text);
            }
        }
        return text.toString();
    }

    private static boolean isPlain(int c) {
        return c > ' ' && c < 0x7f;
    }

    private static String normalized(String location) {
        String normal = URIUtil.normalizePathQuery(location);
        if (normal == null) {
            throw new IllegalArgumentException("redirection to a path above the root: " + location);
        }
        return normal;
    }
}
