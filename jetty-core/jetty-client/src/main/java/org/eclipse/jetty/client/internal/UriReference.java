package org.eclipse.jetty.client.internal;

import java.net.URI;
import java.nio.charset.Charset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.URIUtil;

/**
 * Resolves references to URIs (RFC 3986, section 5.2).
 *
 * <p>{@link URI#resolve} follows RFC 2396 instead: a reference of a query alone loses the last segment of the path, and dot segments above the
 * root stay.
 */
public final class UriReference {
    /** Appendix B: scheme, authority, path, query and fragment. */
    private static final Pattern PARTS =
            Pattern.compile("(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?", Pattern.DOTALL);

    private UriReference() {}

    /**
     * Resolves a reference, as of a Location field. Characters of its path, query and fragment that are not allowed in URIs are
     * percent-encoded.
     *
     * @param base with a scheme, and an authority
     * @throws IllegalArgumentException if the reference is none
     */
    public static URI resolve(URI base, String reference) {
        Matcher parts = PARTS.matcher(reference);
        if (!parts.matches()) {
            throw new IllegalArgumentException("URI reference: " + reference);
        }
        // the bytes of a field that are not ASCII are those of the URI
        Charset charset = StringUtil.latin1OrUtf8(reference);
        String scheme = parts.group(1);
        String authority = parts.group(2);
        String path = URIUtil.encodeIllegal(parts.group(3), charset);
        String query = parts.group(4) == null ? null : URIUtil.encodeIllegal(parts.group(4), charset);
        if (scheme != null || authority != null) {
            path = removeDotSegments(path);
        } else if (path.isEmpty()) {
            path = base.getRawPath();
            query = query == null ? base.getRawQuery() : query;
        } else {
            path = removeDotSegments(path.startsWith("/") ? path : merge(base.getRawPath(), path));
        }
        StringBuilder target = new StringBuilder();
        target.append(scheme == null ? base.getScheme() : scheme).append(':');
        if (scheme == null && authority == null) {
            authority = base.getRawAuthority();
        }
        if (authority != null) {
            target.append("//").append(authority);
        }
        target.append(path);
        if (query != null) {
            target.append('?').append(query);
        }
        if (parts.group(5) != null) {
            target.append('#').append(URIUtil.encodeIllegal(parts.group(5), charset));
        }
        return URI.create(target.toString());
    }

    /** Section 5.2.3. */
    private static String merge(String base, String path) {
        int slash = base.lastIndexOf('/');
        return slash < 0 ? "/" + path : base.substring(0, slash + 1) + path;
    }

    /** Section 5.2.4. */
    private static String removeDotSegments(String path) {
        if (!path.startsWith("/")) {
            return path;
        }
        StringBuilder result = new StringBuilder(path.length());
        for (int from = 0; from < path.length(); ) {
            int next = path.indexOf('/', from + 1);
            int to = next < 0 ? path.length() : next;
            String segment = path.substring(from, to);
            if (segment.equals("/..")) {
                result.setLength(Math.max(0, result.lastIndexOf("/")));
            } else if (!segment.equals("/.")) {
                result.append(segment);
                from = to;
                continue;
            }
            if (next < 0) {
                result.append('/');
            }
            from = to;
        }
        return result.toString();
    }
}
