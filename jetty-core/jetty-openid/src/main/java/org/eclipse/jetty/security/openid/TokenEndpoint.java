package org.eclipse.jetty.security.openid;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.security.jwt.internal.ClaimRules;
import org.eclipse.jetty.security.jwt.internal.Claims;
import org.eclipse.jetty.security.jwt.internal.InvalidTokenException;
import org.eclipse.jetty.security.jwt.internal.LogText;
import org.eclipse.jetty.security.jwt.internal.ProviderClient;
import org.eclipse.jetty.security.jwt.internal.TokenVerifier;
import org.eclipse.jetty.security.openid.internal.SealedMap;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/** Gets tokens from a provider, and checks them. Thread-safe. */
final class TokenEndpoint {
    private static final String ID_TOKEN = "id_token";
    private static final String ACCESS_TOKEN = "access_token";
    private static final String REFRESH_TOKEN = "refresh_token";

    private final OpenIdConfiguration configuration;

    TokenEndpoint(OpenIdConfiguration configuration) {
        this.configuration = configuration;
    }

    /** What a user has logged in by: the claims of the ID token, and the answer of the provider with its tokens. Immutable. */
    record Tokens(Map<String, Object> claims, SealedMap response) {}

    /** The provider refused the request, with an error code (RFC 6749, section 5.2). */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final String error;

        RefusedException(String error, String message) {
            super(message);
            this.error = error;
        }

        String error() {
            return error;
        }
    }

    /** Redeems a code (OpenID Connect Core 1.0, section 3.1.3; RFC 7636, section 4.5). */
    Tokens redeem(String code, String redirectUri, @Nullable String codeVerifier, @Nullable String nonce)
            throws IOException, InvalidTokenException, RefusedException {
        Fields form = new Fields();
        form.put("grant_type", "authorization_code");
        form.put("code", code);
        form.put("redirect_uri", redirectUri);
        if (codeVerifier != null) {
            form.put("code_verifier", codeVerifier);
        }
        Map<String, Object> answer = request(form);
        String idToken = Claims.string(answer, ID_TOKEN);
        if (idToken == null) {
            throw new InvalidTokenException("the provider sent no ID token");
        }
        Map<String, Object> claims = check(idToken, nonce, answer);
        return new Tokens(withUserInfo(claims, answer), new SealedMap(answer, configuration.cipher()));
    }

    /**
     * Refreshes tokens (OpenID Connect Core 1.0, section 12).
     *
     * @return null if there is no token to refresh by
     */
    @Nullable
    Tokens refresh(Map<String, Object> claims, Map<String, Object> response)
            throws IOException, InvalidTokenException, RefusedException {
        String refreshToken = Claims.string(response, REFRESH_TOKEN);
        if (refreshToken == null) {
            return null;
        }
        Fields form = new Fields();
        form.put("grant_type", REFRESH_TOKEN);
        form.put(REFRESH_TOKEN, refreshToken);
        Map<String, Object> answer = request(form);
        String idToken = Claims.string(answer, ID_TOKEN);
        Map<String, Object> refreshed = claims;
        if (idToken != null) {
            refreshed = check(idToken, null, answer);
            for (String same : new String[] {"sub", "sid"}) {
                if (claims.get(same) != null
                        && refreshed.containsKey(same)
                        && !claims.get(same).equals(refreshed.get(same))) {
                    throw new InvalidTokenException("claim " + same + " is another one after the refresh");
                }
            }
            Map<String, Object> merged = withoutRoles(claims);
            merged.putAll(withUserInfo(refreshed, answer));
            refreshed = merged;
        } else if (configuration.settings().isUserInfo()) {
            Map<String, Object> merged = withoutRoles(claims);
            merged.putAll(withUserInfo(Map.of("sub", claims.get("sub")), answer));
            refreshed = merged;
        }
        Map<String, Object> all = new LinkedHashMap<>(response);
        all.putAll(answer);
        return new Tokens(refreshed, new SealedMap(all, configuration.cipher()));
    }

    /** A copy without roles, which the provider may have taken away since. */
    private Map<String, Object> withoutRoles(Map<String, Object> claims) {
        Map<String, Object> rest = new LinkedHashMap<>(claims);
        for (String path : configuration.settings().rolesClaims()) {
            int dot = path.indexOf('.');
            rest.remove(path);
            rest.remove(dot < 0 ? path : path.substring(0, dot));
        }
        return rest;
    }

    private Map<String, Object> check(String idToken, @Nullable String nonce, Map<String, Object> answer)
            throws IOException, InvalidTokenException {
        TokenVerifier.Verified verified = configuration.verifier().verify(idToken);
        configuration.rules().checkIdToken(verified, nonce, Claims.string(answer, ACCESS_TOKEN));
        return verified.claims();
    }

    private Map<String, Object> request(Fields form) throws IOException, InvalidTokenException, RefusedException {
        String endpoint = configuration.discover().tokenEndpoint();
        assert endpoint != null : "required of the metadata";
        ProviderClient.Answer answer = configuration.authentication().post(configuration.client(), endpoint, form);
        if (answer.status() >= HttpStatus.INTERNAL_SERVER_ERROR_500
                || answer.status() == HttpStatus.TOO_MANY_REQUESTS_429
                || answer.status() == HttpStatus.REQUEST_TIMEOUT_408) {
            throw new IOException(endpoint + ": status " + answer.status() + " (expected: 200)");
        }
        Map<String, Object> object = Claims.parse(answer.content(), "the answer of the token endpoint");
        if (answer.status() != HttpStatus.OK_200) {
            String error = Claims.string(object, "error");
            throw new RefusedException(
                    error == null ? "invalid_request" : LogText.of(error),
                    "the token endpoint answered " + answer.status() + " " + LogText.of(String.valueOf(error)) + ": "
                            + LogText.of(String.valueOf(object.get("error_description"))));
        }
        String type = Claims.string(object, "token_type");
        if (Claims.string(object, ACCESS_TOKEN) == null || !"Bearer".equalsIgnoreCase(type)) {
            throw new InvalidTokenException("the provider sent no bearer token");
        }
        return object;
    }

    /** Adds the claims of the user info endpoint (OpenID Connect Core 1.0, section 5.3); those of the ID token win. */
    private Map<String, Object> withUserInfo(Map<String, Object> claims, Map<String, Object> answer)
            throws IOException, InvalidTokenException {
        if (!configuration.settings().isUserInfo()) {
            return claims;
        }
        String endpoint = configuration.discover().userInfoEndpoint();
        String token = Claims.string(answer, ACCESS_TOKEN);
        assert endpoint != null && token != null : "required of the metadata, and of each answer";
        ProviderClient.Answer info = configuration.client().getWithToken(endpoint, token);
        if (info.status() != HttpStatus.OK_200) {
            throw new IOException(info.uri() + ": status " + info.status() + " (expected: 200)");
        }
        Map<String, Object> all = new LinkedHashMap<>(Claims.parse(info.content(), "the user info"));
        if (!ClaimRules.require(claims, "sub").equals(all.get("sub"))) {
            throw new InvalidTokenException("claim sub of the user info is not that of the ID token");
        }
        all.putAll(claims);
        return all;
    }
}
