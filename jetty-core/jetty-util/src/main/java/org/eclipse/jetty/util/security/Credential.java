package org.eclipse.jetty.util.security;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.eclipse.jetty.util.StringUtil;

/**
 * What is known of a secret, to check one that is presented. Comparisons take the same time wherever the difference is.
 *
 * <p>As text: plain, "OBF:" obfuscated, "MD5:" and the hexadecimal digest, or "PBKDF2:", see {@link PBKDF2}.
 */
public abstract class Credential implements Serializable {
    public Credential() {}

    /** Whether the credentials (a text, characters, or another credential) match. */
    public abstract boolean check(Object credentials);

    /** The credential of its text form. */
    public static Credential getCredential(String credential) {
        if (credential.startsWith("CRYPT:"))
            throw new IllegalArgumentException(
                    "CRYPT credentials are not supported (expected: PBKDF2:, MD5:, OBF: or plain)");
        if (credential.startsWith(PBKDF2.TYPE)) return new PBKDF2(credential);
        return credential.startsWith(MD5.TYPE) ? new MD5(credential) : new Password(credential);
    }

    protected static boolean stringEquals(String known, String unknown) {
        return byteEquals(
                known.getBytes(StandardCharsets.UTF_8),
                unknown == null ? null : unknown.getBytes(StandardCharsets.UTF_8));
    }

    protected static boolean byteEquals(byte[] known, byte[] unknown) {
        return known != null && unknown != null && MessageDigest.isEqual(known, unknown);
    }

    /** The MD5 digest of a secret, which is kept for old files only. */
    public static class MD5 extends Credential {
        static final String TYPE = "MD5:";

        private final byte[] digest;

        MD5(String text) {
            String hex = text.startsWith(TYPE) ? text.substring(TYPE.length()) : text;
            digest = StringUtil.fromHexString(hex);
            if (digest.length != 16)
                throw new IllegalArgumentException("not an MD5 digest: " + digest.length + " bytes");
        }

        public byte[] getDigest() {
            return digest.clone();
        }

        @Override
        public boolean check(Object credentials) {
            if (credentials instanceof MD5 other) return byteEquals(digest, other.digest);
            Object plain = credentials instanceof char[] chars ? new String(chars) : credentials;
            if (plain instanceof String || plain instanceof Password)
                return byteEquals(digest, digest(plain.toString().getBytes(StandardCharsets.ISO_8859_1)));
            // such as the answer to a digest challenge, which is computed from this digest
            return credentials instanceof Credential other && other.check(this);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(digest);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof MD5 other && byteEquals(digest, other.digest);
        }

        /** The text form of the digest of a secret. */
        public static String digest(String password) {
            return TYPE + StringUtil.toHexString(digest(password.getBytes(StandardCharsets.ISO_8859_1)));
        }

        private static byte[] digest(byte[] bytes) {
            try {
                return MessageDigest.getInstance("MD5").digest(bytes);
            } catch (NoSuchAlgorithmException x) {
                throw new IllegalStateException(x);
            }
        }
    }
}
