package org.eclipse.jetty.server;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.http.CookieCompliance;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.Syntax;
import org.eclipse.jetty.util.Attributes;
import org.jspecify.annotations.Nullable;

/** Makes Set-Cookie fields (RFC 6265, section 4.1). */
public final class HttpCookieUtils {
    /** The attribute of a context with the SameSite value of cookies that have none. */
    public static final String SAME_SITE_DEFAULT_ATTRIBUTE = "org.eclipse.jetty.cookie.sameSiteDefault";

    private HttpCookieUtils() {}

    /** The cookie with the default SameSite value of a context, if it has none itself. */
    public static HttpCookie checkSameSite(HttpCookie cookie, Attributes attributes) {
        if (cookie == null || cookie.getSameSite() != null) {
            return cookie;
        }
        HttpCookie.SameSite sameSite = getSameSiteDefault(attributes);
        return sameSite == null
                ? cookie
                : HttpCookie.build(cookie).sameSite(sameSite).build();
    }

    /** The default SameSite value of a context; null if there is none. */
    public static HttpCookie.@Nullable SameSite getSameSiteDefault(Attributes attributes) {
        Object value = attributes == null ? null : attributes.getAttribute(SAME_SITE_DEFAULT_ATTRIBUTE);
        if (value == null) {
            return null;
        }
        if (value instanceof HttpCookie.SameSite sameSite) {
            return sameSite;
        }
        HttpCookie.SameSite sameSite = HttpCookie.SameSite.from(value.toString());
        if (sameSite == null) {
            throw new IllegalStateException(
                    SAME_SITE_DEFAULT_ATTRIBUTE + ": " + value + " (expected: None, Lax or Strict)");
        }
        return sameSite;
    }

    /** The value of a Set-Cookie field; null if there is no cookie. */
    public static @Nullable String getSetCookie(HttpCookie cookie, CookieCompliance compliance) {
        return cookie == null ? null : getRFC6265SetCookie(cookie);
    }

    /**
     * The value of a Set-Cookie field by RFC 6265, section 4.1.1.
     *
     * @throws IllegalArgumentException if name or value cannot be sent
     */
    public static String getRFC6265SetCookie(HttpCookie cookie) {
        String name = cookie.getName();
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("cookie without name");
        }
        Syntax.requireValidRFC2616Token(name, "RFC6265 Cookie name");
        Syntax.requireValidRFC6265CookieValue(cookie.getValue());
        StringBuilder builder = new StringBuilder(64);
        builder.append(name).append('=').append(cookie.getValue() == null ? "" : cookie.getValue());
        String path = cookie.getPath();
        if (path != null && !path.isEmpty()) {
            append(builder, "Path", path);
        }
        String domain = cookie.getDomain();
        if (domain != null && !domain.isEmpty()) {
            append(builder, "Domain", domain);
        }
        long maxAge = cookie.getMaxAge();
        if (maxAge == 0) {
            // a cookie is deleted by a time that is over: Max-Age begins with a digit that is not zero
            append(builder, "Expires", "Thu, 01 Jan 1970 00:00:00 GMT");
        } else if (cookie.getExpires() != null) {
            append(builder, "Expires", HttpCookie.formatExpires(cookie.getExpires()));
        } else if (maxAge > 0) {
            // for user agents that do not know Max-Age
            append(builder, "Expires", HttpCookie.formatExpires(Instant.now().plusSeconds(maxAge)));
        }
        if (maxAge > 0) {
            append(builder, "Max-Age", Long.toString(maxAge));
        }
        if (cookie.isSecure()) {
            builder.append("; Secure");
        }
        if (cookie.isHttpOnly()) {
            builder.append("; HttpOnly");
        }
        HttpCookie.SameSite sameSite =
                HttpCookie.SameSite.orRefuse(cookie.getAttributes().get(HttpCookie.SAME_SITE_ATTRIBUTE));
        if (sameSite != null) {
            append(builder, "SameSite", sameSite.getAttributeValue());
        }
        if (cookie.isPartitioned()) {
            builder.append("; Partitioned");
        }
        for (Map.Entry<String, String> attribute : cookie.getAttributes().entrySet()) {
            if (!isKnown(attribute.getKey())) {
                Syntax.requireValidRFC2616Token(attribute.getKey(), "RFC6265 Cookie attribute");
                append(builder, attribute.getKey(), attribute.getValue());
            }
        }
        return builder.toString();
    }

    private static boolean isKnown(String attribute) {
        return switch (attribute.toLowerCase(Locale.ENGLISH)) {
            case "path", "domain", "expires", "max-age", "secure", "httponly", "samesite", "partitioned", "comment" ->
                true;
            default -> false;
        };
    }

    private static void append(StringBuilder builder, String name, String value) {
        builder.append("; ").append(name);
        if (value != null && !value.isEmpty()) {
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if (c < ' ' || c == 127 || c == ';') {
                    throw new IllegalArgumentException(
                            "cookie attribute " + name + " with character 0x" + Integer.toHexString(c));
                }
            }
            builder.append('=').append(value);
        }
    }

    /** Whether a cookie has a name, domain and path; null is like an empty text, domains are compared without case. */
    public static boolean match(HttpCookie cookie, String name, @Nullable String domain, @Nullable String path) {
        return Objects.equals(name, cookie.getName())
                && text(domain).equalsIgnoreCase(text(cookie.getDomain()))
                && text(path).equals(text(cookie.getPath()));
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** A Set-Cookie field that knows its cookie. */
    public static class SetCookieHttpField extends HttpField {
        private final HttpCookie cookie;

        public SetCookieHttpField(HttpCookie cookie, CookieCompliance compliance) {
            super(HttpHeader.SET_COOKIE, getSetCookie(cookie, compliance));
            this.cookie = cookie;
        }

        public HttpCookie getHttpCookie() {
            return cookie;
        }
    }
}
