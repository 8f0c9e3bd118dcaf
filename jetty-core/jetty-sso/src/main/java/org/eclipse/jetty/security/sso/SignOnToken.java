package org.eclipse.jetty.security.sso;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.Digests;
import org.jspecify.annotations.Nullable;

/** The value of the cookie: the id of a sign-on, and its secret, each 128 random bits. Immutable. */
record SignOnToken(String id, String secret) {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 16;
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{22}");

    /** Makes one with a new secret, and a new id if it is null. */
    static SignOnToken make(@Nullable String id) {
        return new SignOnToken(id == null ? random() : id, random());
    }

    /** Reads the value of a cookie; null if it is malformed. */
    static @Nullable SignOnToken parse(@Nullable String value) {
        if (value == null || !FORM.matcher(value).matches()) {
            return null;
        }
        int dot = value.indexOf('.');
        return new SignOnToken(value.substring(0, dot), value.substring(dot + 1));
    }

    private static String random() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    String value() {
        return id + "." + secret;
    }

    /** The SHA-256 of the secret, which is too long to be guessed. */
    byte[] digest() {
        return Digests.sha256(secret);
    }

    @Override
    public String toString() {
        return "token";
    }
}
