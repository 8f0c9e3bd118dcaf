package org.eclipse.jetty.session;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.HttpCookieUtils;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the cookie that carries the id of a session, and the cookies made of them (RFC 6265). Set before the
 * sessions are started, except for the attributes, which are thread-safe.
 */
final class SessionCookie {
    private final Map<String, String> attributes = Collections.synchronizedMap(new LinkedHashMap<>());
    String name;

    @Nullable
    String domain;
    /** The path; null for that of the context. */
    @Nullable
    String path;
    /** The seconds that the cookie lives; negative for as long as the user agent runs. */
    int maxAge = -1;

    boolean httpOnly = true;
    /** Whether the cookie is secure on every connection. */
    boolean secure;
    /** Whether the cookie is secure on secure connections. */
    boolean secureRequestOnly = true;

    boolean partitioned;
    /** The SameSite attribute; null for that of the context. */
    HttpCookie.@Nullable SameSite sameSite;

    @Nullable
    String comment;

    SessionCookie(String name) {
        this.name = name;
    }

    /** Sets an attribute that has no setting of its own; null removes it. */
    void setAttribute(String attribute, @Nullable String value) {
        if (value == null) {
            attributes.remove(attribute);
        } else {
            attributes.put(attribute, value);
        }
    }

    /** Returns all attributes that are set, by their names. */
    Map<String, String> getAttributes() {
        Map<String, String> all = new LinkedHashMap<>(attributes);
        put(all, "Domain", domain);
        put(all, "Path", path);
        put(all, "Max-Age", maxAge < 0 ? null : Integer.toString(maxAge));
        put(all, "HttpOnly", httpOnly ? "true" : null);
        put(all, "Secure", secure ? "true" : null);
        put(all, "Partitioned", partitioned ? "true" : null);
        put(all, "SameSite", sameSite == null ? null : sameSite.getAttributeValue());
        put(all, "Comment", comment);
        return all;
    }

    private static void put(Map<String, String> map, String name, @Nullable String value) {
        if (value != null) {
            map.put(name, value);
        }
    }

    /**
     * Makes the cookie of a session.
     *
     * @param context the context of the sessions, if they are of one
     * @param requestIsSecure whether the cookie goes over a secure connection
     */
    HttpCookie make(String id, @Nullable Context context, boolean requestIsSecure) {
        String cookiePath = path != null ? path : context == null ? "/" : context.getContextPath();
        if (cookiePath == null || cookiePath.isEmpty()) {
            cookiePath = "/";
        }
        HttpCookie.Builder cookie = HttpCookie.build(name, id);
        attributes.forEach(cookie::attribute);
        cookie.path(cookiePath).httpOnly(httpOnly);
        cookie.secure(secure || (secureRequestOnly && requestIsSecure));
        if (domain != null) {
            cookie.domain(domain);
        }
        if (maxAge >= 0) {
            cookie.maxAge(maxAge);
        }
        HttpCookie.SameSite site =
                sameSite != null || context == null ? sameSite : HttpCookieUtils.getSameSiteDefault(context);
        if (site != null) {
            cookie.sameSite(site);
        }
        if (partitioned) {
            cookie.partitioned(true);
        }
        return cookie.build();
    }
}
