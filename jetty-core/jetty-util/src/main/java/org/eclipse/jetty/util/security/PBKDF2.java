package org.eclipse.jetty.util.security;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A secret that is derived with a salt and many rounds of HMAC-SHA-256 (PBKDF2, RFC 8018, section 5.2), so that it cannot be
 * guessed from a file that was stolen: {@code PBKDF2:<rounds>:<salt>:<derived>}, the last two in base 64.
 *
 * <p>Thread-safe.
 */
public final class PBKDF2 extends DerivedCredential {
    static final String TYPE = "PBKDF2:";

    private static final long serialVersionUID = 1;
    private static final int ROUNDS = 600_000;
    private static final int SALT_LENGTH = 16;
    private static final int LENGTH = 32;

    private final int rounds;
    private final byte[] salt;
    private final byte[] derived;

    PBKDF2(String text) {
        String[] parts = text.split(":", -1);
        try {
            if (parts.length != 4) {
                throw new IllegalArgumentException(parts.length + " parts");
            }
            rounds = Integer.parseInt(parts[1]);
            salt = Base64.getDecoder().decode(parts[2]);
            derived = Base64.getDecoder().decode(parts[3]);
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException("not a PBKDF2 credential (expected: PBKDF2:rounds:salt:derived)", x);
        }
        if (rounds < 1 || salt.length == 0 || derived.length < LENGTH) {
            throw new IllegalArgumentException("not a PBKDF2 credential: " + rounds + " rounds, " + salt.length
                    + " bytes of salt, " + derived.length + " derived (expected: at least 1, 1 and " + LENGTH + ")");
        }
    }

    /** Returns the text form of a secret, with a new salt. */
    public static String digest(String secret) {
        byte[] salt = randomBytes(SALT_LENGTH);
        Base64.Encoder base64 = Base64.getEncoder();
        return TYPE + ROUNDS + ":" + base64.encodeToString(salt) + ":"
                + base64.encodeToString(derive(secret.toCharArray(), salt, ROUNDS, LENGTH));
    }

    @Override
    protected boolean matches(String secret) {
        return MessageDigest.isEqual(derived, derive(secret.toCharArray(), salt, rounds, derived.length));
    }

    @Override
    public long getCost() {
        // each 32 bytes are derived by themselves
        return (long) rounds * ((derived.length + LENGTH - 1) / LENGTH);
    }

    @Override
    public void spend(Object credentials, long cost) {
        String secret = secret(credentials);
        if (secret == null || secret.isEmpty()) {
            return;
        }
        derive(secret.toCharArray(), salt, (int) Math.max(1, Math.min(cost, Integer.MAX_VALUE)), LENGTH);
    }

    /** Spends the time of so many rounds. */
    static void spend(String secret, long rounds) {
        derive(
                secret.toCharArray(),
                randomBytes(SALT_LENGTH),
                (int) Math.max(1, Math.min(rounds, Integer.MAX_VALUE)),
                LENGTH);
    }

    private static byte[] derive(char[] secret, byte[] salt, int rounds, int length) {
        PBEKeySpec spec = new PBEKeySpec(secret, salt, rounds, length * 8);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException(x);
        } finally {
            spec.clearPassword();
        }
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof PBKDF2 other
                && rounds == other.rounds
                && MessageDigest.isEqual(salt, other.salt)
                && MessageDigest.isEqual(derived, other.derived);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(derived);
    }
}
