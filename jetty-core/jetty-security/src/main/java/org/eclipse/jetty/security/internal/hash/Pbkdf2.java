package org.eclipse.jetty.security.internal.hash;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.eclipse.jetty.util.security.Credential;
import org.eclipse.jetty.util.security.CredentialProvider;
import org.jspecify.annotations.Nullable;

/**
 * PBKDF2 (RFC 8018, section 5.2) with HMAC-SHA-256 or HMAC-SHA-512, as {@code $pbkdf2-sha512$i=<rounds>$salt$hash}, or with the rounds
 * alone as passlib writes it. Needs no library. Thread-safe.
 */
public final class Pbkdf2 implements CredentialProvider {
    private static final String EXPECTED = "$pbkdf2-sha512$i=210000$salt$hash";
    private static final int ROUNDS = 210_000;
    private static final int SALT_LENGTH = 16;
    private static final int LENGTH = 64;

    @Override
    public String getPrefix() {
        return "$pbkdf2-sha";
    }

    @Override
    public @Nullable Credential getCredential(String text) {
        return text.matches("\\$pbkdf2-sha(256|512)\\$.*") ? new Hash(text) : null;
    }

    @Override
    public String digest(String secret) {
        byte[] salt = Hash.salt();
        return "$pbkdf2-sha512$i=" + ROUNDS + "$" + PhcText.encode(salt) + "$"
                + PhcText.encode(derive("SHA512", secret, salt, ROUNDS, LENGTH));
    }

    private static byte[] derive(String digest, String secret, byte[] salt, int rounds, int length) {
        PBEKeySpec spec = new PBEKeySpec(secret.toCharArray(), salt, rounds, length * 8);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmac" + digest)
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException(x);
        } finally {
            spec.clearPassword();
        }
    }

    private static final class Hash extends HashCredential {
        private static final long serialVersionUID = 1;

        private final String digest;
        private final int rounds;
        private final byte[] salt;
        private final byte[] hash;

        private Hash(String text) {
            super(text);
            PhcText phc = PhcText.parse(text, EXPECTED);
            digest = phc.id().endsWith("512") ? "SHA512" : "SHA256";
            rounds = phc.get("i", 1, 100_000_000, EXPECTED);
            salt = phc.salt();
            hash = phc.hash();
            checkCost();
            if (phc.settings().containsKey("l")) {
                phc.get("l", hash.length, hash.length, EXPECTED);
            }
        }

        private static byte[] salt() {
            return randomBytes(SALT_LENGTH);
        }

        @Override
        boolean derivesHash(String secret) {
            return MessageDigest.isEqual(hash, derive(digest, secret, salt, rounds, hash.length));
        }

        @Override
        public long getCost() {
            int size = digest.equals("SHA512") ? 64 : 32;
            return (long) rounds * ((hash.length + size - 1) / size);
        }
    }
}
