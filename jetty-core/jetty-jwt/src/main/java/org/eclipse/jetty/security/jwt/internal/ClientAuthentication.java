package org.eclipse.jetty.security.jwt.internal;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates the client to its provider (OpenID Connect Core 1.0, section 9). Thread-safe.
 *
 * @param method one of {@link #METHODS}
 * @param secret the secret; null where the method needs none
 * @param key the key of the method private_key_jwt; null for the others
 */
public record ClientAuthentication(
        String method,
        String clientId,
        @Nullable String secret,
        @Nullable SigningKey key,
        Clock clock) {
    public static final String BASIC = "client_secret_basic";
    public static final String POST = "client_secret_post";
    public static final String PRIVATE_KEY = "private_key_jwt";
    public static final String NONE = "none";
    public static final List<String> METHODS = List.of(BASIC, POST, PRIVATE_KEY, NONE);

    private static final String ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    private static final long ASSERTION_SECONDS = 60;

    /** Returns a method that there is. */
    public static String checkMethod(String method) {
        if (!METHODS.contains(method)) {
            throw new IllegalArgumentException(
                    "authentication method of the client: " + method + " (expected: one of " + METHODS + ")");
        }
        return method;
    }

    /**
     * Checks that there is what the method needs.
     *
     * @throws IllegalStateException if not
     */
    public void check() {
        if ((BASIC.equals(method) || POST.equals(method)) && (secret == null || secret.isEmpty())) {
            throw new IllegalStateException(
                    "secret of client " + clientId + ": none (expected: one for " + method + ")");
        }
        if (PRIVATE_KEY.equals(method) && key == null) {
            throw new IllegalStateException(
                    "private key of client " + clientId + ": none (expected: one for " + method + ")");
        }
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return method + " of " + clientId;
    }

    /** Posts a form, to which the authentication is added. */
    public ProviderClient.Answer post(ProviderClient client, String endpoint, Fields form) throws IOException {
        switch (method) {
            case BASIC -> {
                return client.post(endpoint, form, this::addBasic);
            }
            case POST -> {
                form.put("client_id", clientId);
                assert secret != null : "see check()";
                form.put("client_secret", secret);
            }
            case PRIVATE_KEY -> {
                form.put("client_id", clientId);
                form.put("client_assertion_type", ASSERTION_TYPE);
                form.put("client_assertion", assertion(endpoint));
            }
            default -> form.put("client_id", clientId);
        }
        return client.post(endpoint, form, fields -> {});
    }

    /** Adds id and secret, encoded as in forms first (RFC 6749, section 2.3.1). */
    private void addBasic(HttpFields.Mutable fields) {
        assert secret != null : "see check()";
        String both = UrlEncoded.encodeString(clientId, StandardCharsets.UTF_8) + ":"
                + UrlEncoded.encodeString(secret, StandardCharsets.UTF_8);
        fields.put(
                HttpHeader.AUTHORIZATION,
                "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.US_ASCII)));
    }

    /** An assertion (RFC 7523, section 3). */
    private String assertion(String endpoint) throws IOException {
        assert key != null : "see check()";
        long now = clock.instant().getEpochSecond();
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("iss", clientId);
        claims.put("sub", clientId);
        claims.put("aud", endpoint);
        claims.put("jti", RandomText.next());
        claims.put("iat", now);
        claims.put("exp", now + ASSERTION_SECONDS);
        JWSObject signed = new JWSObject(
                new JWSHeader.Builder(key.algorithm()).keyID(key.id()).build(), new Payload(claims));
        try {
            signed.sign(key.signer());
        } catch (JOSEException x) {
            throw new IOException("could not sign the assertion of client " + clientId, x);
        }
        return signed.serialize();
    }
}
