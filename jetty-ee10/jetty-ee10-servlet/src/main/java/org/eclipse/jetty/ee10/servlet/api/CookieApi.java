package org.eclipse.jetty.ee10.servlet.api;

import jakarta.servlet.http.Cookie;
import java.util.Map;

/** What a cookie says beside name and value, in this version of the Servlet API. Thread-safe. */
public final class CookieApi {
    private CookieApi() {}

    /** Returns the attributes of a cookie by their RFC 6265 names; a value may be empty for a flag. */
    public static Map<String, String> getAttributes(Cookie cookie) {
        return cookie.getAttributes();
    }

    /** Whether a cookie is for HTTP only. */
    public static boolean isHttpOnly(Cookie cookie) {
        return cookie.isHttpOnly();
    }
}
