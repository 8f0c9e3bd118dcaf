package org.eclipse.jetty.http;

import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/** Reads Set-Cookie values (RFC 6265, section 5.2). Thread-safe. */
public interface SetCookieParser {
    /** The cookie, or null when the value has none. */
    @Nullable
    HttpCookie parse(String setCookieValue);

    static SetCookieParser newInstance() {
        return SetCookieParser::parseCookie;
    }

    private static @Nullable HttpCookie parseCookie(@Nullable String text) {
        if (text == null) {
            return null;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) != '\t' && HttpTokens.isIllegalFieldVchar(text.charAt(i)) && text.charAt(i) <= 0xff) {
                return null;
            }
        }
        int end = text.indexOf(';');
        if (end < 0) {
            end = text.length();
        }
        int equals = text.indexOf('=');
        if (equals < 0 || equals > end) {
            return null;
        }
        String name = text.substring(0, equals).trim();
        if (!HttpTokens.isLegalFieldName(name)) {
            return null;
        }
        String value = text.substring(equals + 1, end).trim();
        if (value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"")) {
            value = value.substring(1, value.length() - 1);
        }
        HttpCookie.Builder cookie = HttpCookie.build(name, value);
        for (int from = end + 1; from <= text.length(); ) {
            int to = text.indexOf(';', from);
            if (to < 0) {
                to = text.length();
            }
            String attribute = text.substring(from, to).trim();
            from = to + 1;
            if (attribute.isEmpty()) {
                continue;
            }
            int sign = attribute.indexOf('=');
            String attributeName =
                    sign < 0 ? attribute : attribute.substring(0, sign).trim();
            String attributeValue =
                    sign < 0 ? "" : attribute.substring(sign + 1).trim();
            if (attributeName.isEmpty()) {
                continue;
            }
            add(cookie, attributeName, attributeValue);
        }
        return cookie.build();
    }

    /** Adds an attribute; one that cannot be read is ignored (RFC 6265, sections 5.2.1 to 5.2.6). */
    private static void add(HttpCookie.Builder cookie, String name, String value) {
        switch (StringUtil.asciiToLowerCase(name)) {
            case "max-age" -> {
                long maxAge = maxAge(value);
                if (maxAge >= 0) {
                    cookie.maxAge(maxAge);
                }
            }
            case "domain" -> {
                if (!value.isEmpty()) {
                    cookie.domain(value);
                }
            }
            // whatever their values
            case "secure" -> cookie.secure(true);
            case "httponly" -> cookie.httpOnly(true);
            case "partitioned" -> cookie.partitioned(true);
            default -> {
                try {
                    cookie.attribute(name, value);
                } catch (IllegalArgumentException x) {
                    return;
                }
            }
        }
    }

    /** Returns the seconds: 0, which expires the cookie at once, for less; -1 if the value is no number. */
    private static long maxAge(String value) {
        boolean negative = value.startsWith("-");
        int begin = negative ? 1 : 0;
        if (begin == value.length()) {
            return -1;
        }
        for (int i = begin; i < value.length(); i++) {
            if (value.charAt(i) < '0' || value.charAt(i) > '9') {
                return -1;
            }
        }
        if (negative) {
            return 0;
        }
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException x) {
            // of more digits
            return Long.MAX_VALUE;
        }
    }
}
