package org.eclipse.jetty.security.jwt.internal;

import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/**
 * The rules that claims of all tokens of a provider meet. Thread-safe.
 *
 * @param issuer the expected issuer, compared as it is
 * @param skew the seconds by which clocks may differ
 */
public record ClaimRules(String issuer, long skew, Clock clock) {
    private static final String PREFIX = "application/";
    private static final int MAX_SUBJECT = 255;

    /**
     * Checks the type of a token (RFC 8725, section 3.11), in whose names "application/" may be left out (RFC 7515, section 4.1.9).
     *
     * @param type null if the token has none
     * @param optional whether a token may have none
     */
    public static void checkType(@Nullable String type, Collection<String> expected, boolean optional)
            throws InvalidTokenException {
        if (type == null ? !optional : expected.stream().noneMatch(shortType(type)::equalsIgnoreCase)) {
            throw new InvalidTokenException("type of the token: " + (type == null ? "none" : LogText.of(type))
                    + " (expected: " + expected + ")");
        }
    }

    /** The name of a type without "application/". */
    @NullContract("!null -> !null")
    public static @Nullable String shortType(@Nullable String type) {
        return type != null && type.regionMatches(true, 0, PREFIX, 0, PREFIX.length())
                ? type.substring(PREFIX.length())
                : type;
    }

    public void checkIssuer(Map<String, Object> claims) throws InvalidTokenException {
        String actual = require(claims, "iss");
        if (!issuer.equals(actual)) {
            throw new InvalidTokenException("claim iss: " + LogText.of(actual) + " (expected: " + issuer + ")");
        }
    }

    public static void checkSubject(Map<String, Object> claims) throws InvalidTokenException {
        if (require(claims, "sub").length() > MAX_SUBJECT) {
            throw new InvalidTokenException("claim sub is longer than 255 characters");
        }
    }

    /**
     * Checks when a token was issued and expires (RFC 7519, sections 4.1.4 to 4.1.6).
     *
     * @param required whether it must say when it expires and was issued
     * @throws ExpiredTokenException if it has expired
     */
    public void checkTimes(Map<String, Object> claims, boolean required) throws InvalidTokenException {
        long now = now();
        Long expires = Claims.seconds(claims, "exp");
        Long issued = Claims.seconds(claims, "iat");
        Long notBefore = Claims.seconds(claims, "nbf");
        if (required && (expires == null || issued == null)) {
            throw new InvalidTokenException("claim " + (expires == null ? "exp" : "iat") + " is missing");
        }
        if (expires != null && now - skew >= expires) {
            throw new ExpiredTokenException("the token expired " + (now - expires) + " s ago");
        }
        if (issued != null && issued > now + skew) {
            throw new InvalidTokenException("the token was issued " + (issued - now) + " s in the future");
        }
        if (notBefore != null && notBefore > now + skew) {
            throw new InvalidTokenException("the token is valid " + (notBefore - now) + " s from now");
        }
    }

    /** Seconds since 1970. */
    public long now() {
        return clock.instant().getEpochSecond();
    }

    /** A claim that is a string. */
    public static String require(Map<String, Object> claims, String name) throws InvalidTokenException {
        String value = Claims.string(claims, name);
        if (value == null) {
            throw new InvalidTokenException("claim " + name + " is missing");
        }
        return value;
    }
}
