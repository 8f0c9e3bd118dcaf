package org.eclipse.jetty.util;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.UnknownHostException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.jetty.util.annotation.NullContract;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.jspecify.annotations.Nullable;

/** Helps with URIs (RFC 3986) and their paths. */
public final class URIUtil {
    public static final int UNDEFINED_PORT = -1;

    /** Characters of a path, other than letters, digits and '/', that need no encoding. */
    private static final String PATH_PLAIN = "-._~!$&'()*+,:=@/";

    private static final String PATH_SAFE = PATH_PLAIN + "%;";

    private URIUtil() {}

    private static boolean isAlphaNumeric(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    /** Encodes a path: what may not be in a path, and what would not be path ('%', ';', '?', '#'), in UTF-8. */
    @NullContract("!null -> !null")
    public static @Nullable String encodePath(@Nullable String path) {
        return encode(path, PATH_PLAIN);
    }

    /** Encodes what may not be in a path, and leaves what is encoded already. */
    @NullContract("!null -> !null")
    public static @Nullable String encodePathSafeEncoding(@Nullable String path) {
        return encode(path, PATH_SAFE);
    }

    @NullContract("!null, _ -> !null")
    private static @Nullable String encode(@Nullable String text, String plain) {
        if (text == null || text.isEmpty()) {
            return text;
        }
        int i = 0;
        while (i < text.length() && (isAlphaNumeric(text.charAt(i)) || plain.indexOf(text.charAt(i)) >= 0)) {
            i++;
        }
        if (i == text.length()) {
            return text;
        }
        StringBuilder encoded = new StringBuilder(text.length() + 16).append(text, 0, i);
        while (i < text.length()) {
            char c = text.charAt(i);
            if (isAlphaNumeric(c) || plain.indexOf(c) >= 0) {
                encoded.append(c);
                i++;
            } else {
                int codePoint = text.codePointAt(i);
                int length = Character.charCount(codePoint);
                for (byte b : text.substring(i, i + length).getBytes(StandardCharsets.UTF_8)) {
                    appendHex(encoded, b);
                }
                i += length;
            }
        }
        return encoded.toString();
    }

    private static void appendHex(StringBuilder text, byte b) {
        text.append('%');
        TypeUtil.toHex(b, text);
    }

    /** Encodes what is neither a character of paths, queries and fragments nor an encoded byte (RFC 3986, appendix A). */
    public static String encodeIllegal(String part, Charset charset) {
        StringBuilder text = new StringBuilder(part.length() + 16);
        byte[] bytes = part.getBytes(charset);
        for (int i = 0; i < bytes.length; i++) {
            byte b = bytes[i];
            boolean escape = b == '%'
                    && i + 2 < bytes.length
                    && Character.digit(bytes[i + 1], 16) >= 0
                    && Character.digit(bytes[i + 2], 16) >= 0;
            if (escape || b > ' ' && b < 0x7f && "%\"<>[\\]^`{|}#".indexOf(b) < 0) {
                text.append((char) b);
            } else {
                appendHex(text, b);
            }
        }
        return text.toString();
    }

    /** Encodes these characters, and '%'. */
    @NullContract("!null, _ -> !null")
    public static @Nullable String encodeSpecific(@Nullable String str, @Nullable String charsToEncode) {
        if (str == null || str.isEmpty() || charsToEncode == null || charsToEncode.isEmpty()) {
            return str;
        }
        StringBuilder text = encodeString(null, str, charsToEncode);
        return text == null ? str : text.toString();
    }

    /** Appends the text with these characters, and '%', encoded; null when nothing was given and nothing is to encode. */
    @NullContract("!null, _, _ -> !null")
    public static @Nullable StringBuilder encodeString(@Nullable StringBuilder buf, String path, String encode) {
        StringBuilder text = buf;
        if (text == null) {
            int i = 0;
            while (i < path.length() && path.charAt(i) != '%' && encode.indexOf(path.charAt(i)) < 0) {
                i++;
            }
            if (i == path.length()) {
                return null;
            }
            text = new StringBuilder(path.length() * 2);
        }
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '%' || encode.indexOf(c) >= 0) {
                for (byte b : String.valueOf(c).getBytes(StandardCharsets.UTF_8)) {
                    appendHex(text, b);
                }
            } else {
                text.append(c);
            }
        }
        return text;
    }

    /** Decodes these characters where they are encoded, and '%', and nothing else. */
    @NullContract("!null, _ -> !null")
    public static @Nullable String decodeSpecific(@Nullable String str, String charsToDecode) {
        if (str == null || str.indexOf('%') < 0) {
            return str;
        }
        StringBuilder text = new StringBuilder(str.length());
        for (int i = 0; i < str.length(); i++) {
            char c = str.charAt(i);
            if (c == '%' && i + 2 < str.length() && StringUtil.isHex(str, i + 1, 2)) {
                char decoded = (char) TypeUtil.parseInt(str, i + 1, 2, 16);
                if (decoded == '%' || charsToDecode.indexOf(decoded) >= 0) {
                    text.append(decoded);
                    i += 2;
                    continue;
                }
            }
            text.append(c);
        }
        return text.toString();
    }

    /**
     * Decodes every encoded character of a path, and leaves its parameters in.
     *
     * @throws IllegalArgumentException when a '%' is not followed by two digits, or bytes are not UTF-8
     */
    @NullContract("!null -> !null")
    public static @Nullable String decodeAll(@Nullable String path) {
        if (path == null || path.indexOf('%') < 0) {
            return path;
        }
        Utf8StringBuilder text = new Utf8StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '%') {
                if (i + 2 >= path.length()) {
                    throw new IllegalArgumentException("Bad URI encoding: " + path);
                }
                text.append(UrlEncoded.decodeHexByte(path.charAt(i + 1), path.charAt(i + 2)));
                i += 2;
            } else {
                text.append(c);
            }
        }
        return text.takeCompleteString(() -> new IllegalArgumentException("Not UTF-8 in URI: " + path));
    }

    /**
     * Decodes a path, and leaves its parameters (";name=value") out.
     *
     * @throws IllegalArgumentException when a '%' is not followed by two digits, or bytes are not UTF-8
     */
    public static String decodePath(String path) {
        return decodePath(path, 0, path.length());
    }

    public static String decodePath(String path, int offset, int length) {
        int end = offset + length;
        int i = offset;
        while (i < end && path.charAt(i) != '%' && path.charAt(i) != ';') {
            i++;
        }
        if (i == end) {
            return offset == 0 && length == path.length() ? path : path.substring(offset, end);
        }
        Utf8StringBuilder text = new Utf8StringBuilder(length);
        text.append(path, offset, i - offset);
        while (i < end) {
            char c = path.charAt(i);
            if (c == '%') {
                if (i + 2 >= end) {
                    throw new IllegalArgumentException("Bad URI encoding: " + path);
                }
                text.append(UrlEncoded.decodeHexByte(path.charAt(i + 1), path.charAt(i + 2)));
                i += 3;
            } else if (c == ';') {
                int slash = path.indexOf('/', i);
                i = slash < 0 || slash > end ? end : slash;
            } else {
                text.append(c);
                i++;
            }
        }
        return text.takeCompleteString(() -> new IllegalArgumentException("Not UTF-8 in URI: " + path));
    }

    /** Whether a decoded path can be taken literally: no control characters. */
    public static boolean isPathValid(@Nullable String path) {
        if (path == null) {
            return false;
        }
        for (int i = 0; i < path.length(); i++) {
            if (Character.isISOControl(path.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a URI has neither a scheme nor an absolute path. */
    public static boolean isRelative(@Nullable String uri) {
        return uri == null || !hasScheme(uri) && !uri.startsWith("/");
    }

    /**
     * Resolves "." and ".." segments (RFC 3986, section 5.2.4).
     *
     * @return null when the path leads above its root
     */
    public static @Nullable String canonicalPath(@Nullable String path) {
        if (path == null || path.isEmpty()) {
            return path;
        }
        if (!hasDotSegment(path)) {
            return path;
        }
        List<String> segments = new ArrayList<>();
        int start = 0;
        boolean absolute = path.charAt(0) == '/';
        if (absolute) {
            start = 1;
        }
        boolean directory = false;
        while (start <= path.length()) {
            int end = path.indexOf('/', start);
            if (end < 0) {
                end = path.length();
            }
            String segment = path.substring(start, end);
            boolean last = end == path.length();
            switch (segment) {
                case "." -> directory = last;
                case ".." -> {
                    if (segments.isEmpty()) {
                        return null;
                    }
                    segments.remove(segments.size() - 1);
                    directory = last;
                }
                default -> {
                    segments.add(segment);
                    directory = false;
                }
            }
            start = end + 1;
        }
        StringBuilder text = new StringBuilder(path.length());
        if (absolute) {
            text.append('/');
        }
        text.append(String.join("/", segments));
        if (directory && !segments.isEmpty()) {
            text.append('/');
        }
        return text.toString();
    }

    public static <X extends Throwable> String canonicalPath(String path, Supplier<X> exception) throws X {
        String canonical = canonicalPath(path);
        if (canonical == null) {
            throw exception.get();
        }
        return canonical;
    }

    private static boolean hasDotSegment(String path) {
        boolean slash = true;
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (slash && c == '.') {
                int next = i + 1 < path.length() && path.charAt(i + 1) == '.' ? i + 2 : i + 1;
                if (next == path.length() || path.charAt(next) == '/') {
                    return true;
                }
            }
            slash = c == '/';
        }
        return false;
    }

    /** Joins two encoded paths; parameters and query of the first one go to the end. */
    @NullContract("!null, _ -> !null; _, !null -> !null")
    public static @Nullable String addEncodedPaths(@Nullable String p1, @Nullable String p2) {
        if (StringUtil.isEmpty(p1)) {
            return p1 != null && p2 == null ? p1 : p2;
        }
        if (StringUtil.isEmpty(p2)) {
            return p1;
        }
        int split = p1.indexOf(';');
        if (split < 0) {
            split = p1.indexOf('?');
        }
        if (split == 0) {
            return p2 + p1;
        }
        if (split < 0) {
            split = p1.length();
        }
        return addPaths(p1.substring(0, split), p2) + p1.substring(split);
    }

    /** Joins two paths by one '/'. */
    @NullContract("!null, _ -> !null; _, !null -> !null")
    public static @Nullable String addPaths(@Nullable String p1, @Nullable String p2) {
        if (StringUtil.isEmpty(p1)) {
            return p1 != null && p2 == null ? p1 : p2;
        }
        if (StringUtil.isEmpty(p2)) {
            return p1;
        }
        boolean ends = p1.endsWith("/");
        boolean starts = p2.startsWith("/");
        if (ends && starts) {
            return p1 + p2.substring(1);
        }
        return ends || starts ? p1 + p2 : p1 + "/" + p2;
    }

    public static String addPathQuery(String path, @Nullable String query) {
        return StringUtil.isEmpty(query) ? path : path + '?' + query;
    }

    /** The decoded name of the file or directory that the URI means: of the archive, when it is in one. */
    public static String getUriLastPathSegment(URI uri) {
        URI container = unwrapContainer(uri);
        String text = container.isOpaque() ? container.getSchemeSpecificPart() : container.getPath();
        while (text.endsWith("/")) {
            text = text.substring(0, text.length() - 1);
        }
        return text.substring(text.lastIndexOf('/') + 1);
    }

    /** The path up to its last segment, with a slash at the end; null for the root. */
    public static @Nullable String parentPath(@Nullable String p) {
        if (p == null || "/".equals(p)) {
            return null;
        }
        int slash = p.lastIndexOf('/', p.length() - 2);
        return slash < 0 ? null : p.substring(0, slash + 1);
    }

    /** Resolves dot segments of the path, and leaves the query; null when it leads above the root. */
    public static @Nullable String normalizePathQuery(@Nullable String pathQuery) {
        if (pathQuery == null) {
            return null;
        }
        int query = pathQuery.indexOf('?');
        if (query < 0) {
            return normalizePath(pathQuery);
        }
        String path = normalizePath(pathQuery.substring(0, query));
        return path == null ? null : path + pathQuery.substring(query);
    }

    /** Resolves dot segments, encoded ones too; null when the path leads above the root. */
    public static @Nullable String normalizePath(@Nullable String path) {
        if (path == null || path.isEmpty()) {
            return path;
        }
        return canonicalPath(path.indexOf('%') < 0 ? path : decodeDots(path));
    }

    private static String decodeDots(String path) {
        return path.replace("%2e", ".").replace("%2E", ".");
    }

    /** Whether the path leads above its root, or to nothing but its root by dots. */
    public static boolean isNotNormalWithinSelf(@Nullable String path) {
        if (path == null) {
            return false;
        }
        String canonical = normalizePath(path);
        return canonical == null || (canonical.isEmpty() && !path.isEmpty());
    }

    /** The path with every sequence of slashes made one. */
    @NullContract("!null -> !null")
    public static @Nullable String compactPath(@Nullable String path) {
        if (path == null || !path.contains("//")) {
            return path;
        }
        StringBuilder text = new StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '?') {
                return text.append(path, i, path.length()).toString();
            }
            if (c != '/' || text.isEmpty() || text.charAt(text.length() - 1) != '/') {
                text.append(c);
            }
        }
        return text.toString();
    }

    /** Whether the URI begins with a scheme (RFC 3986, section 3.1) of more than one letter, and a colon. */
    public static boolean hasScheme(@Nullable String uri) {
        if (uri == null) {
            return false;
        }
        for (int i = 0; i < uri.length(); i++) {
            char c = uri.charAt(i);
            if (c == ':') {
                return i > 1;
            }
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            if (!letter && (i == 0 || !(c >= '0' && c <= '9' || c == '.' || c == '+' || c == '-'))) {
                return false;
            }
        }
        return false;
    }

    /** Whether it is a reg-name (RFC 3986, section 3.2.2). */
    public static boolean isValidHostRegisteredName(@Nullable String token) {
        if (token == null) {
            return false;
        }
        for (int i = 0; i < token.length(); i++) {
            char c = token.charAt(i);
            if (c == '%') {
                if (!StringUtil.isHex(token, i + 1, Math.min(2, token.length())) || i + 2 >= token.length()) {
                    return false;
                }
                i += 2;
            } else if (!isAlphaNumeric(c) && "-._~!$&'()*+,;=".indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    public static String newURI(String scheme, String server, int port) {
        return newURIBuilder(scheme, server, port).toString();
    }

    public static String newURI(String scheme, String server, int port, @Nullable String path, @Nullable String query) {
        return newURI(scheme, server, port, path, query, null);
    }

    public static String newURI(
            String scheme,
            String server,
            int port,
            @Nullable String path,
            @Nullable String query,
            @Nullable String fragment) {
        StringBuilder text = newURIBuilder(scheme, server, port);
        if (path != null) {
            text.append(path);
        }
        if (StringUtil.isNotBlank(query)) {
            text.append('?').append(query);
        }
        if (StringUtil.isNotBlank(fragment)) {
            text.append('#').append(fragment);
        }
        return text.toString();
    }

    public static StringBuilder newURIBuilder(String scheme, String server, int port) {
        StringBuilder text = new StringBuilder();
        appendSchemeHostPort(text, scheme, server, port);
        return text;
    }

    /** Appends scheme://host:port, the port unless it is the default one of the scheme. */
    public static void appendSchemeHostPort(StringBuilder url, String scheme, String server, int port) {
        url.append(scheme).append("://").append(HostPort.normalizeHost(server));
        int normal = normalizePortForScheme(scheme, port);
        if (normal > 0) {
            url.append(':').append(normal);
        }
    }

    public static void appendSchemeHostPort(StringBuffer url, String scheme, String server, int port) {
        StringBuilder text = new StringBuilder();
        appendSchemeHostPort(text, scheme, server, port);
        url.append(text);
    }

    /** The URI with a path added, which is encoded where it has to be. */
    public static URI addPath(URI uri, String path) {
        String base = uri.toASCIIString();
        String more = encodePathSafeEncoding(path);
        boolean ends = base.endsWith("/");
        boolean starts = more.startsWith("/");
        String text = ends && starts ? base + more.substring(1) : ends || starts ? base + more : base + "/" + more;
        return URI.create(text);
    }

    /** Joins two queries by '&amp;'. */
    @NullContract("!null, _ -> !null; _, !null -> !null")
    public static @Nullable String addQueries(@Nullable String query1, @Nullable String query2) {
        if (StringUtil.isEmpty(query1)) {
            return query2;
        }
        return StringUtil.isEmpty(query2) ? query1 : query1 + '&' + query2;
    }

    /** A file:/path as file:///path. */
    @NullContract("!null -> !null")
    public static @Nullable URI correctFileURI(@Nullable URI uri) {
        return correctURI(uri);
    }

    /** A file:/path, or jar:file:/path, with three slashes. */
    @NullContract("!null -> !null")
    public static @Nullable URI correctURI(@Nullable URI uri) {
        if (uri == null || uri.getScheme() == null) {
            return uri;
        }
        String text = uri.toASCIIString();
        if (text.startsWith("file:/") && !text.startsWith("file://")) {
            return URI.create("file://" + text.substring(5));
        }
        if (text.startsWith("jar:file:/") && !text.startsWith("jar:file://")) {
            return URI.create("jar:file://" + text.substring(9));
        }
        return uri;
    }

    /** Splits a list of URIs, paths and globs at ',', ';' and '|'. */
    public static List<URI> split(String str) {
        List<URI> uris = new ArrayList<>();
        try (ResourceFactory.Closeable factory = ResourceFactory.closeable()) {
            factory.split(str).forEach(resource -> uris.add(resource.getURI()));
        }
        return uris;
    }

    /** The jar:file:...!/ URI of an archive; null when it is none. */
    public static @Nullable URI toJarFileUri(URI uri) {
        String text = uri.toASCIIString();
        if (text.startsWith("jar:")) {
            return uri;
        }
        if (!"file".equalsIgnoreCase(uri.getScheme()) || !FileID.isArchive(uri)) {
            return null;
        }
        return URI.create("jar:" + correctURI(uri).toASCIIString() + (text.contains("!/") ? "" : "!/"));
    }

    /** The URI of a text that is a URI or a path of the file system. */
    public static URI toURI(String resource) {
        java.util.Objects.requireNonNull(resource);
        if (!hasScheme(resource)) {
            return Path.of(resource).toAbsolutePath().toUri();
        }
        try {
            return correctURI(new URI(resource));
        } catch (URISyntaxException x) {
            throw new IllegalArgumentException("not a URI: " + resource, x);
        }
    }

    /** The archive's URI of a jar:...!/... URI; other URIs as they are. */
    @NullContract("!null -> !null")
    public static @Nullable URI unwrapContainer(@Nullable URI uri) {
        if (uri == null) {
            return null;
        }
        String text = uri.toASCIIString();
        if (!text.startsWith("jar:")) {
            return correctURI(uri);
        }
        int bang = text.indexOf("!/");
        return correctURI(URI.create(text.substring(4, bang < 0 ? text.length() : bang)));
    }

    /** The jar URI of the archive that the URI is, or is in, up to its '!', with this suffix instead of what follows. */
    public static URI uriJarPrefix(URI uri, String suffix) {
        String text = uri.toString();
        int bang = text.indexOf("!/");
        String container = bang < 0 ? text : text.substring(0, bang);
        return URI.create((container.startsWith("jar:") ? "" : "jar:") + container + suffix);
    }

    public static Stream<URI> streamOf(URLClassLoader urlClassLoader) {
        URL[] urls = urlClassLoader.getURLs();
        return Stream.of(urls).map(url -> toURI(url.toString()));
    }

    /** The default port of http, https, ws and wss; -1 for other schemes. */
    public static int getDefaultPortForScheme(@Nullable String scheme) {
        if (scheme == null) {
            return UNDEFINED_PORT;
        }
        return switch (scheme) {
            case "http", "ws" -> 80;
            case "https", "wss" -> 443;
            default -> {
                String lower = StringUtil.asciiToLowerCase(scheme);
                yield lower.equals(scheme) ? UNDEFINED_PORT : getDefaultPortForScheme(lower);
            }
        };
    }

    /** The port, but 0 for the default one of the scheme, and for one that is not positive. */
    public static int normalizePortForScheme(String scheme, int port) {
        return port <= 0 || port == getDefaultPortForScheme(scheme) ? 0 : port;
    }

    @NullContract("!null -> !null")
    public static @Nullable String normalizeScheme(@Nullable String scheme) {
        return scheme == null ? null : StringUtil.asciiToLowerCase(scheme);
    }

    /** Fails when an IPv6 address in brackets, or an IPv4 address, is not one. */
    public static void validateInetAddress(String host) {
        try {
            InetAddress.getByName(host);
        } catch (UnknownHostException x) {
            throw new IllegalArgumentException("Bad address " + host, x);
        }
    }

    /** The scheme in lower case; fails when it is none. */
    public static String validateScheme(String scheme) {
        if (scheme == null || scheme.isEmpty() || !hasScheme(scheme + "x:".substring(scheme.length() > 1 ? 1 : 0))) {
            throw new IllegalArgumentException("Bad scheme " + scheme);
        }
        return normalizeScheme(scheme);
    }
}
