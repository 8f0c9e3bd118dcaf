package org.eclipse.jetty.http;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/** Stores the cookies of a client, and selects those to be sent (RFC 6265, sections 5.3 and 5.4). Thread-safe. */
public interface HttpCookieStore {
    /**
     * Stores a cookie that a response for a URI has set; one that has expired removes the stored one.
     *
     * @return whether it was stored
     */
    boolean add(URI uri, HttpCookie cookie);

    /** Returns all cookies that have not expired. */
    List<HttpCookie> all();

    /** Returns the cookies to be sent with a request to a URI, those with longer paths first. */
    List<HttpCookie> match(URI uri);

    /** Removes the cookie that a response for the URI would replace by this one; returns whether there was one. */
    boolean remove(URI uri, HttpCookie cookie);

    /** Removes all cookies; returns whether there were any. */
    boolean clear();

    /** Stores nothing. */
    class Empty implements HttpCookieStore {
        @Override
        public boolean add(URI uri, HttpCookie cookie) {
            return false;
        }

        @Override
        public List<HttpCookie> all() {
            return List.of();
        }

        @Override
        public List<HttpCookie> match(URI uri) {
            return List.of();
        }

        @Override
        public boolean remove(URI uri, HttpCookie cookie) {
            return false;
        }

        @Override
        public boolean clear() {
            return false;
        }
    }

    /**
     * Stores cookies in memory: at most {@value #MAX_COOKIES_OF_HOST} of a domain and {@value #MAX_COOKIES} in all, the oldest
     * being dropped first.
     *
     * <p>A cookie that is set in clear text does not replace one that is for TLS alone.
     *
     * <p>A cookie for a public suffix, such as {@code co.uk}, is refused, unless it is set by the host of that name, to which it
     * goes alone (section 5.3, step 5).
     */
    class Default implements HttpCookieStore {
        private static final int MAX_COOKIES = 3000;
        private static final int MAX_COOKIES_OF_HOST = 180;

        private final AutoLock lock = new AutoLock();
        /** Null for those that come with this library, which are read when a cookie has a domain. */
        private final @Nullable PublicSuffixes suffixes;
        /** By domain in lower case; each list is in the order of creation. */
        private final Map<String, List<Stored>> cookies = new HashMap<>();

        private int size;
        private long sequence;

        /** Creates a store with the public suffixes that come with this library. */
        public Default() {
            suffixes = null;
        }

        /** Creates a store with public suffixes of a newer list, for example. */
        public Default(PublicSuffixes suffixes) {
            this.suffixes = Objects.requireNonNull(suffixes);
        }

        @Override
        public boolean add(URI uri, HttpCookie cookie) {
            Stored stored = store(uri, cookie);
            if (stored == null) {
                return false;
            }
            boolean secureOrigin = HttpScheme.isSecure(uri.getScheme());
            try (AutoLock l = lock.lock()) {
                if (!secureOrigin && hidesSecure(stored)) {
                    return false;
                }
                Stored previous = removeSame(stored);
                if (stored.isExpired()) {
                    return false;
                }
                // RFC 6265, section 5.3, step 11.3: a replaced cookie keeps its creation time
                stored.sequence = previous == null ? sequence++ : previous.sequence;
                List<Stored> list = cookies.computeIfAbsent(stored.domain, key -> new ArrayList<>());
                list.add(stored);
                size++;
                if (list.size() > MAX_COOKIES_OF_HOST) {
                    removeOldest(list);
                }
                if (size > MAX_COOKIES) {
                    shrink();
                }
            }
            return true;
        }

        /**
         * Returns whether cookies may be set for a whole domain by one of its hosts: not for a public suffix.
         *
         * @param domain in lower case, without a leading dot
         */
        protected boolean allowDomain(String domain) {
            PublicSuffixes list = suffixes == null ? PublicSuffixes.bundled() : suffixes;
            return !list.isPublicSuffix(domain);
        }

        /** Returns the cookie as it is stored; null if the host may not set it. */
        private @Nullable Stored store(URI uri, HttpCookie cookie) {
            String host = host(uri);
            if (host == null) {
                return null;
            }
            String domain = cookie.getDomain();
            boolean hostOnly = true;
            if (domain != null) {
                domain = domain.toLowerCase(Locale.ENGLISH);
                if (domain.startsWith(".")) {
                    domain = domain.substring(1);
                }
            }
            if (domain != null && !domain.isEmpty()) {
                if (!domain.equals(host)) {
                    if (!isDomainMatch(host, domain) || !allowDomain(domain)) {
                        return null;
                    }
                    hostOnly = false;
                } else {
                    hostOnly = isAddress(host) || !allowDomain(domain);
                }
            }
            String path = cookie.getPath();
            if (path == null || !path.startsWith("/")) {
                path = defaultPath(uri);
            }
            boolean secureOrigin = HttpScheme.isSecure(uri.getScheme());
            if (!allowedByPrefix(cookie, secureOrigin, hostOnly) || cookie.isSecure() && !secureOrigin) {
                return null;
            }
            return new Stored(cookie, hostOnly || domain == null ? host : domain, hostOnly, path);
        }

        /** The promises that names make by their prefix (RFC 6265bis, section 4.1.3). */
        private static boolean allowedByPrefix(HttpCookie cookie, boolean secureOrigin, boolean hostOnly) {
            String name = cookie.getName();
            if (name.regionMatches(true, 0, "__Host-", 0, 7)) {
                return secureOrigin
                        && cookie.isSecure()
                        && hostOnly
                        && cookie.getDomain() == null
                        && "/".equals(cookie.getPath());
            }
            return !name.regionMatches(true, 0, "__Secure-", 0, 9) || secureOrigin && cookie.isSecure();
        }

        private static @Nullable String host(URI uri) {
            return uri.getHost() == null ? null : uri.getHost().toLowerCase(Locale.ENGLISH);
        }

        private static boolean isAddress(String host) {
            return host.startsWith("[") || host.chars().allMatch(c -> c == '.' || c >= '0' && c <= '9');
        }

        /** RFC 6265, section 5.1.3. */
        private static boolean isDomainMatch(String host, String domain) {
            return host.length() > domain.length()
                    && host.endsWith(domain)
                    && host.charAt(host.length() - domain.length() - 1) == '.'
                    && !isAddress(HostPort.normalizeHost(host));
        }

        /** RFC 6265, section 5.1.4. */
        private static String defaultPath(URI uri) {
            String path = uri.getRawPath();
            if (path == null || !path.startsWith("/")) {
                return "/";
            }
            int slash = path.lastIndexOf('/');
            return slash == 0 ? "/" : path.substring(0, slash);
        }

        /** RFC 6265, section 5.1.4. */
        private static boolean isPathMatch(String path, String cookiePath) {
            return path.startsWith(cookiePath)
                    && (path.length() == cookiePath.length()
                            || cookiePath.endsWith("/")
                            || path.charAt(cookiePath.length()) == '/');
        }

        /** RFC 6265bis, section 5.7: whether a cookie that came in clear text would go in place of, or before, one that is for TLS alone. */
        private boolean hidesSecure(Stored cookie) {
            for (Map.Entry<String, List<Stored>> entry : cookies.entrySet()) {
                if (isWithin(entry.getKey(), cookie.domain) || isWithin(cookie.domain, entry.getKey())) {
                    for (Stored other : entry.getValue()) {
                        if (other.cookie.isSecure()
                                && other.cookie.getName().equals(cookie.cookie.getName())
                                && isPathMatch(cookie.path, other.path)
                                && !other.isExpired()) {
                            return true;
                        }
                    }
                }
            }
            return false;
        }

        private static boolean isWithin(String domain, String other) {
            return domain.equals(other) || isDomainMatch(domain, other);
        }

        private @Nullable Stored removeSame(Stored cookie) {
            List<Stored> list = cookies.get(cookie.domain);
            if (list == null) {
                return null;
            }
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i).isSame(cookie)) {
                    Stored removed = list.remove(i);
                    size--;
                    if (list.isEmpty()) {
                        cookies.remove(cookie.domain);
                    }
                    return removed;
                }
            }
            return null;
        }

        private void removeOldest(List<Stored> list) {
            list.remove(list.stream()
                    .min(Comparator.comparingLong(stored -> stored.sequence))
                    .orElseThrow());
            size--;
        }

        /** Drops what has expired, and the oldest ones if that does not help. */
        private void shrink() {
            removeExpired();
            while (size > MAX_COOKIES) {
                List<Stored> list = cookies.values().stream()
                        .min(Comparator.comparingLong(l -> l.stream()
                                .mapToLong(stored -> stored.sequence)
                                .min()
                                .orElse(Long.MAX_VALUE)))
                        .orElseThrow();
                removeOldest(list);
                if (list.isEmpty()) {
                    cookies.values().remove(list);
                }
            }
        }

        private void removeExpired() {
            cookies.values().removeIf(list -> {
                int before = list.size();
                list.removeIf(Stored::isExpired);
                size -= before - list.size();
                return list.isEmpty();
            });
        }

        @Override
        public List<HttpCookie> all() {
            try (AutoLock l = lock.lock()) {
                removeExpired();
                return cookies.values().stream()
                        .flatMap(List::stream)
                        .map(stored -> stored.cookie)
                        .toList();
            }
        }

        @Override
        public List<HttpCookie> match(URI uri) {
            String host = host(uri);
            if (host == null) {
                return List.of();
            }
            String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
            boolean secure = HttpScheme.isSecure(uri.getScheme());
            List<Stored> result = null;
            try (AutoLock l = lock.lock()) {
                if (size == 0) {
                    return List.of();
                }
                for (String domain = host; domain != null; domain = parent(domain)) {
                    List<Stored> list = cookies.get(domain);
                    if (list == null) {
                        continue;
                    }
                    for (Stored stored : list) {
                        if ((!stored.hostOnly || domain.equals(host))
                                && (secure || !stored.cookie.isSecure())
                                && isPathMatch(path, stored.path)
                                && !stored.isExpired()) {
                            result = result == null ? new ArrayList<>() : result;
                            result.add(stored);
                        }
                    }
                }
            }
            if (result == null) {
                return List.of();
            }
            result.sort(Comparator.<Stored>comparingInt(stored -> -stored.path.length())
                    .thenComparingLong(stored -> stored.sequence));
            return result.stream().map(stored -> stored.cookie).toList();
        }

        private static @Nullable String parent(String domain) {
            int dot = domain.indexOf('.');
            return dot < 0 || dot == domain.length() - 1 ? null : domain.substring(dot + 1);
        }

        @Override
        public boolean remove(URI uri, HttpCookie cookie) {
            Stored stored = store(uri, cookie);
            if (stored == null) {
                return false;
            }
            try (AutoLock l = lock.lock()) {
                return removeSame(stored) != null;
            }
        }

        @Override
        public boolean clear() {
            try (AutoLock l = lock.lock()) {
                boolean any = size > 0;
                cookies.clear();
                size = 0;
                return any;
            }
        }

        private static final class Stored {
            private final HttpCookie cookie;
            private final String domain;
            private final boolean hostOnly;
            private final String path;
            private final @Nullable Instant expires;
            private long sequence;

            private Stored(HttpCookie cookie, String domain, boolean hostOnly, String path) {
                this.cookie = cookie;
                this.domain = domain;
                this.hostOnly = hostOnly;
                this.path = path;
                this.expires = expires(cookie);
            }

            /** RFC 6265, section 5.3, step 3: Max-Age wins. */
            private static @Nullable Instant expires(HttpCookie cookie) {
                if (cookie.getAttributes().containsKey(HttpCookie.MAX_AGE_ATTRIBUTE)) {
                    long seconds = cookie.getMaxAge();
                    // 400 days are the limit of RFC 6265bis, section 5.5
                    return seconds <= 0
                            ? Instant.EPOCH
                            : Instant.now().plusSeconds(Math.min(seconds, 400L * 24 * 3600));
                }
                return cookie.getExpires();
            }

            private boolean isExpired() {
                return expires != null && !Instant.now().isBefore(expires);
            }

            private boolean isSame(Stored other) {
                return cookie.getName().equals(other.cookie.getName())
                        && domain.equals(other.domain)
                        && path.equals(other.path);
            }
        }
    }
}
