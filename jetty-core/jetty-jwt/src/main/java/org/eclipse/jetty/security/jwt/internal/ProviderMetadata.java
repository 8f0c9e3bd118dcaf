package org.eclipse.jetty.security.jwt.internal;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a provider says of itself (OpenID Connect Discovery 1.0, section 3). Endpoints are null if the provider has none.
 * Immutable.
 *
 * @param issuerInResponse whether authorization responses name the issuer (RFC 9207, section 3)
 */
public record ProviderMetadata(
        @Nullable String authorizationEndpoint,
        @Nullable String tokenEndpoint,
        @Nullable String jwksUri,
        @Nullable String userInfoEndpoint,
        @Nullable String endSessionEndpoint,
        @Nullable String introspectionEndpoint,
        boolean issuerInResponse) {
    /** Those of a provider that has none. */
    public static final ProviderMetadata NONE = new ProviderMetadata(null, null, null, null, null, null, false);

    private static final String WELL_KNOWN = "/.well-known/openid-configuration";

    /** Where the document of an issuer is. */
    public static String uri(String issuer) {
        return (issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer) + WELL_KNOWN;
    }

    /** Where the document of an issuer without OpenID Connect is (RFC 8414, section 3.1). */
    public static String authorizationServerUri(String issuer) {
        URI uri = URI.create(issuer);
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        return uri.getScheme() + "://" + uri.getRawAuthority() + "/.well-known/oauth-authorization-server"
                + (path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
    }

    /**
     * Reads a document.
     *
     * @throws InvalidTokenException if it is not of the issuer, or a member has the wrong type
     */
    public static ProviderMetadata of(Map<String, Object> document, String issuer) throws InvalidTokenException {
        String actual = Claims.string(document, "issuer");
        if (!issuer.equals(actual)) {
            throw new InvalidTokenException("issuer in " + uri(issuer) + ": "
                    + (actual == null ? "none" : LogText.of(actual)) + " (expected: " + issuer + ")");
        }
        return new ProviderMetadata(
                Claims.string(document, "authorization_endpoint"),
                Claims.string(document, "token_endpoint"),
                Claims.string(document, "jwks_uri"),
                Claims.string(document, "userinfo_endpoint"),
                Claims.string(document, "end_session_endpoint"),
                Claims.string(document, "introspection_endpoint"),
                Boolean.TRUE.equals(document.get("authorization_response_iss_parameter_supported")));
    }

    /**
     * Checks where tokens, secrets or keys are sent to or read from.
     *
     * @param name the name for the message
     * @param insecure whether http is allowed for any host, not only for this one
     */
    public static String checkUri(String name, String uri, boolean insecure) {
        URI parsed = parse(name, uri);
        if ("http".equalsIgnoreCase(parsed.getScheme()) && !insecure && !isLoopback(parsed.getHost())) {
            throw new IllegalArgumentException(name + ": " + uri
                    + " (expected: an https URI; http is for this host only, unless it is allowed for the provider)");
        }
        return uri;
    }

    /** Parses an absolute URI of http or https. */
    public static URI parse(String name, String uri) {
        URI parsed;
        try {
            parsed = URI.create(uri);
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException(name + ": " + uri + " (expected: a URI)", x);
        }
        boolean web = "http".equalsIgnoreCase(parsed.getScheme()) || "https".equalsIgnoreCase(parsed.getScheme());
        if (!web || parsed.getHost() == null || parsed.getUserInfo() != null) {
            throw new IllegalArgumentException(name + ": " + uri + " (expected: an absolute https URI)");
        }
        return parsed;
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.equals("[::1]") || host.matches("127(\\.\\d{1,3}){3}");
    }
}
