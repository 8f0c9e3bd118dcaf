package org.eclipse.jetty.http;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks of syntax that throw IllegalArgumentException. Thread-safe. */
public final class Syntax {
    private Syntax() {}

    /** Requires a token (RFC 9110, section 5.6.2). */
    public static void requireValidRFC2616Token(@Nullable String value, String msg) {
        Objects.requireNonNull(msg, "msg");
        if (value == null || value.isEmpty()) {
            return;
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (!HttpTokens.isTokenChar(c)) {
                throw new IllegalArgumentException(
                        msg + ": illegal character 0x" + Integer.toHexString(c) + " (expected: a token)");
            }
        }
    }

    /** Requires a cookie value, in quotes or not (RFC 6265, section 4.1.1). Commas are taken, too, as browsers send them back. */
    public static void requireValidRFC6265CookieValue(@Nullable String value) {
        if (value == null || value.isEmpty()) {
            return;
        }
        int from = 0;
        int to = value.length();
        if (value.charAt(0) == '"') {
            if (to < 2 || value.charAt(to - 1) != '"') {
                throw new IllegalArgumentException("RFC6265 Cookie values must have balanced DQUOTES (if used)");
            }
            from++;
            to--;
        }
        for (int i = from; i < to; i++) {
            char c = value.charAt(i);
            if (!isCookieOctet(c) && c != ',') {
                throw new IllegalArgumentException(
                        "RFC6265 Cookie values may not contain character: [0x" + Integer.toHexString(c) + "]");
            }
        }
    }

    /** RFC 6265, section 4.1.1 cookie-octet. */
    static boolean isCookieOctet(char c) {
        return c > 0x20 && c < 0x7f && c != '"' && c != ',' && c != ';' && c != '\\';
    }
}
