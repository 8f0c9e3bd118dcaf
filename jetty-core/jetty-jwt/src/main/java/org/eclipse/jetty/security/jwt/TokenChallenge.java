package org.eclipse.jetty.security.jwt;

import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The value of WWW-Authenticate (RFC 6750, section 3; RFC 9449, section 7.1): a challenge for each scheme that is taken, that of the request
 * first, which has the error. Immutable.
 *
 * @param algorithms those of proofs, separated by spaces
 */
record TokenChallenge(String realm, DpopMode mode, String algorithms) {
    static final String BEARER = "Bearer";
    static final String DPOP = "DPoP";

    boolean isScheme(String scheme) {
        return mode == DpopMode.ACCEPT || (mode == DpopMode.OFF ? BEARER : DPOP).equals(scheme);
    }

    /**
     * The value.
     *
     * @param scheme that of the request, if there is one
     * @param error the error code (RFC 6750, section 3.1), if there is one
     */
    String value(@Nullable String scheme, @Nullable String error, @Nullable String description, Set<String> scopes) {
        String first = scheme != null && isScheme(scheme) ? scheme : mode == DpopMode.REQUIRE ? DPOP : BEARER;
        StringJoiner challenges = new StringJoiner(", ");
        challenges.add(challenge(first, error, description, scopes));
        if (mode == DpopMode.ACCEPT) {
            challenges.add(challenge(first.equals(DPOP) ? BEARER : DPOP, null, null, Set.of()));
        }
        return challenges.toString();
    }

    private String challenge(String scheme, @Nullable String error, @Nullable String description, Set<String> scopes) {
        StringBuilder challenge = new StringBuilder(scheme);
        add(challenge, " ", "realm", realm);
        if (scheme.equals(DPOP)) {
            add(challenge, ", ", "algs", algorithms);
        }
        add(challenge, ", ", "error", error);
        add(challenge, ", ", "error_description", description);
        add(challenge, ", ", "scope", scopes.isEmpty() ? null : String.join(" ", scopes));
        return challenge.toString();
    }

    private static void add(StringBuilder challenge, String separator, String name, @Nullable String value) {
        if (value != null) {
            challenge.append(separator).append(name).append("=\"").append(value).append('"');
        }
    }
}
