package org.eclipse.jetty.http;

import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.util.TypeUtil;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/** The syntax of schemes and paths (RFC 3986, section 3). Thread-safe. */
final class UriSyntax {
    private UriSyntax() {}

    /** The index of the colon after a scheme (RFC 3986, section 3.1), or -1. */
    static int schemeEnd(String uri) {
        for (int i = 0; i < uri.length(); i++) {
            char c = uri.charAt(i);
            if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
                continue;
            }
            if (c == ':') {
                return i;
            }
            if (i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.')) {
                continue;
            }
            return -1;
        }
        return -1;
    }

    /** Whether a path is its own canonical and decoded form: plain characters, no dot or empty segments. */
    static boolean isPlain(String p) {
        char last = 0;
        for (int i = 0; i < p.length(); i++) {
            char c = p.charAt(i);
            if (c > 0x7f || !HttpTokens.is(c, HttpTokens.PLAIN)) {
                // a dot inside a segment is plain, one at its start may not be
                if (c != '.' || last == '/' || i == 0) {
                    return false;
                }
            } else if (c == '/' && last == '/') {
                return false;
            }
            last = c;
        }
        return true;
    }

    /** The path with what may not be in one encoded. */
    @NullContract("!null -> !null")
    static @Nullable String encode(@Nullable String path) {
        if (path == null || isPlain(path)) {
            return path;
        }
        StringBuilder b = new StringBuilder(path.length() + 16);
        for (byte octet : path.getBytes(StandardCharsets.UTF_8)) {
            if (octet >= 0 && HttpTokens.is(octet, HttpTokens.PATH)) {
                b.append((char) octet);
            } else {
                b.append('%');
                TypeUtil.toHex(octet, b);
            }
        }
        return b.toString();
    }
}
