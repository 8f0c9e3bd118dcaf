package org.eclipse.jetty.security.jwt.internal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Nonces for DPoP proofs (RFC 9449, section 8): the time of each is in it, with a message authentication code by a key of this object, so that
 * none is kept. Thread-safe.
 */
final class ProofNonces {
    private static final long SECONDS = 300;
    private static final int CODE_BYTES = 16;
    private static final int KEY_BYTES = 32;

    private final SecretKeySpec key;

    ProofNonces() {
        byte[] bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        key = new SecretKeySpec(bytes, "HmacSHA256");
    }

    /** @param now seconds since 1970 */
    String next(long now) {
        byte[] nonce = ByteBuffer.allocate(Long.BYTES + CODE_BYTES)
                .putLong(now)
                .put(code(now))
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(nonce);
    }

    boolean isValid(String nonce, long now) {
        long time = time(nonce);
        return time >= 0 && time <= now && now - time < SECONDS;
    }

    /** Whether the client should use another one soon. */
    boolean isOld(String nonce, long now) {
        return now - time(nonce) > SECONDS / 2;
    }

    /** The time of a nonce of this object; -1 for others. */
    private long time(String nonce) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(nonce);
        } catch (IllegalArgumentException x) {
            return -1;
        }
        if (bytes.length != Long.BYTES + CODE_BYTES) {
            return -1;
        }
        long time = ByteBuffer.wrap(bytes).getLong();
        return MessageDigest.isEqual(code(time), Arrays.copyOfRange(bytes, Long.BYTES, bytes.length)) ? time : -1;
    }

    private byte[] code(long time) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            byte[] input = ByteBuffer.allocate(Long.BYTES).putLong(time).array();
            return Arrays.copyOf(mac.doFinal(input), CODE_BYTES);
        } catch (GeneralSecurityException x) {
            throw new IllegalStateException(x);
        }
    }
}
