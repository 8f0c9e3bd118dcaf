package org.eclipse.jetty.security.openid.internal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * The rules that claims of tokens meet.
 *
 * @param issuer the expected issuer, compared as it is
 * @param clientId the expected audience
 * @param skew the seconds by which clocks may differ
 */
public record TokenRules(String issuer, String clientId, long skew, Clock clock) {
    private static final String LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";
    private static final int MAX_SUBJECT = 255;

    /**
     * Checks an ID token whose signature is right (OpenID Connect Core 1.0, section 3.1.3.7).
     *
     * @param nonce the expected nonce; null if none was sent
     * @param accessToken the token that at_hash is of; null for none
     */
    public void checkIdToken(TokenVerifier.Verified token, String nonce, String accessToken)
            throws InvalidTokenException {
        Map<String, Object> claims = token.claims();
        checkType(token, List.of("JWT"));
        checkIssuer(claims);
        checkAudience(claims);
        checkSubject(claims);
        checkTimes(claims);
        if (nonce != null) {
            String actual = Claims.string(claims, "nonce");
            if (actual == null || !same(nonce, actual)) {
                throw new InvalidTokenException("claim nonce is not that of the login");
            }
        }
        String hash = Claims.string(claims, "at_hash");
        if (hash != null && accessToken != null && !same(hash, leftHalf(token.algorithm(), accessToken))) {
            throw new InvalidTokenException("claim at_hash is not that of the access token");
        }
    }

    /** Checks a logout token whose signature is right (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
    public void checkLogoutToken(TokenVerifier.Verified token) throws InvalidTokenException {
        Map<String, Object> claims = token.claims();
        checkType(token, List.of("JWT", "logout+jwt"));
        checkIssuer(claims);
        checkAudience(claims);
        checkTimes(claims);
        require(claims, "jti");
        if (!(claims.get("events") instanceof Map<?, ?> events) || !(events.get(LOGOUT_EVENT) instanceof Map<?, ?>)) {
            throw new InvalidTokenException("claim events has no logout event");
        }
        if (claims.containsKey("nonce")) {
            throw new InvalidTokenException("claim nonce is in a logout token");
        }
        if (Claims.string(claims, "sub") == null && Claims.string(claims, "sid") == null) {
            throw new InvalidTokenException("claims sub and sid are missing");
        }
    }

    private static void checkType(TokenVerifier.Verified token, List<String> expected) throws InvalidTokenException {
        String type = token.type();
        // "application/" may be left out (RFC 7515, section 4.1.9)
        String shortType =
                type != null && type.regionMatches(true, 0, "application/", 0, 12) ? type.substring(12) : type;
        if (shortType != null && expected.stream().noneMatch(shortType::equalsIgnoreCase)) {
            throw new InvalidTokenException("type of the token: " + LogText.of(type) + " (expected: " + expected + ")");
        }
    }

    private void checkIssuer(Map<String, Object> claims) throws InvalidTokenException {
        String actual = require(claims, "iss");
        if (!issuer.equals(actual)) {
            throw new InvalidTokenException("claim iss: " + LogText.of(actual) + " (expected: " + issuer + ")");
        }
    }

    private void checkAudience(Map<String, Object> claims) throws InvalidTokenException {
        List<String> audience = Claims.strings(claims, "aud");
        if (!audience.contains(clientId)) {
            throw new InvalidTokenException(
                    "claim aud: " + LogText.of(audience.toString()) + " (expected: " + clientId + ")");
        }
        String party = Claims.string(claims, "azp");
        if (party == null ? audience.size() > 1 : !clientId.equals(party)) {
            throw new InvalidTokenException(
                    "claim azp: " + (party == null ? "none" : LogText.of(party)) + " (expected: " + clientId + ")");
        }
    }

    private static void checkSubject(Map<String, Object> claims) throws InvalidTokenException {
        if (require(claims, "sub").length() > MAX_SUBJECT) {
            throw new InvalidTokenException("claim sub is longer than 255 characters");
        }
    }

    /** Checks when a token was issued and expires (RFC 7519, sections 4.1.4 to 4.1.6). */
    private void checkTimes(Map<String, Object> claims) throws InvalidTokenException {
        long now = clock.instant().getEpochSecond();
        Long expires = Claims.seconds(claims, "exp");
        Long issued = Claims.seconds(claims, "iat");
        Long notBefore = Claims.seconds(claims, "nbf");
        if (expires == null || issued == null) {
            throw new InvalidTokenException("claim " + (expires == null ? "exp" : "iat") + " is missing");
        }
        if (now - skew >= expires) {
            throw new InvalidTokenException("the token expired " + (now - expires) + " s ago");
        }
        if (issued > now + skew) {
            throw new InvalidTokenException("the token was issued " + (issued - now) + " s in the future");
        }
        if (notBefore != null && notBefore > now + skew) {
            throw new InvalidTokenException("the token is valid " + (notBefore - now) + " s from now");
        }
    }

    private static String require(Map<String, Object> claims, String name) throws InvalidTokenException {
        String value = Claims.string(claims, name);
        if (value == null) {
            throw new InvalidTokenException("claim " + name + " is missing");
        }
        return value;
    }

    private static boolean same(String a, String b) {
        return MessageDigest.isEqual(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    /** The left half of the hash that goes with an algorithm (OpenID Connect Core 1.0, section 3.1.3.6). */
    private static String leftHalf(String algorithm, String token) {
        // EdDSA with Ed25519 hashes by SHA-512
        String bits = algorithm.startsWith("Ed") ? "512" : algorithm.substring(algorithm.length() - 3);
        try {
            byte[] hash = MessageDigest.getInstance("SHA-" + bits).digest(token.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, hash.length / 2));
        } catch (NoSuchAlgorithmException x) {
            throw new IllegalStateException(x);
        }
    }
}
