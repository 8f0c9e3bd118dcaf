package org.eclipse.jetty.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A cookie: a name, a value and attributes (RFC 6265).
 *
 * <p>Two cookies are the same when name, domain (in any case) and path are (RFC 6265, section 5.3). Those made here are thread-safe.
 */
public interface HttpCookie {
    String COMMENT_ATTRIBUTE = "Comment";
    String DOMAIN_ATTRIBUTE = "Domain";
    String EXPIRES_ATTRIBUTE = "Expires";
    String HTTP_ONLY_ATTRIBUTE = "HttpOnly";
    String MAX_AGE_ATTRIBUTE = "Max-Age";
    String PATH_ATTRIBUTE = "Path";
    String SAME_SITE_ATTRIBUTE = "SameSite";
    String SECURE_ATTRIBUTE = "Secure";
    String PARTITIONED_ATTRIBUTE = "Partitioned";

    String getName();

    String getValue();

    /** 0 for RFC 6265, 1 for RFC 2965. */
    int getVersion();

    /** The attributes by name in any case; those without a value have "true". */
    Map<String, String> getAttributes();

    /** When the cookie expires. */
    default @Nullable Instant getExpires() {
        String expires = getAttributes().get(EXPIRES_ATTRIBUTE);
        return expires == null ? null : parseExpires(expires);
    }

    /** The seconds to live, 0 or less for none, -1 when it lives as long as the client. */
    default long getMaxAge() {
        String maxAge = getAttributes().get(MAX_AGE_ATTRIBUTE);
        return maxAge == null ? -1 : Long.parseLong(maxAge);
    }

    /** Whether it has expired; Max-Age comes before Expires (RFC 6265, section 5.3). */
    default boolean isExpired() {
        String maxAge = getAttributes().get(MAX_AGE_ATTRIBUTE);
        if (maxAge != null && getMaxAge() == 0) {
            return true;
        }
        Instant expires = getExpires();
        return maxAge == null && expires != null && Instant.now().isAfter(expires);
    }

    default @Nullable String getComment() {
        return getAttributes().get(COMMENT_ATTRIBUTE);
    }

    default @Nullable String getDomain() {
        return getAttributes().get(DOMAIN_ATTRIBUTE);
    }

    default @Nullable String getPath() {
        return getAttributes().get(PATH_ATTRIBUTE);
    }

    default boolean isSecure() {
        return Boolean.parseBoolean(getAttributes().get(SECURE_ATTRIBUTE));
    }

    default @Nullable SameSite getSameSite() {
        return SameSite.from(getAttributes().get(SAME_SITE_ATTRIBUTE));
    }

    default boolean isHttpOnly() {
        return Boolean.parseBoolean(getAttributes().get(HTTP_ONLY_ATTRIBUTE));
    }

    default boolean isPartitioned() {
        return Boolean.parseBoolean(getAttributes().get(PARTITIONED_ATTRIBUTE));
    }

    @Override
    int hashCode();

    @Override
    boolean equals(Object obj);

    static HttpCookie from(String name, String value) {
        return from(name, value, 0, null);
    }

    static HttpCookie from(String name, String value, Map<String, String> attributes) {
        return from(name, value, 0, attributes);
    }

    static HttpCookie from(String name, String value, int version, @Nullable Map<String, String> attributes) {
        if (attributes == null || attributes.isEmpty()) {
            return new Immutable(name, value, version, Collections.emptyMap());
        }
        Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        attributes.forEach((k, v) -> {
            if (v != null) {
                copy.put(k, v);
            }
        });
        return new Immutable(name, value, version, Collections.unmodifiableMap(copy));
    }

    /** A copy with more attributes: names and values in turn. */
    static HttpCookie from(HttpCookie cookie, String... additionalAttributes) {
        if (additionalAttributes.length % 2 != 0) {
            throw new IllegalArgumentException("odd number of attribute names and values");
        }
        Builder builder = build(cookie);
        for (int i = 0; i < additionalAttributes.length; i += 2) {
            builder.attribute(additionalAttributes[i], additionalAttributes[i + 1]);
        }
        return builder.build();
    }

    /** The same cookie as the JDK has it; an age that the JDK calls -1 is that of no attribute. */
    static HttpCookie from(java.net.HttpCookie cookie) {
        Builder builder = build(cookie.getName(), cookie.getValue(), cookie.getVersion())
                .comment(cookie.getComment())
                .domain(cookie.getDomain())
                .path(cookie.getPath())
                .httpOnly(cookie.isHttpOnly())
                .secure(cookie.getSecure());
        if (cookie.getMaxAge() >= 0) {
            builder.maxAge(cookie.getMaxAge());
        }
        return builder.build();
    }

    static Builder build(String name, String value) {
        return new Builder(name, value, 0);
    }

    static Builder build(String name, String value, int version) {
        return new Builder(name, value, version);
    }

    static Builder build(HttpCookie cookie) {
        Builder builder = new Builder(cookie.getName(), cookie.getValue(), cookie.getVersion());
        builder.attributes.putAll(cookie.getAttributes());
        return builder;
    }

    static int hashCode(HttpCookie cookie) {
        String domain = cookie.getDomain();
        return Objects.hash(
                cookie.getName(), domain == null ? null : domain.toLowerCase(Locale.ENGLISH), cookie.getPath());
    }

    static boolean equals(@Nullable HttpCookie cookie, Object obj) {
        if (cookie == obj) {
            return true;
        }
        if (cookie == null || !(obj instanceof HttpCookie other)) {
            return false;
        }
        String domain = cookie.getDomain();
        return Objects.equals(cookie.getName(), other.getName())
                && (domain == null ? other.getDomain() == null : domain.equalsIgnoreCase(other.getDomain()))
                && Objects.equals(cookie.getPath(), other.getPath());
    }

    static String toString(HttpCookie cookie) {
        StringBuilder b = new StringBuilder(cookie.getName()).append('=').append(cookie.getValue());
        cookie.getAttributes()
                .forEach(
                        (name, value) -> b.append("; ").append(name).append('=').append(value));
        return b.toString();
    }

    static String formatExpires(Instant expires) {
        return DateGenerator.formatDate(expires);
    }

    /** The date of an Expires attribute; IllegalArgumentException when it is none. */
    static Instant parseExpires(String expires) {
        return HttpDateTime.parseOfCookie(expires)
                .withZoneSameInstant(ZoneOffset.UTC)
                .toInstant();
    }

    /** When a cookie is sent with requests that other sites cause. */
    enum SameSite {
        NONE("None"),
        STRICT("Strict"),
        LAX("Lax");

        private final String attributeValue;

        SameSite(String attributeValue) {
            this.attributeValue = attributeValue;
        }

        public String getAttributeValue() {
            return attributeValue;
        }

        /** The one of a value in any case. */
        public static @Nullable SameSite from(@Nullable String value) {
            if (value == null) {
                return null;
            }
            for (SameSite sameSite : values()) {
                if (sameSite.attributeValue.equalsIgnoreCase(value)) {
                    return sameSite;
                }
            }
            return null;
        }

        /**
         * Returns the one of a value; null for null.
         *
         * @throws IllegalArgumentException if there is none of that value
         */
        public static @Nullable SameSite orRefuse(@Nullable String value) {
            SameSite found = from(value);
            if (value != null && found == null) {
                throw new IllegalArgumentException("SameSite " + value + " (expected: None, Strict or Lax)");
            }
            return found;
        }
    }

    /** Makes a cookie.. Not thread-safe. */
    final class Builder {
        private final String name;
        private final String value;
        private final int version;
        private final Map<String, String> attributes = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

        private Builder(String name, String value, int version) {
            this.name = name;
            this.value = value;
            this.version = version;
        }

        /** Sets an attribute; a null value removes it. */
        public Builder attribute(@Nullable String name, @Nullable String value) {
            if (name == null) {
                return this;
            }
            switch (name.toLowerCase(Locale.ENGLISH)) {
                case "expires" -> {
                    return expires(value == null ? null : parseExpires(value));
                }
                case "httponly" -> {
                    return flag(HTTP_ONLY_ATTRIBUTE, value != null && !"false".equalsIgnoreCase(value));
                }
                case "secure" -> {
                    return flag(SECURE_ATTRIBUTE, value != null && !"false".equalsIgnoreCase(value));
                }
                case "partitioned" -> {
                    return flag(PARTITIONED_ATTRIBUTE, value != null && !"false".equalsIgnoreCase(value));
                }
                case "max-age" -> {
                    return value == null ? put(MAX_AGE_ATTRIBUTE, null) : maxAge(Long.parseLong(value));
                }
                case "samesite" -> {
                    return sameSite(SameSite.orRefuse(value));
                }
                default -> {
                    return put(name, value);
                }
            }
        }

        public Builder comment(@Nullable String comment) {
            return put(COMMENT_ATTRIBUTE, comment);
        }

        public Builder domain(@Nullable String domain) {
            return put(DOMAIN_ATTRIBUTE, domain);
        }

        public Builder httpOnly(boolean httpOnly) {
            return flag(HTTP_ONLY_ATTRIBUTE, httpOnly);
        }

        /** The seconds to live; below 0 for as long as the client lives. */
        public Builder maxAge(long maxAge) {
            return put(MAX_AGE_ATTRIBUTE, maxAge < 0 ? null : Long.toString(maxAge));
        }

        public Builder expires(@Nullable Instant expires) {
            return put(EXPIRES_ATTRIBUTE, expires == null ? null : formatExpires(expires));
        }

        public Builder path(@Nullable String path) {
            return put(PATH_ATTRIBUTE, path);
        }

        public Builder secure(boolean secure) {
            return flag(SECURE_ATTRIBUTE, secure);
        }

        public Builder sameSite(@Nullable SameSite sameSite) {
            return put(SAME_SITE_ATTRIBUTE, sameSite == null ? null : sameSite.attributeValue);
        }

        public Builder partitioned(boolean partitioned) {
            return flag(PARTITIONED_ATTRIBUTE, partitioned);
        }

        private Builder flag(String name, boolean on) {
            return put(name, on ? "true" : null);
        }

        private Builder put(String name, @Nullable String value) {
            if (value == null) {
                attributes.remove(name);
            } else {
                attributes.put(name, value);
            }
            return this;
        }

        public HttpCookie build() {
            return from(name, value, version, attributes);
        }
    }

    /** A cookie that never changes. */
    final class Immutable implements HttpCookie {
        private final String name;
        private final String value;
        private final int version;
        private final Map<String, String> attributes;

        private Immutable(String name, String value, int version, Map<String, String> attributes) {
            this.name = name;
            this.value = value;
            this.version = version;
            this.attributes = attributes;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public String getValue() {
            return value;
        }

        @Override
        public int getVersion() {
            return version;
        }

        @Override
        public Map<String, String> getAttributes() {
            return attributes;
        }

        @Override
        public int hashCode() {
            return HttpCookie.hashCode(this);
        }

        @Override
        public boolean equals(Object obj) {
            return HttpCookie.equals(this, obj);
        }

        @Override
        public String toString() {
            return HttpCookie.toString(this);
        }
    }

    /** A cookie as another one. */
    class Wrapper implements HttpCookie {
        private final HttpCookie wrapped;

        public Wrapper(HttpCookie wrapped) {
            this.wrapped = wrapped;
        }

        public HttpCookie getWrapped() {
            return wrapped;
        }

        @Override
        public String getName() {
            return wrapped.getName();
        }

        @Override
        public String getValue() {
            return wrapped.getValue();
        }

        @Override
        public int getVersion() {
            return wrapped.getVersion();
        }

        @Override
        public Map<String, String> getAttributes() {
            return wrapped.getAttributes();
        }

        @Override
        public int hashCode() {
            return HttpCookie.hashCode(this);
        }

        @Override
        public boolean equals(Object obj) {
            return HttpCookie.equals(this, obj);
        }

        @Override
        public String toString() {
            return HttpCookie.toString(this);
        }
    }
}
