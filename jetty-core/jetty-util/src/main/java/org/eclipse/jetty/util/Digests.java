package org.eclipse.jetty.util;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Digests by SHA-256 (FIPS 180-4), which each Java platform has. */
public final class Digests {
    private Digests() {}

    /** Returns a digest that nothing was added to yet. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException x) {
            throw new IllegalStateException("each Java platform has SHA-256", x);
        }
    }

    /** Returns the 32 bytes of a digest. */
    public static byte[] sha256(byte[] bytes) {
        return sha256().digest(bytes);
    }

    /** Returns the digest of the bytes that a text has in UTF-8. */
    public static byte[] sha256(String text) {
        return sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a digest as {@link #sha256(byte[])} in Base64 for URIs without padding (RFC 4648, section 5), of 43 characters. */
    public static String sha256Base64Url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sha256(bytes));
    }

    /** Returns a digest as {@link #sha256Base64Url(byte[])}, of the bytes that a text has in UTF-8. */
    public static String sha256Base64Url(String text) {
        return sha256Base64Url(text.getBytes(StandardCharsets.UTF_8));
    }
}
