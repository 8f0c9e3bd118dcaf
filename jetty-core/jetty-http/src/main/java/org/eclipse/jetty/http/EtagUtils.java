package org.eclipse.jetty.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** Makes and compares entity tags (RFC 9110, section 8.8.3). Thread-safe. */
public final class EtagUtils {
    /** Stands between a tag and the suffix of a content coding. */
    public static final String ETAG_SEPARATOR = "--";

    // without "-", so that no tag has a separator by chance
    private static final char[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._".toCharArray();

    private EtagUtils() {}

    /** An ETag field for a resource, or null when it has no tag. */
    public static @Nullable HttpField createWeakEtagField(Resource resource) {
        return createWeakEtagField(resource, null);
    }

    /** An ETag field for a resource, or null when it has no tag. */
    public static @Nullable HttpField createWeakEtagField(@Nullable Resource resource, @Nullable String etagSuffix) {
        if (resource == null || !resource.exists() || resource.isDirectory()) {
            return null;
        }
        return new PreEncodedHttpField(HttpHeader.ETAG, computeWeakEtag(resource, etagSuffix));
    }

    public static @Nullable String computeWeakEtag(Resource resource) {
        return computeWeakEtag(resource, null);
    }

    /** A weak tag of a resource's URI, length and time of modification. */
    public static @Nullable String computeWeakEtag(@Nullable Resource resource, @Nullable String etagSuffix) {
        if (resource == null || !resource.exists() || resource.isDirectory()) {
            return null;
        }
        return weak(String.valueOf(resource.getURI()), resource.lastModified(), resource.length(), etagSuffix);
    }

    public static @Nullable String computeWeakEtag(Path path) {
        return computeWeakEtag(path, null);
    }

    /** A weak tag of a path's URI, length and time of modification. */
    public static @Nullable String computeWeakEtag(@Nullable Path path, @Nullable String suffix) {
        if (path == null || !Files.exists(path) || Files.isDirectory(path)) {
            return null;
        }
        try {
            return weak(path.toUri().toString(), Files.getLastModifiedTime(path).toInstant(), Files.size(path), suffix);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String weak(String uri, Instant modified, long length, @Nullable String suffix) {
        long name = 0;
        for (int i = 0; i < uri.length(); i++) {
            name = name * 31 + uri.charAt(i);
        }
        StringBuilder b = new StringBuilder(32).append("W/\"");
        base64(b, (modified.getEpochSecond() * 1000 + modified.getNano() / 1_000_000) ^ name);
        base64(b, length ^ name);
        if (suffix != null) {
            b.append(suffix);
        }
        return b.append('"').toString();
    }

    private static void base64(StringBuilder b, long n) {
        for (int i = 0; i < 11; i++) {
            b.append(ALPHABET[(int) (n & 63)]);
            n >>>= 6;
        }
    }

    /** A tag with a suffix inside its quotes, instead of the one that it has. */
    public static String rewriteWithSuffix(String etag, String newSuffix) {
        int start = etag.startsWith("W/") ? 2 : 0;
        boolean quoted = etag.length() > start && etag.charAt(start) == '"';
        int end = quoted && etag.length() > start + 1 && etag.endsWith("\"") ? etag.length() - 1 : etag.length();
        int separator = etag.lastIndexOf(ETAG_SEPARATOR, end - 1);
        String opaque = etag.substring(start + (quoted ? 1 : 0), separator > start ? separator : end);
        return (start > 0 ? "W/\"" : "\"") + opaque + newSuffix + "\"";
    }

    public static boolean isWeak(String etag) {
        return etag.startsWith("W/");
    }

    public static boolean isStrong(String etag) {
        return !isWeak(etag);
    }

    /** Whether a tag matches one of a client: weakly, and whatever the suffix of a coding (RFC 9110, section 8.8.3.2). */
    public static boolean matches(@Nullable String etag, @Nullable String etagWithOptionalSuffix) {
        if (etag == null || etagWithOptionalSuffix == null) {
            return false;
        }
        if (etag.equals(etagWithOptionalSuffix)) {
            return true;
        }
        String a = opaque(etag);
        String b = opaque(etagWithOptionalSuffix);
        if (a.equals(b)) {
            return true;
        }
        int separator = b.lastIndexOf(ETAG_SEPARATOR);
        return separator > 0 && a.length() == separator && b.startsWith(a);
    }

    private static String opaque(String etag) {
        String tag = isWeak(etag) ? etag.substring(2) : etag;
        return QuotedCSVParser.unquote(tag);
    }
}
