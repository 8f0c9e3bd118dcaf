package org.eclipse.jetty.ee9.servlet.api;

import jakarta.servlet.http.Cookie;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What a cookie says beside name and value, in this version of the Servlet API. Thread-safe. */
public final class CookieApi {
    private static final String SAME_SITE = "__SAME_SITE_";

    private CookieApi() {}

    /**
     * Returns the attributes of a cookie by their RFC 6265 names; a value may be empty for a flag.
     *
     * <p>The API has no SameSite: it is taken from a comment that holds {@code __SAME_SITE_NONE__},
     * {@code __SAME_SITE_LAX__} or {@code __SAME_SITE_STRICT__}; {@code __HTTP_ONLY__} and {@code __PARTITIONED__} do
     * likewise. Comments are not sent (RFC 6265 has none).
     */
    public static Map<String, String> getAttributes(Cookie cookie) {
        Map<String, String> attributes = new LinkedHashMap<>();
        if (cookie.getDomain() != null) {
            attributes.put("Domain", cookie.getDomain());
        }
        if (cookie.getPath() != null) {
            attributes.put("Path", cookie.getPath());
        }
        if (cookie.getMaxAge() >= 0) {
            attributes.put("Max-Age", Integer.toString(cookie.getMaxAge()));
        }
        if (cookie.getSecure()) {
            attributes.put("Secure", "");
        }
        if (cookie.isHttpOnly() || mentions(cookie.getComment(), "__HTTP_ONLY__")) {
            attributes.put("HttpOnly", "");
        }
        String sameSite = getSameSite(cookie.getComment());
        if (sameSite != null) {
            attributes.put("SameSite", sameSite);
        }
        if (mentions(cookie.getComment(), "__PARTITIONED__")) {
            attributes.put("Partitioned", "true");
        }
        return attributes;
    }

    /** Whether a cookie is for HTTP only, by its flag or its comment. */
    public static boolean isHttpOnly(Cookie cookie) {
        return cookie.isHttpOnly() || mentions(cookie.getComment(), "__HTTP_ONLY__");
    }

    /** The value of SameSite that a comment asks for, or null. */
    static String getSameSite(String comment) {
        if (comment == null) {
            return null;
        }
        int start = comment.indexOf(SAME_SITE);
        int end = start < 0 ? -1 : comment.indexOf("__", start + SAME_SITE.length());
        if (end < 0) {
            return null;
        }
        return switch (comment.substring(start + SAME_SITE.length(), end).toUpperCase(Locale.ENGLISH)) {
            case "NONE" -> "None";
            case "LAX" -> "Lax";
            case "STRICT" -> "Strict";
            default -> null;
        };
    }

    static boolean mentions(String comment, String mark) {
        return comment != null && comment.contains(mark);
    }
}
