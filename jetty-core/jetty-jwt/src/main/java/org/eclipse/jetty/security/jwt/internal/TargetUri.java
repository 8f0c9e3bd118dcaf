package org.eclipse.jetty.security.jwt.internal;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The URI of a request without query and fragment, normalised by its syntax and scheme (RFC 3986, sections 6.2.2 and 6.2.3), so that
 * two of them are equal if they mean the same. Immutable.
 *
 * @param host in lower case, without brackets
 * @param port -1 for that of the scheme
 */
record TargetUri(String scheme, String host, int port, String path) {
    private static final int HEX = 16;

    /** @param path as it was sent, with percent-encodings */
    static TargetUri of(String scheme, String host, int port, @Nullable String path) {
        String lower = scheme.toLowerCase(Locale.ROOT);
        int standard = "https".equals(lower) ? 443 : "http".equals(lower) ? 80 : -1;
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        String normal = withoutDots(decodeUnreserved(path == null || path.isEmpty() ? "/" : path));
        return new TargetUri(lower, bare.toLowerCase(Locale.ROOT), port == standard ? -1 : port, normal);
    }

    /** @throws InvalidProofException if it is not an absolute URI of http or https */
    static TargetUri parse(String text) throws InvalidProofException {
        try {
            URI uri = URI.create(text);
            boolean web = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (web && uri.getHost() != null && uri.getRawUserInfo() == null) {
                return of(uri.getScheme(), uri.getHost(), uri.getPort(), uri.getRawPath());
            }
        } catch (IllegalArgumentException x) {
            throw new InvalidProofException("claim htu of the proof: " + LogText.of(text) + " (expected: a URI)");
        }
        throw new InvalidProofException("claim htu of the proof: " + LogText.of(text) + " (expected: an absolute URI)");
    }

    /** Removes the segments "." and ".." (RFC 3986, section 5.2.4). */
    private static String withoutDots(String path) {
        if (!path.contains("/.")) {
            return path;
        }
        List<String> kept = new ArrayList<>();
        String[] segments = path.substring(1).split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            boolean up = segments[i].equals("..");
            if (!up && !segments[i].equals(".")) {
                kept.add(segments[i]);
                continue;
            }
            if (up && !kept.isEmpty()) {
                kept.remove(kept.size() - 1);
            }
            if (i == segments.length - 1) {
                kept.add("");
            }
        }
        return "/" + String.join("/", kept);
    }

    /** Decodes what needs no encoding (RFC 3986, section 2.3), and writes other encodings in upper case. */
    private static String decodeUnreserved(String path) {
        StringBuilder text = new StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c != '%' || i + 2 >= path.length()) {
                append(text, c);
                continue;
            }
            String digits = path.substring(i + 1, i + 3);
            if (!digits.matches("[0-9A-Fa-f]{2}")) {
                append(text, c);
                continue;
            }
            int octet = Integer.parseInt(digits, HEX);
            if (isUnreserved(octet)) {
                text.append((char) octet);
            } else {
                text.append('%').append(digits.toUpperCase(Locale.ROOT));
            }
            i += 2;
        }
        return text.toString();
    }

    /** Encodes characters that are not of a URI, as lenient servers accept them. */
    private static void append(StringBuilder text, char c) {
        if (isUnreserved(c) || "/:@!$&'()*+,;=".indexOf(c) >= 0) {
            text.append(c);
            return;
        }
        for (byte octet : String.valueOf(c).getBytes(StandardCharsets.UTF_8)) {
            text.append(String.format("%%%02X", octet & 0xFF));
        }
    }

    private static boolean isUnreserved(int c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || c < 0x80 && "-._~".indexOf(c) >= 0;
    }
}
