package org.eclipse.jetty.security.jwt.internal;

import java.security.SecureRandom;
import java.util.Base64;
import org.eclipse.jetty.util.Digests;

/** Makes values that cannot be guessed. Thread-safe. */
public final class RandomText {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;

    private RandomText() {}

    /** 256 random bits as 43 characters that need no encoding in URIs, as a code verifier has (RFC 7636, section 4.1). */
    public static String next() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return encode(bytes);
    }

    /** The challenge of a code verifier by the method S256 (RFC 7636, section 4.2). */
    public static String challenge(String verifier) {
        return Digests.sha256Base64Url(verifier);
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
