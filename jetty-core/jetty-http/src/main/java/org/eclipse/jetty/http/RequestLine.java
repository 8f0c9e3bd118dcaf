package org.eclipse.jetty.http;

import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpCompliance.Violation;
import org.jspecify.annotations.Nullable;

/**
 * Parses request lines: {@code method SP request-target SP HTTP-version} (RFC 9112, section 3).
 *
 * <p>The parts of the last line that was valid stay until the next one. Confined to its parser.
 */
final class RequestLine {
    static final int MAX_METHOD = 64;

    private final ParserCompliance compliance;
    private @Nullable String method;
    private @Nullable String target;
    private @Nullable HttpVersion version;

    RequestLine(ParserCompliance compliance) {
        this.compliance = compliance;
    }

    String method() {
        assert method != null : "parsed";
        return method;
    }

    String target() {
        assert target != null : "parsed";
        return target;
    }

    /** The version; that of HTTP/0.9 when the line has none, and that is allowed. */
    HttpVersion version() {
        assert version != null : "parsed";
        return version;
    }

    /** Forgets the last line. */
    void clear() {
        method = null;
        target = null;
        version = null;
    }

    /**
     * Parses a line, which is not empty, without its end.
     *
     * @throws BadMessageException it is not valid
     */
    void parse(byte[] a, int from, int to) {
        int space = from;
        while (space < to && HttpTokens.is(a[space], HttpTokens.TCHAR)) {
            space++;
        }
        if (space == from || space < to && a[space] != ' ') {
            throw ParserCompliance.illegal("method", a[space]);
        }
        if (space == to) {
            throw new BadMessageException("No URI");
        }
        if (space - from > MAX_METHOD) {
            throw new BadMessageException("Bad method");
        }
        String name = method(a, from, space);
        int start = space + 1;
        int end = start;
        boolean ascii = true;
        while (end < to && HttpTokens.is(a[end], HttpTokens.TARGET)) {
            ascii &= a[end++] >= 0;
        }
        if (end < to && a[end] != ' ') {
            throw ParserCompliance.illegal("request target", a[end]);
        }
        if (end == start) {
            throw new BadMessageException("No URI");
        }
        String uri = ascii
                ? ParserCompliance.latin(a, start, end)
                : new String(a, start, end - start, StandardCharsets.UTF_8);
        HttpVersion found;
        if (end == to) {
            checkSimple(name, uri);
            found = HttpVersion.HTTP_0_9;
        } else {
            found = version(name, a, end + 1, to);
            checkTarget(name, uri, found == HttpVersion.HTTP_2);
        }
        method = name;
        target = uri;
        version = found;
    }

    private String method(byte[] a, int from, int to) {
        HttpMethod known = HttpMethod.fromBytes(a, from, to);
        if (known != null) {
            return known.asString();
        }
        String name = ParserCompliance.latin(a, from, to);
        if (compliance.allows(Violation.CASE_INSENSITIVE_METHOD)) {
            for (HttpMethod candidate : HttpMethod.values()) {
                if (candidate.is(name)) {
                    compliance.report(Violation.CASE_INSENSITIVE_METHOD, name);
                    return candidate.asString();
                }
            }
        }
        return name;
    }

    /** That of HTTP/2 is in its preface only (RFC 9113, section 3.4). */
    private static HttpVersion version(String method, byte[] a, int from, int to) {
        HttpVersion version = HttpVersion.fromBytes(a, from, to);
        if (version == null) {
            throw badVersion(a, from, to);
        }
        boolean preface =
                version == HttpVersion.HTTP_2 && HttpMethod.PRI.asString().equals(method);
        if (version != HttpVersion.HTTP_1_1 && version != HttpVersion.HTTP_1_0 && !preface) {
            throw unknownVersion();
        }
        return version;
    }

    /** RFC 9112, section 2.3: what looks like a version is not supported, what does not is a bad message. */
    static BadMessageException badVersion(byte[] a, int from, int to) {
        if (to - from == 8
                && a[from + 5] >= '0'
                && a[from + 5] <= '9'
                && a[from + 6] == '.'
                && a[from + 7] >= '0'
                && a[from + 7] <= '9') {
            boolean http = true;
            for (int i = 0; i < 5; i++) {
                http &= a[from + i] == "HTTP/".charAt(i);
            }
            if (http) {
                return unknownVersion();
            }
        }
        return new BadMessageException("Bad Version");
    }

    static BadMessageException unknownVersion() {
        return new BadMessageException(HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505, "Unknown Version");
    }

    /** RFC 1945, section 4.1: a simple request has neither a version nor fields. */
    private void checkSimple(String method, String uri) {
        if (!compliance.allows(Violation.HTTP_0_9)) {
            throw new BadMessageException(HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505, "HTTP/0.9 not supported");
        }
        if (!HttpMethod.GET.asString().equals(method) || !uri.startsWith("/")) {
            throw new BadMessageException("Bad HTTP/0.9 request");
        }
        compliance.report(Violation.HTTP_0_9, uri);
    }

    /** RFC 9112, section 3.2: origin-form, absolute-form, authority-form for CONNECT only, asterisk-form for OPTIONS only. */
    private static void checkTarget(String method, String uri, boolean preface) {
        if (HttpMethod.CONNECT.asString().equals(method)) {
            // RFC 9110, section 9.3.6: a server must reject an empty or invalid port
            int colon = HostSyntax.check(uri, 0, uri.length());
            if (colon <= 0 || HostSyntax.port(uri, colon, uri.length()) <= 0) {
                throw new BadMessageException("Bad authority (expected: host:port)");
            }
            return;
        }
        char first = uri.charAt(0);
        if (first == '/') {
            return;
        }
        if (first == '*' && uri.length() == 1) {
            if (preface || HttpMethod.OPTIONS.asString().equals(method)) {
                return;
            }
        } else {
            int colon = uri.indexOf("://");
            if (colon > 0) {
                checkAbsolute(uri, colon);
                return;
            }
        }
        throw new BadMessageException("Bad URI");
    }

    private static void checkAbsolute(String uri, int colon) {
        for (int i = 0; i < colon; i++) {
            char c = uri.charAt(i);
            boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
            if (!letter && (i == 0 || !(c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'))) {
                throw new BadMessageException("Bad URI");
            }
        }
        // RFC 9110, section 4.2.1: a recipient must reject an empty host
        int host = colon + "://".length();
        if (host == uri.length() || "/?#:".indexOf(uri.charAt(host)) >= 0) {
            throw new BadMessageException("Bad URI: no host");
        }
    }
}
