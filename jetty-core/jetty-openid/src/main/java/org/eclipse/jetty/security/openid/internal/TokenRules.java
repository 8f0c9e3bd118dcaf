package org.eclipse.jetty.security.openid.internal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.security.jwt.internal.ClaimRules;
import org.eclipse.jetty.security.jwt.internal.Claims;
import org.eclipse.jetty.security.jwt.internal.InvalidTokenException;
import org.eclipse.jetty.security.jwt.internal.LogText;
import org.eclipse.jetty.security.jwt.internal.TokenVerifier;
import org.jspecify.annotations.Nullable;

/**
 * The rules that tokens of logins and logouts meet.
 *
 * @param clientId the expected audience
 */
public record TokenRules(ClaimRules rules, String clientId) {
    private static final String LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

    /**
     * Checks an ID token whose signature is right (OpenID Connect Core 1.0, section 3.1.3.7).
     *
     * @param nonce the expected nonce; null if none was sent
     * @param accessToken the token that at_hash is of, if there is one
     */
    public void checkIdToken(TokenVerifier.Verified token, @Nullable String nonce, @Nullable String accessToken)
            throws InvalidTokenException {
        Map<String, Object> claims = token.claims();
        ClaimRules.checkType(token.type(), List.of("JWT"), true);
        rules.checkIssuer(claims);
        checkAudience(claims);
        ClaimRules.checkSubject(claims);
        rules.checkTimes(claims, true);
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
        ClaimRules.checkType(token.type(), List.of("JWT", "logout+jwt"), true);
        rules.checkIssuer(claims);
        checkAudience(claims);
        rules.checkTimes(claims, true);
        ClaimRules.require(claims, "jti");
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
