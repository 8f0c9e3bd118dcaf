package org.eclipse.jetty.security.jwt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.security.jwt.internal.AccessTokenRules;
import org.eclipse.jetty.security.jwt.internal.ClaimRules;
import org.eclipse.jetty.security.jwt.internal.Claims;
import org.eclipse.jetty.security.jwt.internal.ClientAuthentication;
import org.eclipse.jetty.security.jwt.internal.Discovery;
import org.eclipse.jetty.security.jwt.internal.Introspection;
import org.eclipse.jetty.security.jwt.internal.IntrospectionCache;
import org.eclipse.jetty.security.jwt.internal.InvalidTokenException;
import org.eclipse.jetty.security.jwt.internal.JwkCache;
import org.eclipse.jetty.security.jwt.internal.ProviderClient;
import org.eclipse.jetty.security.jwt.internal.ProviderMetadata;
import org.eclipse.jetty.security.jwt.internal.ProviderSettings;
import org.eclipse.jetty.security.jwt.internal.SettingText;
import org.eclipse.jetty.security.jwt.internal.SignedToken;
import org.eclipse.jetty.security.jwt.internal.SigningKey;
import org.eclipse.jetty.security.jwt.internal.TokenVerifier;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An issuer of access tokens, and which of its tokens are accepted.
 *
 * <p>Signed tokens are checked by the keys of the issuer: those of a file, of a URI, or of its metadata (OpenID Connect Discovery 1.0, or
 * RFC 8414). With the credentials of a client, other tokens are introspected (RFC 7662); where the issuer has no keys, all are.
 *
 * <p>Issuer and audience must be set when this starts. Metadata are read then, or when they are needed if the issuer does not answer. Metadata
 * of another issuer fail the start. Thread-safe.
 */
public class JwtIssuer extends ContainerLifeCycle {
    private static final ProviderSettings SETTINGS = new ProviderSettings("access tokens");
    private static final Logger LOG = LoggerFactory.getLogger(JwtIssuer.class);
    private static final int MAX_ANSWER_BYTES = 256 * 1024;
    private static final long MAX_SECONDS = 1_000_000_000;
    private static final String JSON = "application/json";

    private final Builder settings;
    /** Empty until the settings have one, without which this does not start. */
    private final String issuer;

    private final HttpClient httpClient;
    private final ProviderClient client;
    private final Discovery discovery;
    private final JwkCache keys;
    private final TokenVerifier verifier;
    private final AccessTokenRules rules;
    private final @Nullable Introspection introspection;
    private final @Nullable ClientAuthentication authentication;

    private JwtIssuer(Builder builder) {
        settings = builder.copy();
        issuer = settings.issuer == null ? "" : settings.issuer;
        checkUri("issuer", settings.issuer);
        checkUri("URI of keys", settings.jwksUri);
        checkUri("introspection endpoint", settings.introspectionEndpoint);
        httpClient = settings.httpClient == null ? ProviderClient.newHttpClient() : settings.httpClient;
        installBean(httpClient);
        client = new ProviderClient(httpClient, settings.timeout, MAX_ANSWER_BYTES);
        discovery = new Discovery(issuer, this::readMetadata);
        keys = settings.jwksFile == null ? new JwkCache(this::readKeys) : JwkCache.ofFile(Path.of(settings.jwksFile));
        verifier = new TokenVerifier(keys, settings.algorithms);
        rules = new AccessTokenRules(
                new ClaimRules(issuer, settings.clockSkew, settings.clock),
                Set.copyOf(settings.audiences),
                Set.copyOf(settings.types),
                settings.maxAge);
        authentication = settings.clientId == null ? null : settings.authentication(settings.clientId);
        introspection = authentication == null ? null : newIntrospection(authentication);
    }

    /** With a client of its own, so that introspection that hangs does not keep keys from being read. */
    private Introspection newIntrospection(ClientAuthentication asking) {
        return new Introspection(
                new ProviderClient(httpClient, settings.timeout, MAX_ANSWER_BYTES),
                asking,
                this::introspectionUri,
                rules,
                settings.introspectionAudienceRequired,
                new IntrospectionCache(settings.introspectionCacheTime, settings.clock));
    }

    private void checkUri(String name, @Nullable String uri) {
        SETTINGS.checkUri(name, uri, settings.insecureProvider);
    }

    @Override
    protected void doStart() throws Exception {
        SETTINGS.require("issuer", "jetty.jwt.issuer", settings.issuer);
        SETTINGS.require(
                "audience", "jetty.jwt.audience", settings.audiences.isEmpty() ? null : settings.audiences.get(0));
        if (authentication != null) {
            authentication.check();
        }
        super.doStart();
        if (settings.jwksFile != null) {
            keys.load();
        }
        if (needsMetadata()) {
            try {
                discovery.get();
            } catch (IOException x) {
                LOG.warn(
                        "The issuer {} cannot be reached, and is asked again when a token comes: {}",
                        settings.issuer,
                        x.getMessage());
            }
        }
    }

    private boolean needsMetadata() {
        boolean hasKeys = settings.jwksFile != null || settings.jwksUri != null;
        return !hasKeys || introspection != null && settings.introspectionEndpoint == null;
    }

    // ---- metadata and keys

    private ProviderMetadata readMetadata() throws IOException {
        String uri = ProviderMetadata.uri(issuer);
        ProviderClient.Answer answer = client.ask(uri, JSON);
        if (answer.status() == HttpStatus.NOT_FOUND_404) {
            uri = ProviderMetadata.authorizationServerUri(issuer);
            answer = client.ask(uri, JSON);
        }
        if (answer.status() == HttpStatus.NOT_FOUND_404
                && introspection != null
                && settings.introspectionEndpoint != null) {
            // no keys: the endpoint knows all tokens
            return ProviderMetadata.NONE;
        }
        if (answer.status() != HttpStatus.OK_200) {
            throw new IOException(uri + ": status " + answer.status() + " (expected: 200)");
        }
        Map<String, Object> document;
        try {
            document = Claims.parse(answer.content(), uri);
        } catch (InvalidTokenException x) {
            throw new IOException(x.getMessage(), x);
        }
        ProviderMetadata read;
        try {
            read = ProviderMetadata.of(document, issuer);
        } catch (InvalidTokenException x) {
            throw new IllegalArgumentException(x.getMessage(), x);
        }
        checkMember(
                uri,
                "jwks_uri",
                read.jwksUri(),
                introspection == null && settings.jwksFile == null && settings.jwksUri == null);
        checkMember(
                uri,
                "introspection_endpoint",
                read.introspectionEndpoint(),
                introspection != null && settings.introspectionEndpoint == null);
        return read;
    }

    private void checkMember(String uri, String name, @Nullable String value, boolean required) {
        if (value == null && required) {
            throw new IllegalArgumentException(name + " in " + uri + ": none (expected: a URI)");
        }
        checkUri(name, value);
    }

    private ProviderMetadata metadata() throws IOException {
        try {
            return discovery.get();
        } catch (IllegalArgumentException x) {
            throw new IOException(x.getMessage(), x);
        }
    }

    /** Where the keys are; null if the issuer has none. */
    private @Nullable String jwksUri() throws IOException {
        if (settings.jwksUri != null) {
            return settings.jwksUri;
        }
        return needsMetadata() ? metadata().jwksUri() : null;
    }

    private String readKeys() throws IOException {
        String uri = jwksUri();
        assert uri != null : "otherwise tokens are introspected";
        return client.get(uri, "application/jwk-set+json, " + JSON);
    }

    private String introspectionUri() throws IOException {
        String uri = settings.introspectionEndpoint == null
                ? metadata().introspectionEndpoint()
                : settings.introspectionEndpoint;
        assert uri != null : "required of the metadata";
        return uri;
    }

    // ---- tokens

    /** Whether tokens are introspected. */
    boolean isIntrospecting() {
        return introspection != null;
    }

    /**
     * The claims of a signed token.
     *
     * @param text the same token
     * @param network of the client
     */
    Map<String, Object> verify(SignedToken token, String text, String network)
            throws InvalidTokenException, IOException {
        if (introspection != null && settings.jwksFile == null && jwksUri() == null) {
            return introspect(text, network);
        }
        TokenVerifier.Verified verified = verifier.verify(token);
        rules.check(verified);
        return verified.claims();
    }

    Map<String, Object> introspect(String token, String network) throws InvalidTokenException, IOException {
        assert introspection != null : "see isIntrospecting";
        return introspection.claims(token, network);
    }

    String nameOf(Map<String, Object> claims) throws InvalidTokenException {
        return ClaimRules.require(claims, settings.userNameClaim);
    }

    /** The roles of claims, and those of scopes if these are roles. */
    Set<String> rolesOf(Map<String, Object> claims) {
        Set<String> roles = new LinkedHashSet<>(Claims.roles(claims, settings.rolesClaims));
        if (settings.scopesAsRoles) {
            // "scp" is that of providers before RFC 9068
            for (String scope : Claims.roles(claims, List.of("scope", "scp"))) {
                roles.add(settings.scopeRolePrefix + scope);
            }
        }
        return roles;
    }

    /** The scopes that would give a role; none if scopes are no roles. */
    Set<String> scopesOf(Set<String> roles) {
        Set<String> scopes = new LinkedHashSet<>();
        for (String role : roles) {
            if (settings.scopesAsRoles
                    && role.startsWith(settings.scopeRolePrefix)
                    && role.length() > settings.scopeRolePrefix.length()) {
                scopes.add(role.substring(settings.scopeRolePrefix.length()));
            }
        }
        return scopes;
    }

    public @Nullable String getIssuer() {
        return settings.issuer;
    }

    /** Returns the audiences of which a token needs one. */
    public List<String> getAudiences() {
        return List.copyOf(settings.audiences);
    }

    public HttpClient getHttpClient() {
        return httpClient;
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x{issuer=%s, audiences=%s, introspection=%s}",
                getClass().getSimpleName(), hashCode(), settings.issuer, settings.audiences, introspection != null);
    }

    /** Makes issuers. Confined to one thread. */
    public static class Builder {
        private final List<String> audiences = new ArrayList<>();
        private final List<String> rolesClaims = new ArrayList<>();
        private @Nullable String issuer;
        private List<String> algorithms = TokenVerifier.ALGORITHMS;
        private List<String> types = List.of(AccessTokenRules.ACCESS_TOKEN);
        private @Nullable String jwksUri;
        private @Nullable String jwksFile;
        private String userNameClaim = "sub";
        private boolean scopesAsRoles;
        private String scopeRolePrefix = "";
        private long clockSkew = 30;
        private long maxAge;
        private @Nullable String introspectionEndpoint;
        private boolean introspectionAudienceRequired = true;
        private long introspectionCacheTime = 60;
        private @Nullable String clientId;
        private @Nullable String clientSecret;
        private String authenticationMethod = ClientAuthentication.BASIC;
        private @Nullable String privateKeyFile;
        private @Nullable String privateKeyId;
        private long timeout = 5000;
        private boolean insecureProvider;
        private @Nullable HttpClient httpClient;
        private Clock clock = Clock.systemUTC();

        public Builder() {}

        public Builder(String issuer, String... audiences) {
            issuer(issuer).audiences(audiences);
        }

        private Builder copy() {
            Builder copy = new Builder();
            copy.audiences.addAll(audiences);
            copy.rolesClaims.addAll(rolesClaims);
            copy.issuer = issuer;
            copy.algorithms = algorithms;
            copy.types = types;
            copy.jwksUri = jwksUri;
            copy.jwksFile = jwksFile;
            copy.userNameClaim = userNameClaim;
            copy.scopesAsRoles = scopesAsRoles;
            copy.scopeRolePrefix = scopeRolePrefix;
            copy.clockSkew = clockSkew;
            copy.maxAge = maxAge;
            copy.introspectionEndpoint = introspectionEndpoint;
            copy.introspectionAudienceRequired = introspectionAudienceRequired;
            copy.introspectionCacheTime = introspectionCacheTime;
            copy.clientId = clientId;
            copy.clientSecret = clientSecret;
            copy.authenticationMethod = authenticationMethod;
            copy.privateKeyFile = privateKeyFile;
            copy.privateKeyId = privateKeyId;
            copy.timeout = timeout;
            copy.insecureProvider = insecureProvider;
            copy.httpClient = httpClient;
            copy.clock = clock;
            return copy;
        }

        /** Sets the issuer, exactly as tokens name it; an https URI, or an http URI of this host. */
        public Builder issuer(@Nullable String uri) {
            issuer = SETTINGS.uri("issuer", uri);
            return this;
        }

        /** Adds names of this server, of which the claim {@code aud} of a token needs one. */
        public Builder audiences(String... names) {
            audiences.addAll(SettingText.names(names));
            return this;
        }

        /** Sets the algorithms by which tokens may be signed; all asymmetric ones by default. */
        public Builder algorithms(String... names) {
            List<String> pinned = SettingText.names(names);
            pinned.forEach(TokenVerifier::checkAlgorithm);
            algorithms = pinned.isEmpty() ? TokenVerifier.ALGORITHMS : List.copyOf(pinned);
            return this;
        }

        /**
         * Sets the types of tokens that are accepted; {@code at+jwt} by default (RFC 9068, section 2.1). Providers that give
         * their access tokens no type of their own need {@code JWT}; tokens with claims of ID tokens are still refused.
         */
        public Builder types(String... names) {
            List<String> accepted = SettingText.names(names);
            types = accepted.isEmpty() ? List.of(AccessTokenRules.ACCESS_TOKEN) : List.copyOf(accepted);
            return this;
        }

        /** Sets where the keys are (RFC 7517); null for the URI of the metadata. */
        public Builder jwksUri(@Nullable String uri) {
            jwksUri = SETTINGS.uri("URI of keys", uri);
            return this;
        }

        /** Sets a file with the keys (RFC 7517), which is read again when it changes; null for those of the issuer. */
        public Builder jwksFile(@Nullable String file) {
            String name = SettingText.emptyToNull(file);
            if (name != null && !Files.isReadable(Path.of(name))) {
                throw new IllegalArgumentException("keys of tokens: " + name + " (expected: a file that can be read)");
            }
            jwksFile = name;
            return this;
        }

        /** Sets the claim that is the name of the user; {@code sub} by default. */
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

        /** Sets whether the scopes of a token are roles; false by default. */
        public Builder scopesAsRoles(boolean roles) {
            scopesAsRoles = roles;
            return this;
        }

        /** Sets what the roles of scopes begin with; empty by default. */
        public Builder scopeRolePrefix(@Nullable String prefix) {
            scopeRolePrefix = prefix == null ? "" : prefix.trim();
            return this;
        }

        /** Sets the seconds by which the clocks of issuer and server may differ; 30 by default. */
        public Builder clockSkew(long seconds) {
            clockSkew = check("clock skew", seconds);
            return this;
        }

        /** Sets the seconds after which a token is too old, whenever it expires; 0, the default, for no limit. */
        public Builder maxAge(long seconds) {
            maxAge = check("maximum age of tokens", seconds);
            return this;
        }

        /** Sets the introspection endpoint; null for that of the metadata. */
        public Builder introspectionEndpoint(@Nullable String uri) {
            introspectionEndpoint = SETTINGS.uri("introspection endpoint", uri);
            return this;
        }

        /**
         * Sets whether the answer of an introspection must name an audience; true by default. An answer that names other audiences is always
         * refused.
         */
        public Builder introspectionAudienceRequired(boolean required) {
            introspectionAudienceRequired = required;
            return this;
        }

        /**
         * Sets the seconds for which the answer of an introspection is good, unless the token expires earlier; 60 by default, 0 to ask
         * with each request. A token that is revoked is accepted that long.
         */
        public Builder introspectionCacheTime(long seconds) {
            introspectionCacheTime = check("time of introspection answers", seconds);
            return this;
        }

        /** Sets the client as which this server introspects tokens; null, the default, for no introspection. */
        public Builder clientId(@Nullable String id) {
            clientId = SettingText.emptyToNull(id);
            return this;
        }

        public Builder clientSecret(@Nullable String secret) {
            clientSecret = secret == null || secret.isEmpty() ? null : secret;
            return this;
        }

        /**
         * Sets how the client authenticates at the introspection endpoint: {@code client_secret_basic} by default,
         * {@code client_secret_post} or {@code private_key_jwt}.
         */
        public Builder authenticationMethod(@Nullable String method) {
            String checked = ClientAuthentication.checkMethod(
                    method == null || method.isBlank() ? ClientAuthentication.BASIC : method.trim());
            if (ClientAuthentication.NONE.equals(checked)) {
                // RFC 7662, section 2.1
                throw new IllegalArgumentException(
                        "authentication method of the client: none (expected: one that proves who asks)");
            }
            authenticationMethod = checked;
            return this;
        }

        /** Sets the file of the key of {@code private_key_jwt}, in PEM of PKCS #8; it is read when this is built. */
        public Builder privateKeyFile(@Nullable String file) {
            privateKeyFile = SigningKey.checkFile(SettingText.emptyToNull(file));
            return this;
        }

        /** Sets the id of the key of {@code private_key_jwt} at the issuer. */
        public Builder privateKeyId(@Nullable String id) {
            privateKeyId = SettingText.emptyToNull(id);
            return this;
        }

        /** Sets the milliseconds that a request to the issuer may take; 5000 by default. */
        public Builder timeout(long milliseconds) {
            timeout = ProviderSettings.timeout(milliseconds);
            return this;
        }

        /** Sets whether an issuer on another host may be asked by http, in clear text; false by default. */
        public Builder insecureProvider(boolean insecure) {
            insecureProvider = insecure;
            return this;
        }

        /** Sets the client that requests to the issuer are sent by; null for one of its own. */
        public Builder httpClient(@Nullable HttpClient newClient) {
            httpClient = newClient;
            return this;
        }

        Builder clock(Clock newClock) {
            clock = newClock;
            return this;
        }

        public JwtIssuer build() {
            return new JwtIssuer(this);
        }

        private ClientAuthentication authentication(String client) {
            return new ClientAuthentication(
                    authenticationMethod,
                    client,
                    clientSecret,
                    ProviderSettings.signingKey(client, privateKeyFile, privateKeyId),
                    clock);
        }

        private static long check(String name, long seconds) {
            if (seconds < 0 || seconds > MAX_SECONDS) {
                throw new IllegalArgumentException(name + ": " + seconds + " s (expected: 0 to " + MAX_SECONDS + ")");
            }
            return seconds;
        }
    }
}
