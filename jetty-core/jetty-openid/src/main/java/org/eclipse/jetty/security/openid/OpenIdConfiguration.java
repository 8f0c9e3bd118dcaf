package org.eclipse.jetty.security.openid;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.security.jwt.internal.ClaimRules;
import org.eclipse.jetty.security.jwt.internal.Claims;
import org.eclipse.jetty.security.jwt.internal.ClientAuthentication;
import org.eclipse.jetty.security.jwt.internal.Discovery;
import org.eclipse.jetty.security.jwt.internal.InvalidTokenException;
import org.eclipse.jetty.security.jwt.internal.JwkCache;
import org.eclipse.jetty.security.jwt.internal.ProviderClient;
import org.eclipse.jetty.security.jwt.internal.ProviderMetadata;
import org.eclipse.jetty.security.jwt.internal.ProviderSettings;
import org.eclipse.jetty.security.jwt.internal.RandomText;
import org.eclipse.jetty.security.jwt.internal.SettingText;
import org.eclipse.jetty.security.jwt.internal.SigningKey;
import org.eclipse.jetty.security.jwt.internal.TokenVerifier;
import org.eclipse.jetty.security.openid.internal.LogoutRegistry;
import org.eclipse.jetty.security.openid.internal.TokenCipher;
import org.eclipse.jetty.security.openid.internal.TokenRules;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An OpenID Connect provider, and this client of it.
 *
 * <p>Endpoints and keys come from the provider's metadata (OpenID Connect Discovery 1.0) as far as they are not set. They are read
 * when this starts; issuer, client id, and secret or key, must be there then. If the provider does not answer then, a warning is logged, and they are read when the first user logs in.
 * Metadata of another issuer fails the start.
 *
 * <p>Settings change before it is started; then thread-safe.
 */
public class OpenIdConfiguration extends ContainerLifeCycle {
    private static final ProviderSettings SETTINGS = new ProviderSettings("the OpenID provider");
    private static final Logger LOG = LoggerFactory.getLogger(OpenIdConfiguration.class);
    private static final int MAX_ANSWER_BYTES = 256 * 1024;

    private final Builder settings;
    /** Empty until the settings have one, without which this does not start; so is the id of the client. */
    private final String issuer;

    private final String clientId;
    private final HttpClient httpClient;
    private final ProviderClient client;
    private final ClientAuthentication authentication;
    private final TokenVerifier verifier;
    private final TokenRules rules;
    private final TokenCipher cipher;
    private final TokenEndpoint tokenEndpoint = new TokenEndpoint(this);
    private final LogoutRegistry logouts = new LogoutRegistry();
    private final Discovery discovery;
    private volatile @Nullable ProviderMetadata processed;

    /** A client that authenticates by client_secret_post, of a provider that is discovered. */
    public OpenIdConfiguration(String provider, String clientId, @Nullable String clientSecret) {
        this(new Builder(provider, clientId, clientSecret));
    }

    public OpenIdConfiguration(
            String issuer,
            @Nullable String authorizationEndpoint,
            @Nullable String tokenEndpoint,
            String clientId,
            @Nullable String clientSecret,
            @Nullable HttpClient httpClient) {
        this(issuer, authorizationEndpoint, tokenEndpoint, null, clientId, clientSecret, null, httpClient);
    }

    public OpenIdConfiguration(
            String issuer,
            @Nullable String authorizationEndpoint,
            @Nullable String tokenEndpoint,
            String clientId,
            @Nullable String clientSecret,
            @Nullable String authenticationMethod,
            @Nullable HttpClient httpClient) {
        this(
                issuer,
                authorizationEndpoint,
                tokenEndpoint,
                null,
                clientId,
                clientSecret,
                authenticationMethod,
                httpClient);
    }

    /**
     * A client, where null stands for the endpoints of the metadata, {@code client_secret_post}, and an HTTP client of its own.
     *
     * @param clientSecret null where the method needs none
     */
    public OpenIdConfiguration(
            String issuer,
            @Nullable String authorizationEndpoint,
            @Nullable String tokenEndpoint,
            @Nullable String endSessionEndpoint,
            String clientId,
            @Nullable String clientSecret,
            @Nullable String authenticationMethod,
            @Nullable HttpClient httpClient) {
        this(new Builder(issuer, clientId, clientSecret)
                .authorizationEndpoint(authorizationEndpoint)
                .tokenEndpoint(tokenEndpoint)
                .endSessionEndpoint(endSessionEndpoint)
                .authenticationMethod(authenticationMethod)
                .httpClient(httpClient));
    }

    private OpenIdConfiguration(Builder builder) {
        settings = new Builder(builder);
        issuer = settings.issuer == null ? "" : settings.issuer;
        clientId = settings.clientId == null ? "" : settings.clientId;
        checkUri("issuer", settings.issuer);
        discovery = new Discovery(issuer, this::readMetadata);
        settings.endpoints().forEach(this::checkUri);
        httpClient = settings.httpClient == null ? ProviderClient.newHttpClient() : settings.httpClient;
        installBean(httpClient);
        client = new ProviderClient(httpClient, settings.timeout, MAX_ANSWER_BYTES);
        authentication = new ClientAuthentication(
                settings.authenticationMethod, clientId, settings.clientSecret, settings.signingKey(), settings.clock);
        verifier = new TokenVerifier(new JwkCache(this::readKeys), settings.idTokenAlgorithms);
        rules = new TokenRules(new ClaimRules(issuer, settings.clockSkew, settings.clock), clientId);
        cipher = TokenCipher.of(tokenSecret(), issuer + "\n" + clientId);
    }

    /** What the key of stored tokens is derived from; without a secret, tokens are readable by this object only. */
    private byte[] tokenSecret() {
        if (settings.clientSecret != null && !settings.clientSecret.isEmpty()) {
            return settings.clientSecret.getBytes(StandardCharsets.UTF_8);
        }
        if (authentication.key() != null && authentication.key().key().getEncoded() != null) {
            return authentication.key().key().getEncoded();
        }
        return RandomText.next().getBytes(StandardCharsets.UTF_8);
    }

    private void checkUri(String name, @Nullable String uri) {
        SETTINGS.checkUri(name, uri, settings.insecureProvider);
    }

    @Override
    protected void doStart() throws Exception {
        SETTINGS.require("issuer", "jetty.openid.provider", settings.issuer);
        SETTINGS.require("client id", "jetty.openid.clientId", settings.clientId);
        authentication.check();
        super.doStart();
        try {
            discover();
        } catch (IOException x) {
            LOG.warn(
                    "The OpenID provider {} cannot be reached, and is asked again at the next login: {}",
                    settings.issuer,
                    x.getMessage());
        }
    }

    /** The metadata, which are read if they are not known. */
    ProviderMetadata discover() throws IOException {
        return discovery.get();
    }

    private ProviderMetadata readMetadata() throws IOException {
        if (settings.hasEndpoints()) {
            return settings.override(null);
        }
        try {
            processMetadata(fetchOpenIdConnectMetadata());
        } catch (UncheckedIOException x) {
            throw x.getCause();
        }
        return Objects.requireNonNull(processed, "processMetadata of the superclass was not called");
    }

    /**
     * Takes the endpoints from metadata, unless they were set.
     *
     * @throws IllegalArgumentException if they are not of the issuer, or an endpoint is missing or not acceptable
     */
    protected void processMetadata(Map<String, Object> discoveryDocument) {
        ProviderMetadata read;
        try {
            read = settings.override(ProviderMetadata.of(discoveryDocument, issuer));
        } catch (InvalidTokenException x) {
            throw new IllegalArgumentException(x.getMessage(), x);
        }
        require("authorization_endpoint", read.authorizationEndpoint());
        require("token_endpoint", read.tokenEndpoint());
        require("jwks_uri", read.jwksUri());
        checkUri("userinfo_endpoint", read.userInfoEndpoint());
        checkUri("end_session_endpoint", read.endSessionEndpoint());
        if (settings.userInfo) {
            require("userinfo_endpoint", read.userInfoEndpoint());
        }
        processed = read;
    }

    private void require(String name, @Nullable String uri) {
        if (uri == null) {
            throw new IllegalArgumentException(
                    name + " in " + ProviderMetadata.uri(issuer) + ": none (expected: a URI)");
        }
        checkUri(name, uri);
    }

    /**
     * Reads the metadata from the provider.
     *
     * @throws UncheckedIOException if the provider does not answer, or not by a JSON object
     */
    protected Map<String, Object> fetchOpenIdConnectMetadata() {
        String uri = ProviderMetadata.uri(issuer);
        try {
            return Claims.parse(client.get(uri, "application/json"), uri);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        } catch (InvalidTokenException x) {
            throw new UncheckedIOException(new IOException(x.getMessage(), x));
        }
    }

    private String readKeys() throws IOException {
        String uri = discover().jwksUri();
        assert uri != null : "required of the metadata";
        return client.get(uri, "application/jwk-set+json, application/json");
    }

    // ---- what the other classes of this package use

    Builder settings() {
        return settings;
    }

    ProviderClient client() {
        return client;
    }

    ClientAuthentication authentication() {
        return authentication;
    }

    TokenVerifier verifier() {
        return verifier;
    }

    TokenRules rules() {
        return rules;
    }

    TokenCipher cipher() {
        return cipher;
    }

    TokenEndpoint tokenEndpoint() {
        return tokenEndpoint;
    }

    LogoutRegistry logouts() {
        return logouts;
    }

    long now() {
        return settings.clock.instant().getEpochSecond();
    }

    /** The provider and the client in one string. */
    String id() {
        return issuer + " " + clientId;
    }

    String clientId() {
        return clientId;
    }

    // ---- settings

    public HttpClient getHttpClient() {
        return httpClient;
    }

    /** Returns the endpoint; null as long as the metadata are not read. */
    public @Nullable String getAuthorizationEndpoint() {
        ProviderMetadata known = discovery.known();
        return known == null ? settings.authorizationEndpoint : known.authorizationEndpoint();
    }

    /** As {@link #getAuthorizationEndpoint()}. */
    public @Nullable String getAuthEndpoint() {
        return getAuthorizationEndpoint();
    }

    /** Returns the endpoint; null as long as the metadata are not read. */
    public @Nullable String getTokenEndpoint() {
        ProviderMetadata known = discovery.known();
        return known == null ? settings.tokenEndpoint : known.tokenEndpoint();
    }

    /** Returns the endpoint; null if the provider has none, or as long as the metadata are not read. */
    public @Nullable String getEndSessionEndpoint() {
        ProviderMetadata known = discovery.known();
        return known == null ? settings.endSessionEndpoint : known.endSessionEndpoint();
    }

    public @Nullable String getClientId() {
        return settings.clientId;
    }

    public @Nullable String getClientSecret() {
        return settings.clientSecret;
    }

    public @Nullable String getIssuer() {
        return settings.issuer;
    }

    public String getAuthenticationMethod() {
        return settings.authenticationMethod;
    }

    /** Returns the scopes that are asked for beside {@code openid}. */
    public List<String> getScopes() {
        return List.copyOf(settings.scopes);
    }

    public void addScopes(String... scopes) {
        checkNotStarted();
        settings.scopes(scopes);
    }

    /** Whether users may log in who are unknown to the login service that has the roles. */
    public boolean isAuthenticateNewUsers() {
        return settings.authenticateNewUsers;
    }

    public void setAuthenticateNewUsers(boolean authenticate) {
        checkNotStarted();
        settings.authenticateNewUsers(authenticate);
    }

    /** Whether users have to log in again when their ID token expires. */
    public boolean isLogoutWhenIdTokenIsExpired() {
        return settings.logoutWhenIdTokenIsExpired;
    }

    public void setLogoutWhenIdTokenIsExpired(boolean logout) {
        checkNotStarted();
        settings.logoutWhenIdTokenIsExpired(logout);
    }

    private void checkNotStarted() {
        if (isStarted()) {
            throw new IllegalStateException("the settings of " + this + " cannot change while it is started");
        }
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x{issuer=%s, clientId=%s, clientAuthentication=%s}",
                getClass().getSimpleName(),
                hashCode(),
                settings.issuer,
                settings.clientId,
                settings.authenticationMethod);
    }

    /** Makes configurations. Confined to one thread. */
    public static class Builder {
        private final List<String> scopes = new ArrayList<>();
        private final List<String> rolesClaims = new ArrayList<>();
        private @Nullable String issuer;
        private @Nullable String clientId;
        private @Nullable String clientSecret;
        private @Nullable String authorizationEndpoint;
        private @Nullable String tokenEndpoint;
        private @Nullable String endSessionEndpoint;
        private @Nullable String jwksUri;
        private @Nullable String userInfoEndpoint;
        private String authenticationMethod = ClientAuthentication.POST;
        private @Nullable HttpClient httpClient;
        private boolean authenticateNewUsers;
        private boolean logoutWhenIdTokenIsExpired;
        private boolean userInfo;
        private boolean refreshTokens;
        private boolean insecureProvider;
        private String userNameClaim = "sub";
        private List<String> idTokenAlgorithms = TokenVerifier.ALGORITHMS;
        private @Nullable PrivateKey privateKey;
        private @Nullable String privateKeyFile;
        private @Nullable String privateKeyId;
        private long clockSkew = 30;
        private long timeout = 10_000;
        private Clock clock = Clock.systemUTC();

        public Builder() {}

        public Builder(String issuer, String clientId, @Nullable String clientSecret) {
            issuer(issuer).clientId(clientId).clientSecret(clientSecret);
        }

        private Builder(Builder other) {
            scopes.addAll(other.scopes);
            rolesClaims.addAll(other.rolesClaims);
            issuer = other.issuer;
            clientId = other.clientId;
            clientSecret = other.clientSecret;
            authorizationEndpoint = other.authorizationEndpoint;
            tokenEndpoint = other.tokenEndpoint;
            endSessionEndpoint = other.endSessionEndpoint;
            jwksUri = other.jwksUri;
            userInfoEndpoint = other.userInfoEndpoint;
            authenticationMethod = other.authenticationMethod;
            httpClient = other.httpClient;
            authenticateNewUsers = other.authenticateNewUsers;
            logoutWhenIdTokenIsExpired = other.logoutWhenIdTokenIsExpired;
            userInfo = other.userInfo;
            refreshTokens = other.refreshTokens;
            insecureProvider = other.insecureProvider;
            userNameClaim = other.userNameClaim;
            idTokenAlgorithms = List.copyOf(other.idTokenAlgorithms);
            privateKey = other.privateKey;
            privateKeyFile = other.privateKeyFile;
            privateKeyId = other.privateKeyId;
            clockSkew = other.clockSkew;
            timeout = other.timeout;
            clock = other.clock;
        }

        /** Sets the issuer, exactly as the provider names itself; an https URI, or an http URI of this host. */
        public Builder issuer(@Nullable String uri) {
            issuer = SETTINGS.uri("issuer", uri);
            return this;
        }

        public Builder clientId(@Nullable String id) {
            clientId = SettingText.emptyToNull(id);
            return this;
        }

        public Builder clientSecret(@Nullable String secret) {
            clientSecret = secret == null || secret.isEmpty() ? null : secret;
            return this;
        }

        public Builder authorizationEndpoint(@Nullable String uri) {
            authorizationEndpoint = SETTINGS.uri("authorization endpoint", uri);
            return this;
        }

        public Builder tokenEndpoint(@Nullable String uri) {
            tokenEndpoint = SETTINGS.uri("token endpoint", uri);
            return this;
        }

        public Builder endSessionEndpoint(@Nullable String uri) {
            endSessionEndpoint = SETTINGS.uri("end session endpoint", uri);
            return this;
        }

        /** Sets where the keys are. With the authorization and the token endpoint, and that of the user info if it is asked, no metadata are read. */
        public Builder jwksUri(@Nullable String uri) {
            jwksUri = SETTINGS.uri("URI of keys", uri);
            return this;
        }

        public Builder userInfoEndpoint(@Nullable String uri) {
            userInfoEndpoint = SETTINGS.uri("user info endpoint", uri);
            return this;
        }

        /**
         * Sets how this client authenticates at the token endpoint: {@code client_secret_post} by default,
         * {@code client_secret_basic}, {@code private_key_jwt}, or {@code none}.
         */
        public Builder authenticationMethod(@Nullable String method) {
            authenticationMethod = ClientAuthentication.checkMethod(
                    method == null || method.isBlank() ? ClientAuthentication.POST : method.trim());
            return this;
        }

        /** Sets the client that requests to the provider are sent by; null for one of its own. */
        public Builder httpClient(@Nullable HttpClient client) {
            httpClient = client;
            return this;
        }

        /** Sets whether users may log in who are unknown to the login service that has the roles; false by default. */
        public Builder authenticateNewUsers(boolean authenticate) {
            authenticateNewUsers = authenticate;
            return this;
        }

        /** Adds scopes; {@code openid} is always asked for. */
        public Builder scopes(String... names) {
            scopes.addAll(SettingText.names(names));
            return this;
        }

        /** Sets whether users have to log in again when their ID token expires; false by default. */
        public Builder logoutWhenIdTokenIsExpired(boolean logout) {
            logoutWhenIdTokenIsExpired = logout;
            return this;
        }

        /** Sets whether claims are asked for at the user info endpoint, too; false by default. */
        public Builder userInfo(boolean ask) {
            userInfo = ask;
            return this;
        }

        /** Sets whether tokens are refreshed when the access token has expired; false by default. */
        public Builder refreshTokens(boolean refresh) {
            refreshTokens = refresh;
            return this;
        }

        /** Sets the claim that is the name of the user; {@code sub} by default, the only one that never changes. */
        public Builder userNameClaim(@Nullable String name) {
            userNameClaim = name == null || name.isBlank() ? "sub" : name.trim();
            return this;
        }

        /**
         * Adds claims with roles of the user: an array of strings, or one string. Only {@code scope} and {@code scp} are split at
         * spaces. A name such as {@code realm_access.roles} is that of a claim, or else of a member in an object.
         */
        public Builder rolesClaims(String... names) {
            rolesClaims.addAll(SettingText.names(names));
            return this;
        }

        /** Sets the algorithms by which ID tokens and logout tokens may be signed; all asymmetric ones by default. */
        public Builder idTokenAlgorithms(String... names) {
            List<String> algorithms = SettingText.names(names);
            algorithms.forEach(TokenVerifier::checkAlgorithm);
            idTokenAlgorithms = algorithms.isEmpty() ? TokenVerifier.ALGORITHMS : List.copyOf(algorithms);
            return this;
        }

        /**
         * Sets the key of {@code private_key_jwt}, RSA or EC.
         *
         * @param id the id of the key at the provider, if there is one
         */
        public Builder privateKey(PrivateKey key, @Nullable String id) {
            privateKey = key;
            privateKeyId = SettingText.emptyToNull(id);
            return this;
        }

        /** Sets the file of the key of {@code private_key_jwt}, in PEM of PKCS #8; it is read when this is built. */
        public Builder privateKeyFile(@Nullable String file) {
            privateKeyFile = SigningKey.checkFile(SettingText.emptyToNull(file));
            return this;
        }

        /** Sets the id of the key of {@code private_key_jwt} at the provider. */
        public Builder privateKeyId(@Nullable String id) {
            privateKeyId = SettingText.emptyToNull(id);
            return this;
        }

        /** Sets the seconds by which the clocks of provider and client may differ; 30 by default. */
        public Builder clockSkew(long seconds) {
            if (seconds < 0) {
                throw new IllegalArgumentException("clock skew: " + seconds + " s (expected: 0 or more)");
            }
            clockSkew = seconds;
            return this;
        }

        /** Sets the milliseconds that a request to the provider may take; 10000 by default. */
        public Builder timeout(long milliseconds) {
            timeout = ProviderSettings.timeout(milliseconds);
            return this;
        }

        /** Sets whether a provider on another host may be asked by http, in clear text; false by default. */
        public Builder insecureProvider(boolean insecure) {
            insecureProvider = insecure;
            return this;
        }

        Builder clock(Clock newClock) {
            clock = newClock;
            return this;
        }

        public OpenIdConfiguration build() {
            return new OpenIdConfiguration(this);
        }

        private Map<String, String> endpoints() {
            Map<String, String> endpoints = new LinkedHashMap<>();
            endpoints.put("authorization endpoint", authorizationEndpoint);
            endpoints.put("token endpoint", tokenEndpoint);
            endpoints.put("end session endpoint", endSessionEndpoint);
            endpoints.put("URI of keys", jwksUri);
            endpoints.put("user info endpoint", userInfoEndpoint);
            return endpoints;
        }

        private @Nullable SigningKey signingKey() {
            return privateKey == null
                    ? ProviderSettings.signingKey(clientId, privateKeyFile, privateKeyId)
                    : SigningKey.of(privateKey, privateKeyId);
        }

        /** Whether all endpoints that are needed are set. */
        private boolean hasEndpoints() {
            return authorizationEndpoint != null
                    && tokenEndpoint != null
                    && jwksUri != null
                    && (!userInfo || userInfoEndpoint != null);
        }

        /** The endpoints that are set, and those of the metadata; null for no metadata. */
        private ProviderMetadata override(@Nullable ProviderMetadata read) {
            return new ProviderMetadata(
                    first(authorizationEndpoint, read == null ? null : read.authorizationEndpoint()),
                    first(tokenEndpoint, read == null ? null : read.tokenEndpoint()),
                    first(jwksUri, read == null ? null : read.jwksUri()),
                    first(userInfoEndpoint, read == null ? null : read.userInfoEndpoint()),
                    first(endSessionEndpoint, read == null ? null : read.endSessionEndpoint()),
                    read == null ? null : read.introspectionEndpoint(),
                    read != null && read.issuerInResponse());
        }

        private static @Nullable String first(@Nullable String set, @Nullable String read) {
            return set == null ? read : set;
        }

        boolean isUserInfo() {
            return userInfo;
        }

        boolean isRefreshTokens() {
            return refreshTokens;
        }

        String userNameClaim() {
            return userNameClaim;
        }

        List<String> rolesClaims() {
            return rolesClaims;
        }
    }
}
