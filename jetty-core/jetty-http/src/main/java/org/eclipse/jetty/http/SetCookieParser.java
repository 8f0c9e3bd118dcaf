package org.eclipse.jetty.http;

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
            // RFC 6265, section 5.2.2: a Max-Age below zero expires the cookie at once, as zero does
            if (HttpCookie.MAX_AGE_ATTRIBUTE.equalsIgnoreCase(attributeName) && attributeValue.startsWith("-")) {
                attributeValue = "0";
            }
            try {
                cookie.attribute(attributeName, attributeValue);
            } catch (IllegalArgumentException e) {
                // RFC 6265, sections 5.2.1, 5.2.2: an attribute that cannot be read is ignored
                continue;
            }
        }
        return cookie.build();
    }
}
