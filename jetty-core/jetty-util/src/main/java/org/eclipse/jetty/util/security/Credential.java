package org.eclipse.jetty.util.security;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a secret, to check one that is presented. Comparisons take the same time wherever the difference is.
 *
 * <p>As text: plain, "OBF:" obfuscated, "MD5:" and the hexadecimal digest, "MD:", an algorithm, ":" and its hexadecimal digest,
 * "CRYPT:" and what crypt(3) makes, "PBKDF2:", see {@link PBKDF2}, or what a {@link CredentialProvider} knows.
 */
public abstract class Credential implements Serializable {
    private static final List<CredentialProvider> PROVIDERS =
            ServiceLoader.load(CredentialProvider.class, Credential.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    /** The modular crypt format: a scheme and perhaps settings between dollar signs, and the rest. */
    private static final Pattern HASH = Pattern.compile("\\$[A-Za-z0-9-]{1,32}(,[a-z]+=[^$]*)?\\$.*", Pattern.DOTALL);

    public Credential() {}

    /** Whether the credentials (a text, characters, or another credential) match. */
    public abstract boolean check(Object credentials);

    /** What a check costs, as rounds of a digest; 0, if not more is said, for what takes no time worth telling. */
    public long getCost() {
        return 0;
    }

    /**
     * Does what a check of that cost would, and drops the result: for credentials that another check has cost less.
     *
     * @param cost no more than that of this credential, see {@link #getCost()}
     */
    public void spend(Object credentials, long cost) {
        check(credentials);
    }

    /**
     * Returns the credential of its text form.
     *
     * @throws IllegalArgumentException it is malformed, or a hash of a scheme that is not known; the message does not hold the text
     */
    public static Credential getCredential(String credential) {
        if (credential.startsWith(Crypt.TYPE)) {
            return new Crypt(credential);
        }
        if (credential.startsWith(PBKDF2.TYPE)) {
            return new PBKDF2(credential);
        }
        if (credential.startsWith(MD.TYPE)) {
            return new MD(credential);
        }
        if (credential.startsWith(MD5.TYPE)) {
            return new MD5(credential);
        }
        for (CredentialProvider provider : PROVIDERS) {
            Credential provided =
                    credential.startsWith(provider.getPrefix()) ? provider.getCredential(credential) : null;
            if (provided != null) {
                return provided;
            }
        }
        if (HASH.matcher(credential).matches()) {
            // a hash that was taken for a password in clear text would let in anybody who has stolen it
            throw new IllegalArgumentException(
                    "a hash of an unknown scheme: $...$ (expected: argon2i, argon2id, 2a, 2b, 2y, scrypt, "
                            + "pbkdf2-sha256 or pbkdf2-sha512 between the signs; a password in clear text that looks so is written as OBF:)");
        }
        return new Password(credential);
    }

    /** The providers of further forms of credentials. */
    static List<CredentialProvider> providers() {
        return PROVIDERS;
    }

    /** The text of credentials that are a secret itself: a text, characters or a password; null for others. */
    static @Nullable String secret(Object credentials) {
        if (credentials instanceof char[] chars) {
            return new String(chars);
        }
        return credentials instanceof String || credentials instanceof Password ? credentials.toString() : null;
    }

    protected static boolean stringEquals(String known, @Nullable String unknown) {
        return byteEquals(
                known.getBytes(StandardCharsets.UTF_8),
                unknown == null ? null : unknown.getBytes(StandardCharsets.UTF_8));
    }

    protected static boolean byteEquals(byte @Nullable [] known, byte @Nullable [] unknown) {
        return known != null && unknown != null && MessageDigest.isEqual(known, unknown);
    }

    /**
     * The MD5 digest of a secret, which is kept for old files only. Secrets of ISO-8859-1 are digested in that charset or in UTF-8, as
     * directories and databases do; others in UTF-8.
     */
    public static class MD5 extends Credential {
        static final String TYPE = "MD5:";

        private final byte[] digest;

        MD5(String text) {
            String hex = text.startsWith(TYPE) ? text.substring(TYPE.length()) : text;
            digest = StringUtil.fromHexString(hex);
            if (digest.length != 16) {
                throw new IllegalArgumentException("not an MD5 digest: " + digest.length + " bytes");
            }
        }

        public byte[] getDigest() {
            return digest.clone();
        }

        @Override
        public boolean check(Object credentials) {
            if (credentials instanceof MD5 other) {
                return byteEquals(digest, other.digest);
            }
            String secret = secret(credentials);
            if (secret != null) {
                return byteEquals(digest, digest(secret.getBytes(StandardCharsets.UTF_8)))
                        || byteEquals(digest, digest(bytes(secret)));
            }
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

        /** The text form of the digest of a secret, which is in ISO-8859-1 if that charset has its characters, otherwise in UTF-8. */
        public static String digest(String password) {
            return TYPE + StringUtil.toHexString(digest(bytes(password)));
        }

        /** Characters beyond ISO-8859-1 would all be the same. */
        private static byte[] bytes(String secret) {
            return secret.getBytes(StringUtil.latin1OrUtf8(secret));
        }

        private static byte[] digest(byte[] bytes) {
            try {
                return MessageDigest.getInstance("MD5").digest(bytes);
            } catch (NoSuchAlgorithmException x) {
                throw new IllegalStateException(x);
            }
        }
    }

    /** The digest of a secret in UTF-8 by an algorithm of the JDK, as SHA-256; without a salt, so that it is kept for old files only. */
    public static class MD extends Credential {
        static final String TYPE = "MD:";

        private static final long serialVersionUID = 1;

        private final String algorithm;
        private final byte[] digest;

        MD(String text) {
            int colon = text.indexOf(':', TYPE.length());
            if (colon < 0) {
                throw bad("no algorithm", null);
            }
            algorithm = text.substring(TYPE.length(), colon);
            int length = digester(algorithm).getDigestLength();
            try {
                digest = StringUtil.fromHexString(text.substring(colon + 1));
            } catch (IllegalArgumentException x) {
                throw bad("no hexadecimal digest", x);
            }
            if (length > 0 && digest.length != length) {
                throw bad(digest.length + " bytes where " + algorithm + " has " + length, null);
            }
        }

        private static IllegalArgumentException bad(String why, @Nullable Exception cause) {
            return new IllegalArgumentException(
                    "not an MD credential: " + why
                            + " (expected: MD:, an algorithm, a colon and its hexadecimal digest)",
                    cause);
        }

        private static MessageDigest digester(String algorithm) {
            try {
                return MessageDigest.getInstance(algorithm);
            } catch (NoSuchAlgorithmException x) {
                throw bad("no algorithm '" + algorithm + "' in this JDK", x);
            }
        }

        @Override
        public boolean check(Object credentials) {
            if (credentials instanceof MD other) {
                return equals(other);
            }
            String secret = secret(credentials);
            return secret != null
                    && byteEquals(digest, digester(algorithm).digest(secret.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(digest);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof MD other
                    && algorithm.equalsIgnoreCase(other.algorithm)
                    && byteEquals(digest, other.digest);
        }
    }

    /** What crypt(3) makes of a secret, which is kept for old files only, see {@link UnixCrypt}. */
    public static class Crypt extends Credential {
        static final String TYPE = "CRYPT:";

        private static final long serialVersionUID = 1;

        private final String encrypted;

        Crypt(String text) {
            encrypted = text.startsWith(TYPE) ? text.substring(TYPE.length()) : text;
            if (encrypted.length() != UnixCrypt.LENGTH
                    || encrypted.chars().anyMatch(c -> UnixCrypt.digit((char) c) < 0)) {
                throw new IllegalArgumentException("not a CRYPT credential (expected: CRYPT: and " + UnixCrypt.LENGTH
                        + " letters, digits, '.' or '/')");
            }
        }

        @Override
        public boolean check(Object credentials) {
            if (credentials instanceof Crypt other) {
                return equals(other);
            }
            String secret = secret(credentials);
            return secret != null && stringEquals(encrypted, UnixCrypt.crypt(secret, encrypted));
        }

        /** That of 25 blocks of DES. */
        @Override
        public long getCost() {
            return 25;
        }

        @Override
        public int hashCode() {
            return encrypted.hashCode();
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Crypt other && stringEquals(encrypted, other.encrypted);
        }

        /** The text form of a secret, with a new salt. */
        public static String digest(String secret) {
            SecureRandom random = new SecureRandom();
            String alphabet = UnixCrypt.ALPHABET;
            String salt = "" + alphabet.charAt(random.nextInt(alphabet.length()))
                    + alphabet.charAt(random.nextInt(alphabet.length()));
            return TYPE + UnixCrypt.crypt(secret, salt);
        }
    }
}
