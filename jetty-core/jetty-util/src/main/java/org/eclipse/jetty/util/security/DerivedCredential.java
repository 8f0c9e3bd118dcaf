package org.eclipse.jetty.util.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A secret of which a value is known that is expensive to derive, so that it cannot be guessed from a file that was stolen.
 *
 * <p>Basic authentication presents the secret with each request. The last one that was right is recognized by a keyed digest in
 * memory, without deriving it again. Digest authentication needs the secret itself, or its MD5, and does not accept these
 * credentials. Thread-safe.
 */
public abstract class DerivedCredential extends Credential {
    private static final long serialVersionUID = 1;
    private static final int KEY_LENGTH = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private transient volatile @Nullable Known known;

    private record Known(byte[] key, byte[] mac) {}

    /** Derives the value of a secret, which is not empty, and compares it in constant time with the known one. */
    protected abstract boolean matches(String secret);

    /** Returns random bytes for a salt. */
    protected static byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    @Override
    public final boolean check(Object credentials) {
        if (credentials instanceof DerivedCredential) {
            return equals(credentials);
        }
        String secret = secret(credentials);
        // nothing is derived from no password
        if (secret == null || secret.isEmpty()) {
            return false;
        }
        Known last = known;
        if (last != null && MessageDigest.isEqual(last.mac, mac(last.key, secret))) {
            return true;
        }
        if (!matches(secret)) {
            return false;
        }
        byte[] key = randomBytes(KEY_LENGTH);
        known = new Known(key, mac(key, secret));
        return true;
    }

    /** {@inheritDoc} As much is spent as for a wrong secret, even if this is the secret: what is presented is that of another user. */
    @Override
    public void spend(Object credentials, long cost) {
        String secret = secret(credentials);
        if (secret == null || secret.isEmpty()) {
            return;
        }
        if (cost >= getCost()) {
            matches(secret);
        } else {
            PBKDF2.spend(secret, cost);
        }
    }

    private static byte[] mac(byte[] key, String secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(secret.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException(x);
        }
    }
}
