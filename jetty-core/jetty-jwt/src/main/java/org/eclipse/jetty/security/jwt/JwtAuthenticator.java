package org.eclipse.jetty.security.jwt;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.authentication.LoginAuthenticator;
import org.eclipse.jetty.security.jwt.internal.DpopProof;
import org.eclipse.jetty.security.jwt.internal.ExpiredTokenException;
import org.eclipse.jetty.security.jwt.internal.InvalidProofException;
import org.eclipse.jetty.security.jwt.internal.InvalidTokenException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Authentication by access tokens, with a {@link JwtLoginService}: bearer tokens (RFC 6750), and where the service takes them, tokens that are
 * bound to a key of the client, with DPoP (RFC 9449).
 *
 * <pre>
 * no token --&gt; 401, Bearer realm="..." or DPoP realm="...", algs="..."
 * two tokens, or one of wrong characters --&gt; 400, error="invalid_request"
 * token that is not acceptable --&gt; 401, error="invalid_token"
 * DPoP proof that is not acceptable --&gt; 401, error="invalid_dpop_proof"
 * DPoP proof without the nonce of the server --&gt; 401, error="use_dpop_nonce", DPoP-Nonce
 * right token without the role that the path needs --&gt; 403, error="insufficient_scope"
 * issuer that does not answer --&gt; 503, Retry-After
 * </pre>
 *
 * <p>Tokens are taken from the field Authorization alone, never from queries or forms. No session is made, and nothing is kept of a token
 * but the claims, as an attribute of the request. Thread-safe once configured.
 */
public class JwtAuthenticator extends LoginAuthenticator {
    /** The authentication method, in descriptors, too. */
    public static final String JWT_AUTH = "JWT";

    /** The request attribute of the claims of the token, a map that cannot be changed. */
    public static final String CLAIMS = "org.eclipse.jetty.security.jwt.claims";

    private static final Logger LOG = LoggerFactory.getLogger(JwtAuthenticator.class);
    private static final String OUTCOME = JwtAuthenticator.class.getName() + ".outcome";
    private static final String NONCE = "DPoP-Nonce";
    private static final String RETRY_AFTER_SECONDS = "5";

    /** RFC 6750, section 2.1. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

    /** RFC 6749, section 3.3. */
    private static final Pattern SCOPE = Pattern.compile("[!#-\\[\\]-~]+");

    private final @Nullable JwtLoginService ownService;
    private @Nullable JwtLoginService service;

    /** An authenticator with the login service of the context. */
    public JwtAuthenticator() {
        this(null);
    }

    /**
     * An authenticator with a login service of its own, where the context has none or another one.
     *
     * @param service a bean of the server, or of another component that starts it; null for that of the context
     */
    public JwtAuthenticator(@Nullable JwtLoginService service) {
        ownService = service;
    }

    /**
     * The result of the check of a request's token, which is checked once. Immutable.
     *
     * @param user null if the check failed
     * @param status that of the response otherwise
     * @param scheme that of the request; null for none that is taken
     * @param error the error code (RFC 6750, section 3.1; RFC 9449, section 12.2), if there is one
     * @param nonce that the response brings, if there is one
     */
    private record Outcome(
            JwtAuthenticator owner,
            @Nullable UserIdentity user,
            int status,
            @Nullable String scheme,
            @Nullable String error,
            @Nullable String description,
            @Nullable String nonce) {
        @Override
        public String toString() {
            return user == null ? status + " " + error : String.valueOf(user.getUserPrincipal());
        }
    }

    @Override
    public void setConfiguration(Authenticator.Configuration given) {
        Authenticator.Configuration settings = given;
        if (ownService != null) {
            settings = new Authenticator.Configuration.Wrapper(given) {
                @Override
                public LoginService getLoginService() {
                    return ownService;
                }
            };
        }
        if (!(settings.getLoginService() instanceof JwtLoginService found)) {
            throw new IllegalStateException("login service for " + getAuthenticationType() + ": "
                    + given.getLoginService() + " (expected: a JwtLoginService)");
        }
        super.setConfiguration(settings);
        service = found;
    }

    /** Returns that of the context's settings; before them, one of its own if there is one. */
    @Override
    public @Nullable LoginService getLoginService() {
        LoginService configured = super.getLoginService();
        return configured == null ? ownService : configured;
    }

    @Override
    public String getAuthenticationType() {
        return JWT_AUTH;
    }

    /** Each request has its own token. */
    @Override
    public boolean isSingleSignOn() {
        return false;
    }

    // ---- requests

    @Override
    public @Nullable AuthenticationState validateRequest(
            Request request, @Nullable Response response, @Nullable Callback callback) {
        Outcome outcome = outcome(request);
        if (outcome.user() != null) {
            if (outcome.nonce() != null && response != null && !response.isCommitted()) {
                response.getHeaders().put(NONCE, outcome.nonce());
                // RFC 9449, section 8.2
                response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
            }
            return new UserAuthenticationSucceeded(getAuthenticationType(), outcome.user());
        }
        if (AuthenticationState.Deferred.isDeferred(response)) {
            return null;
        }
        assert callback != null : "with the response";
        if (outcome.status() == HttpStatus.SERVICE_UNAVAILABLE_503) {
            writeError(request, response, callback, outcome.status(), HttpHeader.RETRY_AFTER, RETRY_AFTER_SECONDS);
            return AuthenticationState.SEND_FAILURE;
        }
        HttpFields.Mutable fields = HttpFields.build();
        fields.put(
                HttpHeader.WWW_AUTHENTICATE,
                challenge().value(outcome.scheme(), outcome.error(), outcome.description(), Set.of()));
        if (outcome.nonce() != null) {
            // error pages are not stored
            fields.put(NONCE, outcome.nonce());
        }
        writeError(request, response, callback, outcome.status(), fields);
        return AuthenticationState.CHALLENGE;
    }

    private JwtLoginService service() {
        JwtLoginService configured = service;
        assert configured != null : "setConfiguration requires one";
        return configured;
    }

    private Outcome outcome(Request request) {
        if (request.getAttribute(OUTCOME) instanceof Outcome known && known.owner() == this) {
            return known;
        }
        Outcome outcome = check(request);
        request.setAttribute(OUTCOME, outcome);
        if (outcome.user() != null) {
            Map<String, Object> claims = ((JwtUserPrincipal) outcome.user().getUserPrincipal()).getClaims();
            request.setAttribute(CLAIMS, claims);
        }
        return outcome;
    }

    private Outcome check(Request request) {
        if (!service().isRunning()) {
            throw new IllegalStateException(service + " is not started (expected: a bean of the server)");
        }
        List<String> fields = request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION);
        String scheme = scheme(fields);
        if (scheme == null) {
            return failed(HttpStatus.UNAUTHORIZED_401, null, null, null);
        }
        if (!challenge().isScheme(scheme)) {
            return failed(HttpStatus.UNAUTHORIZED_401, scheme, "invalid_token", "The access token needs a DPoP proof");
        }
        if (fields.size() > 1) {
            return invalidRequest(scheme, "There are several Authorization fields");
        }
        String token = fields.get(0).substring(scheme.length()).trim();
        if (!TOKEN.matcher(token).matches()) {
            return invalidRequest(scheme, "The Authorization field has no token after " + scheme);
        }
        return check(request, scheme, token);
    }

    private Outcome check(Request request, String scheme, String token) {
        try {
            DpopProof proof =
                    scheme.equals(TokenChallenge.DPOP) ? service().proofs().check(request, token) : null;
            UserIdentity user = service().check(new BearerToken(token), proof, request);
            String nonce = proof == null ? null : service().proofs().nextNonce(proof.nonce());
            return new Outcome(this, user, HttpStatus.OK_200, scheme, null, null, nonce);
        } catch (ExpiredTokenException x) {
            LOG.debug("{} refuses a token of {}: {}", service, Request.getRemoteAddr(request), x.getMessage());
            return failed(HttpStatus.UNAUTHORIZED_401, scheme, "invalid_token", "The access token expired");
        } catch (InvalidProofException x) {
            return refused(request, scheme, x);
        } catch (InvalidTokenException x) {
            LOG.info("{} refuses a token of {}: {}", service, Request.getRemoteAddr(request), x.getMessage());
            return failed(HttpStatus.UNAUTHORIZED_401, scheme, "invalid_token", "The access token is not valid");
        } catch (IOException x) {
            LOG.warn("{} cannot check a token: {}", service, x.getMessage());
            return failed(HttpStatus.SERVICE_UNAVAILABLE_503, scheme, null, null);
        }
    }

    private Outcome refused(Request request, String scheme, InvalidProofException x) {
        if (x.isNonceNeeded()) {
            LOG.debug("{} asks {} for a nonce: {}", service, Request.getRemoteAddr(request), x.getMessage());
            return new Outcome(
                    this,
                    null,
                    HttpStatus.UNAUTHORIZED_401,
                    scheme,
                    "use_dpop_nonce",
                    "The DPoP proof needs the nonce of this response",
                    service().proofs().nextNonce(null));
        }
        LOG.info("{} refuses a proof of {}: {}", service, Request.getRemoteAddr(request), x.getMessage());
        return failed(HttpStatus.UNAUTHORIZED_401, scheme, "invalid_dpop_proof", "The DPoP proof is not valid");
    }

    private Outcome invalidRequest(String scheme, String description) {
        return failed(HttpStatus.BAD_REQUEST_400, scheme, "invalid_request", description);
    }

    private Outcome failed(int status, @Nullable String scheme, @Nullable String error, @Nullable String description) {
        return new Outcome(this, null, status, scheme, error, description, null);
    }

    /** The scheme of the first field that has a token: Bearer, or DPoP where it is taken; null for none. */
    private @Nullable String scheme(List<String> fields) {
        for (String field : fields) {
            if (isOf(TokenChallenge.BEARER, field)) {
                return TokenChallenge.BEARER;
            }
            if (service().dpop() != DpopMode.OFF && isOf(TokenChallenge.DPOP, field)) {
                return TokenChallenge.DPOP;
            }
        }
        return null;
    }

    private static boolean isOf(String scheme, String authorization) {
        return authorization.regionMatches(true, 0, scheme, 0, scheme.length())
                && (authorization.length() == scheme.length() || authorization.charAt(scheme.length()) == ' ');
    }

    private TokenChallenge challenge() {
        return new TokenChallenge(
                service().getName(), service().dpop(), service().proofs().algorithms());
    }

    /** Answers 403 with the scopes that the path needs, where scopes are roles (RFC 6750, section 3.1). */
    @Override
    public void refuse(Request request, Response response, Callback callback, Constraint constraint) {
        Set<String> scopes = new LinkedHashSet<>();
        for (JwtIssuer issuer : service().getIssuers()) {
            scopes.addAll(issuer.scopesOf(constraint.getRoles()));
        }
        scopes.removeIf(scope -> !SCOPE.matcher(scope).matches());
        writeError(
                request,
                response,
                callback,
                HttpStatus.FORBIDDEN_403,
                HttpHeader.WWW_AUTHENTICATE,
                challenge()
                        .value(
                                scheme(request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION)),
                                "insufficient_scope",
                                "The access token does not allow this",
                                scopes));
    }

    /**
     * Returns true for requests with a token, and for those that do not accept {@code text/html} by name, as the navigation of browsers
     * does.
     */
    @Override
    public boolean isChallengeFor(Request request) {
        if (scheme(request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION)) != null) {
            return true;
        }
        return request.getHeaders().getQualityCSV(HttpHeader.ACCEPT).stream()
                .noneMatch(type -> type.regionMatches(true, 0, "text/html", 0, "text/html".length()));
    }

    /** Returns null: a name and a password are no token. */
    @Override
    public @Nullable UserIdentity login(
            @Nullable String username, @Nullable Object password, Request request, @Nullable Response response) {
        return null;
    }
}
