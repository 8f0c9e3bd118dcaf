package org.eclipse.jetty.ee10.proxy;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.UnavailableException;
import org.eclipse.jetty.http.HttpScheme;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.proxy.DotSegments;
import org.jspecify.annotations.Nullable;

/**
 * A server, and the prefix of the paths that are mapped to it. Immutable.
 *
 * @param prefix the context path and the prefix within it, without a slash at its end
 * @param proxyTo the URI that takes the place of the prefix, without a slash at its end
 */
record TransparentTarget(String prefix, String proxyTo) {
    static TransparentTarget of(ServletConfig config) throws UnavailableException {
        InitParameters parameters = new InitParameters(config);
        String proxyTo = parameters.text("proxyTo");
        if (proxyTo == null) {
            throw parameters.refused("proxyTo", "", "the URI of a server");
        }
        HttpURI uri = HttpURI.from(proxyTo);
        boolean http = HttpScheme.HTTP.is(uri.getScheme()) || HttpScheme.HTTPS.is(uri.getScheme());
        if (!http || uri.getHost() == null || uri.getQuery() != null) {
            throw parameters.refused("proxyTo", proxyTo, "http or https, a host, and no query");
        }
        String prefix = parameters.text("prefix");
        if (prefix != null && !prefix.startsWith("/")) {
            throw parameters.refused("prefix", prefix, "a path that begins with /");
        }
        String contextPath = config.getServletContext().getContextPath();
        return new TransparentTarget(
                withoutSlash(prefix == null ? contextPath : contextPath + prefix), withoutSlash(proxyTo));
    }

    private static String withoutSlash(String text) {
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    /**
     * Returns the URI at the server.
     *
     * @param path as it came; if it has dot segments, encoded or not, or an encoded prefix, the canonical path takes its place: no
     *     path leads out of {@code proxyTo}
     * @param query null for none
     * @return null for a path without the prefix
     */
    @Nullable
    String rewrite(String path, String query) {
        String rest = rest(path);
        if (rest == null || DotSegments.isIn(rest)) {
            rest = rest(HttpURI.from(path).getCanonicalPath());
            if (rest == null || DotSegments.isIn(rest)) {
                return null;
            }
        }
        return proxyTo + rest + (query == null ? "" : "?" + query);
    }

    private @Nullable String rest(@Nullable String path) {
        if (path == null || !path.startsWith(prefix)) {
            return null;
        }
        String rest = path.substring(prefix.length());
        // "/api" is no prefix of "/apix"
        return rest.isEmpty() || rest.startsWith("/") || rest.startsWith(";") ? rest : null;
    }
}
