package org.eclipse.jetty.security.openid;

import java.io.IOException;
import java.io.Serializable;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.security.jwt.internal.Claims;
import org.eclipse.jetty.security.jwt.internal.InvalidTokenException;
import org.eclipse.jetty.security.openid.internal.SealedMap;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a user logs in by: a code of the provider, which is redeemed for tokens; after that, claims and tokens.
 *
 * <p>In its serial form tokens are encrypted. Confined to one thread until the code is redeemed; then it is not changed any more.
 */
public class OpenIdCredentials implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(OpenIdCredentials.class);

    private final @Nullable String redirectUri;
    private final transient @Nullable String nonce;
    private final transient @Nullable String codeVerifier;
    private transient @Nullable String authCode;
    private @Nullable LinkedHashMap<String, Object> claims;
    private @Nullable SealedMap response;
    private transient @Nullable Fields errorFields;
    private transient boolean providerFailed;

    /** Credentials whose claims were checked before. */
    public OpenIdCredentials(Map<String, Object> claims) {
        this(claims, null);
    }

    OpenIdCredentials(Map<String, Object> claims, @Nullable SealedMap response) {
        redirectUri = null;
        nonce = null;
        codeVerifier = null;
        this.claims = new LinkedHashMap<>(Claims.copy(claims));
        this.response = response;
    }

    /** A code of a login without nonce and code verifier; its ID token may have any nonce. */
    public OpenIdCredentials(String authCode, String redirectUri) {
        this(authCode, redirectUri, null, null);
    }

    /**
     * A code.
     *
     * @param redirectUri the URI that the provider sent the user to
     * @param nonce what the ID token has to repeat; null for anything
     * @param codeVerifier the secret whose hash was sent with the authorization request (RFC 7636), if there is one
     */
    public OpenIdCredentials(
            String authCode, String redirectUri, @Nullable String nonce, @Nullable String codeVerifier) {
        this.authCode = authCode;
        this.redirectUri = redirectUri;
        this.nonce = nonce;
        this.codeVerifier = codeVerifier;
    }

    /** Returns the claim {@code sub}, the id of the user at the provider; null if the login failed or was not made yet. */
    public @Nullable String getUserId() {
        return claims != null && claims.get("sub") instanceof String sub ? sub : null;
    }

    /** Returns the claims of the ID token; null if the login failed or was not made yet. They cannot be changed. */
    public @Nullable Map<String, Object> getClaims() {
        return claims == null ? null : Collections.unmodifiableMap(claims);
    }

    /** Returns the answer of the token endpoint, with its tokens, if there is one. It cannot be changed. */
    public @Nullable Map<String, Object> getResponse() {
        return response;
    }

    /** Returns the reason of a failed login, as {@code error} and {@code error_description}; null if there was no failure. */
    public @Nullable Fields getErrorFields() {
        return errorFields;
    }

    /** Whether the login failed because the provider did not answer. */
    boolean isProviderFailed() {
        return providerFailed;
    }

    /** Redeems the code once, and checks the ID token. A failure is logged, and {@link #getErrorFields()} has it. */
    public void redeemAuthCode(OpenIdConfiguration configuration) {
        if (authCode == null) {
            return;
        }
        assert redirectUri != null : "set with the code";
        String code = authCode;
        authCode = null;
        try {
            TokenEndpoint.Tokens tokens = configuration.tokenEndpoint().redeem(code, redirectUri, codeVerifier, nonce);
            claims = new LinkedHashMap<>(tokens.claims());
            response = tokens.response();
        } catch (TokenEndpoint.RefusedException x) {
            fail(configuration, x.error(), "the provider refused the login", x);
        } catch (InvalidTokenException x) {
            fail(configuration, "invalid_token", "the answer of the provider is not acceptable", x);
        } catch (IOException | IllegalArgumentException x) {
            providerFailed = true;
            fail(configuration, "temporarily_unavailable", "the provider cannot be reached", x);
        }
    }

    private void fail(OpenIdConfiguration configuration, String error, String description, Exception cause) {
        LOG.warn("A login at {} failed: {}", configuration.getIssuer(), cause.getMessage());
        LOG.debug("login failed", cause);
        errorFields = new Fields();
        errorFields.put("error", error);
        errorFields.put("error_description", description);
    }

    /** Whether the ID token has expired. */
    public boolean isExpired() {
        return claims != null && checkExpiry(claims);
    }

    /** Whether the time of the claim {@code exp} is over; false if there is none. */
    public static boolean checkExpiry(Map<String, Object> claims) {
        return claims.get("exp") instanceof Number expires
                && expires.longValue() <= Instant.now().getEpochSecond();
    }
}
