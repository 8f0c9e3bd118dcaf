package org.eclipse.jetty.security.jwt.internal;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rules that access tokens meet, beside those of all tokens; {@link Confirmation} has those of tokens that are bound to a key. Thread-safe.
 *
 * @param audiences of which a token needs one
 * @param types the accepted types, without "application/"; with JWT, tokens without a type are accepted, too
 * @param maxAge the seconds after which a token is too old, whenever it expires; 0 for no limit
 */
public record AccessTokenRules(ClaimRules rules, Set<String> audiences, Set<String> types, long maxAge) {
    /** The type of access tokens (RFC 9068, section 2.1). */
    public static final String ACCESS_TOKEN = "at+jwt";

    /** The claims of ID tokens, of logout tokens and of security events. */
    private static final List<String> FOREIGN = List.of("nonce", "at_hash", "c_hash", "s_hash", "events");

    /** Checks a token whose signature is right (RFC 9068, section 4). */
    public void check(TokenVerifier.Verified token) throws InvalidTokenException {
        Map<String, Object> claims = token.claims();
        ClaimRules.checkType(token.type(), types, types.stream().anyMatch("JWT"::equalsIgnoreCase));
        rules.checkIssuer(claims);
        checkAudience(claims);
        ClaimRules.checkSubject(claims);
        rules.checkTimes(claims, true);
        checkAge(claims);
        if (!ACCESS_TOKEN.equalsIgnoreCase(ClaimRules.shortType(token.type()))) {
            checkUse(claims);
        }
    }

    /**
     * Checks what a provider says of an active token (RFC 7662, section 2.2).
     *
     * @param audienceRequired whether it must name the audience
     */
    public void checkIntrospected(Map<String, Object> claims, boolean audienceRequired) throws InvalidTokenException {
        if (claims.containsKey("iss")) {
            rules.checkIssuer(claims);
        }
        if (audienceRequired || claims.containsKey("aud")) {
            checkAudience(claims);
        }
        if (claims.containsKey("sub")) {
            ClaimRules.checkSubject(claims);
        }
        String type = Claims.string(claims, "token_type");
        // RFC 9449, section 6.2
        boolean bound = "DPoP".equalsIgnoreCase(type) && Confirmation.isKeyBound(claims);
        if (type != null && !bound && !"Bearer".equalsIgnoreCase(type) && !"access_token".equalsIgnoreCase(type)) {
            throw new InvalidTokenException(
                    "type of the token: " + LogText.of(type) + " (expected: Bearer, or DPoP with a key)");
        }
        rules.checkTimes(claims, false);
        checkAge(claims);
    }

    private void checkAudience(Map<String, Object> claims) throws InvalidTokenException {
        List<String> actual = Claims.strings(claims, "aud");
        if (actual.stream().noneMatch(audiences::contains)) {
            throw new InvalidTokenException(
                    "claim aud: " + LogText.of(actual.toString()) + " (expected: one of " + audiences + ")");
        }
    }

    private void checkAge(Map<String, Object> claims) throws InvalidTokenException {
        if (maxAge == 0) {
            return;
        }
        Long issued = Claims.seconds(claims, "iat");
        if (issued == null) {
            throw new InvalidTokenException("claim iat is missing");
        }
        long age = rules.now() - issued;
        if (age - rules.skew() >= maxAge) {
            throw new ExpiredTokenException("the token is " + age + " s old (expected: less than " + maxAge + " s)");
        }
    }

    /** Refuses tokens with claims of other kinds, whose types may be the same (RFC 8725, section 3.12). */
    private static void checkUse(Map<String, Object> claims) throws InvalidTokenException {
        for (String name : FOREIGN) {
            if (claims.containsKey(name)) {
                throw new InvalidTokenException("claim " + name + " is in it (expected: an access token)");
            }
        }
    }
}
