package org.eclipse.jetty.http;

import java.io.Serializable;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/**
 * A URI of HTTP with its parts: {@code scheme://user@host:port/path;param?query#fragment} (RFC 3986, RFC 9110, section 4).
 *
 * <p>The path is had in three forms: as sent ({@link #getPath()}), canonical ({@link #getCanonicalPath()}: without dot
 * segments and path parameters, decoded but for what would change its meaning) and decoded ({@link #getDecodedPath()}). A
 * path of plain characters is one String for all three, and is found to be so in one pass. What is doubtful is reported as
 * {@linkplain #getViolations() violations}, for a {@link UriCompliance} to judge; what cannot be read at all is an
 * IllegalArgumentException.
 */
public interface HttpURI {
    static Mutable build() {
        return new Mutable();
    }

    static Mutable build(HttpURI uri) {
        return new Mutable().uri(uri);
    }

    /** The scheme and authority of a URI with another path and query. */
    static Mutable build(HttpURI uri, String pathQuery) {
        return new Mutable().uri(uri).fragment(null).pathQuery(pathQuery);
    }

    /** The scheme and authority of a URI with another path, parameter and query. */
    static Mutable build(HttpURI uri, @Nullable String path, @Nullable String param, @Nullable String query) {
        return new Mutable().uri(uri).fragment(null).path(path).param(param).query(query);
    }

    static Mutable build(URI uri) {
        return new Mutable().uri(uri.toASCIIString());
    }

    static Mutable build(String uri) {
        return new Mutable().uri(uri);
    }

    /** A request target (RFC 9112, section 3.2). */
    static Mutable build(String method, String target) {
        return new Mutable().uri(method, target);
    }

    static Immutable from(URI uri) {
        return build(uri).asImmutable();
    }

    static Immutable from(String uri) {
        return build(uri).asImmutable();
    }

    /** A request target (RFC 9112, section 3.2). */
    static Immutable from(String method, String target) {
        return build(method, target).asImmutable();
    }

    static Immutable from(@Nullable String scheme, HostPort hostPort, @Nullable String pathQuery) {
        return from(scheme, hostPort.getHost(), hostPort.getPort(-1), pathQuery);
    }

    static Immutable from(@Nullable String scheme, @Nullable String host, int port, @Nullable String pathQuery) {
        return new Mutable()
                .scheme(scheme)
                .authority(host, port)
                .pathQuery(pathQuery)
                .asImmutable();
    }

    static Immutable from(
            @Nullable String scheme,
            @Nullable String host,
            int port,
            @Nullable String path,
            @Nullable String query,
            @Nullable String fragment) {
        return new Mutable()
                .scheme(scheme)
                .authority(host, port)
                .path(path)
                .query(query)
                .fragment(fragment)
                .asImmutable();
    }

    Immutable asImmutable();

    String asString();

    /** {@code host[:port]}. */
    @Nullable
    String getAuthority();

    @Nullable
    String getDecodedPath();

    @Nullable
    String getCanonicalPath();

    @Nullable
    String getFragment();

    @Nullable
    String getHost();

    /** The last parameter of the last path segment. */
    @Nullable
    String getParam();

    @Nullable
    String getPath();

    @Nullable
    String getPathQuery();

    /** The port, or -1. */
    int getPort();

    @Nullable
    String getQuery();

    @Nullable
    String getScheme();

    @Nullable
    String getUser();

    boolean hasAuthority();

    /** Whether there is a scheme. */
    boolean isAbsolute();

    /** Whether the path may have two meanings. */
    boolean isAmbiguous();

    boolean hasViolations();

    boolean hasViolation(UriCompliance.Violation violation);

    Collection<UriCompliance.Violation> getViolations();

    default boolean hasAmbiguousSegment() {
        return hasViolation(UriCompliance.Violation.AMBIGUOUS_PATH_SEGMENT);
    }

    default boolean hasAmbiguousEmptySegment() {
        return hasViolation(UriCompliance.Violation.AMBIGUOUS_EMPTY_SEGMENT);
    }

    default boolean hasAmbiguousSeparator() {
        return hasViolation(UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR);
    }

    default boolean hasAmbiguousParameter() {
        return hasViolation(UriCompliance.Violation.AMBIGUOUS_PATH_PARAMETER);
    }

    default boolean hasAmbiguousEncoding() {
        return hasViolation(UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING);
    }

    default boolean hasUtf16Encoding() {
        return hasViolation(UriCompliance.Violation.UTF16_ENCODINGS);
    }

    /** This URI as a java.net.URI; what may not stand in one is encoded. */
    default URI toURI() {
        try {
            return new URI(asString());
        } catch (URISyntaxException e) {
            try {
                return new URI(
                        getScheme(), getUser(), getHost(), getPort(), getDecodedPath(), getQuery(), getFragment());
            } catch (URISyntaxException x) {
                throw new IllegalArgumentException(x.getMessage(), x);
            }
        }
    }

    /** The parts, shared by both kinds. */
    abstract class Parts implements HttpURI {
        private static final int AMBIGUOUS = (1 << UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING.ordinal() + 1) - 1;

        @Nullable
        String scheme;

        @Nullable
        String user;

        @Nullable
        String host;

        int port = -1;

        @Nullable
        String path;

        @Nullable
        String param;

        @Nullable
        String query;

        @Nullable
        String fragment;

        @Nullable
        String canonicalPath;

        @Nullable
        String decodedPath;

        @Nullable
        String pathQuery;

        @Nullable
        String string;

        int pathViolations;
        int otherViolations;

        private Parts() {}

        final void copy(Parts from) {
            scheme = from.scheme;
            user = from.user;
            host = from.host;
            port = from.port;
            path = from.path;
            param = from.param;
            query = from.query;
            fragment = from.fragment;
            canonicalPath = from.canonicalPath;
            decodedPath = from.decodedPath;
            pathQuery = from.pathQuery;
            string = from.string;
            pathViolations = from.pathViolations;
            otherViolations = from.otherViolations;
        }

        @Override
        public String asString() {
            String s = string;
            if (s == null) {
                string = s = write();
            }
            return s;
        }

        private String write() {
            StringBuilder b = new StringBuilder(64);
            if (scheme != null) {
                b.append(scheme).append(':');
            }
            if (host != null) {
                b.append("//");
                if (user != null) {
                    b.append(user).append('@');
                }
                b.append(host);
                if (port > 0 && (scheme == null || HttpScheme.normalizePort(scheme, port) != 0)) {
                    b.append(':').append(port);
                }
            }
            if (path != null) {
                if (host != null && !path.isEmpty() && path.charAt(0) != '/' && !"*".equals(path)) {
                    b.append('/');
                }
                b.append(path);
            }
            if (query != null) {
                b.append('?').append(query);
            }
            if (fragment != null) {
                b.append('#').append(fragment);
            }
            return b.toString();
        }

        @Override
        public @Nullable String getAuthority() {
            return host == null ? null : port > 0 ? host + ":" + port : host;
        }

        @Override
        public @Nullable String getDecodedPath() {
            return decodedPath;
        }

        @Override
        public @Nullable String getCanonicalPath() {
            return canonicalPath;
        }

        @Override
        public @Nullable String getFragment() {
            return fragment;
        }

        @Override
        public @Nullable String getHost() {
            return host == null || host.isEmpty() ? null : host;
        }

        @Override
        public @Nullable String getParam() {
            return param;
        }

        @Override
        public @Nullable String getPath() {
            return path;
        }

        @Override
        public @Nullable String getPathQuery() {
            String pq = pathQuery;
            if (pq == null) {
                pathQuery = pq = query == null ? path : (path == null ? "" : path) + "?" + query;
            }
            return pq;
        }

        @Override
        public int getPort() {
            return port;
        }

        @Override
        public @Nullable String getQuery() {
            return query;
        }

        @Override
        public @Nullable String getScheme() {
            return scheme;
        }

        @Override
        public @Nullable String getUser() {
            return user;
        }

        @Override
        public boolean hasAuthority() {
            return host != null;
        }

        @Override
        public boolean isAbsolute() {
            return scheme != null && !scheme.isEmpty();
        }

        @Override
        public boolean isAmbiguous() {
            return (pathViolations & AMBIGUOUS) != 0;
        }

        @Override
        public boolean hasViolations() {
            return (pathViolations | otherViolations) != 0;
        }

        @Override
        public boolean hasViolation(UriCompliance.Violation violation) {
            return ((pathViolations | otherViolations) & violation.bit()) != 0;
        }

        @Override
        public Collection<UriCompliance.Violation> getViolations() {
            int bits = pathViolations | otherViolations;
            if (bits == 0) {
                return Collections.emptySet();
            }
            EnumSet<UriCompliance.Violation> violations = EnumSet.noneOf(UriCompliance.Violation.class);
            for (UriCompliance.Violation v : UriCompliance.Violation.values()) {
                if ((bits & v.bit()) != 0) {
                    violations.add(v);
                }
            }
            return violations;
        }

        @Override
        public boolean equals(Object o) {
            return this == o || o instanceof HttpURI uri && asString().equals(uri.asString());
        }

        @Override
        public int hashCode() {
            return asString().hashCode();
        }

        @Override
        public String toString() {
            return asString();
        }
    }

    /** A URI that never changes. Thread-safe. */
    final class Immutable extends Parts implements Serializable {
        private Immutable(Parts parts) {
            copy(parts);
        }

        @Override
        public Immutable asImmutable() {
            return this;
        }
    }

    /** A URI under construction, which can be recycled by {@link #clear()}. Not thread-safe. */
    final class Mutable extends Parts {
        private Mutable() {}

        @Override
        public Immutable asImmutable() {
            return new Immutable(this);
        }

        public Mutable clear() {
            scheme = user = host = path = param = query = fragment = null;
            canonicalPath = decodedPath = pathQuery = string = null;
            port = -1;
            pathViolations = otherViolations = 0;
            return this;
        }

        public Mutable uri(HttpURI uri) {
            if (uri instanceof Parts parts) {
                copy(parts);
            } else {
                uri(uri.asString());
            }
            return this;
        }

        /** Takes a URI or a relative reference apart (RFC 3986, section 4.1). */
        public Mutable uri(String uri) {
            clear();
            parse(uri);
            return this;
        }

        /** Takes a target that cannot be read as the path that was sent; it has no other form. */
        Mutable unreadable(String target) {
            clear();
            path = pathQuery = string = target;
            return this;
        }

        /** Takes a part of a text apart. */
        public Mutable uri(String uri, int offset, int length) {
            return uri(uri.substring(offset, offset + length));
        }

        /** Takes a request target apart (RFC 9112, section 3.2); an absolute-form without a path gets "/". */
        public Mutable uri(String method, String target) {
            clear();
            if (HttpMethod.CONNECT.asString().equals(method)) {
                if (target.startsWith("/")) {
                    throw new IllegalArgumentException("Bad authority");
                }
                parseAuthority(target, 0, target.length());
                canonicalPath = decodedPath = "";
            } else if (target.startsWith("/")) {
                parsePath(target, 0);
                string = target;
            } else {
                parse(target);
                if (host != null && path != null && path.isEmpty()) {
                    setPath("/");
                    pathQuery = null;
                }
            }
            return this;
        }

        public Mutable scheme(HttpScheme scheme) {
            return scheme(scheme.asString());
        }

        public Mutable scheme(@Nullable String scheme) {
            this.scheme = normalizeScheme(scheme);
            string = null;
            return this;
        }

        public Mutable user(@Nullable String user) {
            this.user = user;
            setOther(UriCompliance.Violation.USER_INFO, user != null);
            string = null;
            return this;
        }

        public Mutable host(@Nullable String host) {
            this.host = host;
            string = null;
            return this;
        }

        public Mutable port(int port) {
            this.port = port > 0 ? port : -1;
            string = null;
            return this;
        }

        /** Sets host and port; a null host removes both. */
        public Mutable authority(@Nullable String host, int port) {
            this.user = null;
            setOther(UriCompliance.Violation.USER_INFO, false);
            this.host = host;
            this.port = host != null && port > 0 ? port : -1;
            string = null;
            return this;
        }

        /** Sets user, host and port from {@code user@host:port}. */
        public Mutable authority(@Nullable String authority) {
            authority(null, -1);
            if (authority != null) {
                parseAuthority(authority, 0, authority.length());
            }
            return this;
        }

        /** Sets the path as it is sent. */
        public Mutable path(@Nullable String path) {
            if (host != null && path != null && !path.isEmpty() && path.charAt(0) != '/' && !"*".equals(path)) {
                path = "/" + path;
            }
            setPath(path);
            pathQuery = string = null;
            return this;
        }

        /** Sets the path from its decoded form. */
        public Mutable decodedPath(String path) {
            return path(UriSyntax.encode(path));
        }

        public Mutable pathQuery(@Nullable String pathQuery) {
            query = param = path = canonicalPath = decodedPath = null;
            pathViolations = 0;
            this.pathQuery = string = null;
            if (pathQuery != null) {
                parsePath(pathQuery, 0);
            }
            string = null;
            return this;
        }

        /** Sets the parameter of the last path segment; null removes it. */
        public Mutable param(@Nullable String param) {
            if (path == null) {
                this.param = param;
                return this;
            }
            String base = path;
            if (this.param != null) {
                base = base.substring(0, base.length() - this.param.length() - 1);
            }
            setPath(param == null ? base : base + ";" + param);
            pathQuery = string = null;
            return this;
        }

        public Mutable query(@Nullable String query) {
            this.query = query;
            pathQuery = string = null;
            return this;
        }

        public Mutable fragment(@Nullable String fragment) {
            this.fragment = fragment;
            setOther(UriCompliance.Violation.FRAGMENT, fragment != null);
            string = null;
            return this;
        }

        /** Takes a default port away, which RFC 9110, section 4.2.3 calls equivalent. */
        public Mutable normalize() {
            if (port > 0 && scheme != null && HttpScheme.normalizePort(scheme, port) == 0) {
                port = -1;
                string = null;
            }
            return this;
        }

        private void setOther(UriCompliance.Violation violation, boolean on) {
            otherViolations = on ? otherViolations | violation.bit() : otherViolations & ~violation.bit();
        }

        @NullContract("!null -> !null")
        private static @Nullable String normalizeScheme(@Nullable String scheme) {
            if (scheme == null) {
                return null;
            }
            HttpScheme known = HttpScheme.fromString(scheme);
            return known != null ? known.asString() : scheme;
        }

        private void parse(String uri) {
            int length = uri.length();
            int at = 0;
            if (length > 0 && uri.charAt(0) != '/') {
                int colon = UriSyntax.schemeEnd(uri);
                if (colon > 0) {
                    scheme = normalizeScheme(uri.substring(0, colon));
                    at = colon + 1;
                }
            }
            if (uri.startsWith("//", at)) {
                int end = at + 2;
                while (end < length && "/?#".indexOf(uri.charAt(end)) < 0) {
                    end++;
                }
                parseAuthority(uri, at + 2, end);
                at = end;
            }
            parsePath(uri, at);
            string = uri;
        }

        private void parseAuthority(String s, int from, int to) {
            int at = s.lastIndexOf('@', to - 1);
            if (at >= from) {
                user = s.substring(from, at);
                otherViolations |= UriCompliance.Violation.USER_INFO.bit();
                from = at + 1;
            }
            int colon = HostSyntax.check(s, from, to);
            if (colon < 0) {
                throw new IllegalArgumentException("Bad authority");
            }
            host = s.substring(from, colon);
            port = HostSyntax.port(s, colon, to);
            if (port == 0) {
                port = -1;
            }
            string = null;
        }

        /** Takes path, query and fragment apart, from an index to the end. */
        private void parsePath(String s, int from) {
            int length = s.length();
            int i = from;
            while (i < length && s.charAt(i) != '?' && s.charAt(i) != '#') {
                i++;
            }
            setPath(from == 0 && i == length ? s : s.substring(from, i));
            if (i < length && s.charAt(i) == '?') {
                int hash = s.indexOf('#', i);
                query = s.substring(i + 1, hash < 0 ? length : hash);
                i = hash < 0 ? length : hash;
            }
            if (i < length) {
                fragment = s.substring(i + 1);
                otherViolations |= UriCompliance.Violation.FRAGMENT.bit();
            }
            pathQuery = from == 0 && fragment == null ? s : null;
        }

        private void setPath(@Nullable String p) {
            path = p;
            param = null;
            pathViolations = 0;
            if (p == null || UriSyntax.isPlain(p)) {
                canonicalPath = decodedPath = p;
                return;
            }
            PathCanonicalizer canonicalizer = new PathCanonicalizer(p);
            canonicalPath = canonicalizer.canonical();
            decodedPath = canonicalizer.decoded();
            pathViolations = canonicalizer.violations();
            param = canonicalizer.param();
        }
    }
}
