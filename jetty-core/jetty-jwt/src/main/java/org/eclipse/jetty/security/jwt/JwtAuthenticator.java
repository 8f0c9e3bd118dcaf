package org.eclipse.jetty.security.jwt;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.authentication.LoginAuthenticator;
import org.eclipse.jetty.security.jwt.internal.ExpiredTokenException;
import org.eclipse.jetty.security.jwt.internal.InvalidTokenException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Authentication by bearer tokens (RFC 6750), with a {@link JwtLoginService}.
 *
 * <pre>
 * no token --&gt; 401, Bearer realm="..."
 * two tokens, or one of wrong characters --&gt; 400, error="invalid_request"
 * token that is not acceptable --&gt; 401, error="invalid_token"
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
    private static final String SCHEME = "Bearer";
    private static final String RETRY_AFTER_SECONDS = "5";

    /** RFC 6750, section 2.1. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

    /** RFC 6749, section 3.3. */
    private static final Pattern SCOPE = Pattern.compile("[!#-\\[\\]-~]+");

    private final JwtLoginService ownService;
    private JwtLoginService service;

    /** An authenticator with the login service of the context. */
    public JwtAuthenticator() {
        this(null);
    }

    /**
     * An authenticator with a login service of its own, where the context has none or another one.
     *
     * @param service a bean of the server, or of another component that starts it; null for that of the context
     */
    public JwtAuthenticator(JwtLoginService service) {
        ownService = service;
    }

    /**
     * The result of the check of a request's token, which is checked once. Immutable.
     *
     * @param user null if the check failed
     * @param status that of the response otherwise
     * @param error the error code (RFC 6750, section 3.1); null for none
     */
    private record Outcome(JwtAuthenticator owner, UserIdentity user, int status, String error, String description) {
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
    public LoginService getLoginService() {
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
    public AuthenticationState validateRequest(Request request, Response response, Callback callback) {
        Outcome outcome = outcome(request);
        if (outcome.user() != null) {
            return new UserAuthenticationSucceeded(getAuthenticationType(), outcome.user());
        }
        if (AuthenticationState.Deferred.isDeferred(response)) {
            return null;
        }
        if (outcome.status() == HttpStatus.SERVICE_UNAVAILABLE_503) {
            writeError(request, response, callback, outcome.status(), HttpHeader.RETRY_AFTER, RETRY_AFTER_SECONDS);
            return AuthenticationState.SEND_FAILURE;
        }
        writeError(
                request,
                response,
                callback,
                outcome.status(),
                HttpHeader.WWW_AUTHENTICATE,
                challenge(outcome.error(), outcome.description(), Set.of()));
        return AuthenticationState.CHALLENGE;
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
        if (!service.isRunning()) {
            throw new IllegalStateException(service + " is not started (expected: a bean of the server)");
        }
        List<String> fields = request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION);
        if (fields.stream().noneMatch(JwtAuthenticator::isBearer)) {
            return failed(HttpStatus.UNAUTHORIZED_401, null, null);
        }
        if (fields.size() > 1) {
            return invalidRequest("There are several Authorization fields");
        }
        String token = fields.get(0).substring(SCHEME.length()).trim();
        if (!TOKEN.matcher(token).matches()) {
            return invalidRequest("The Authorization field has no token after Bearer");
        }
        try {
            return new Outcome(this, service.check(new BearerToken(token)), HttpStatus.OK_200, null, null);
        } catch (ExpiredTokenException x) {
            LOG.debug("{} refuses a token of {}: {}", service, Request.getRemoteAddr(request), x.getMessage());
            return failed(HttpStatus.UNAUTHORIZED_401, "invalid_token", "The access token expired");
        } catch (InvalidTokenException x) {
            LOG.info("{} refuses a token of {}: {}", service, Request.getRemoteAddr(request), x.getMessage());
            return failed(HttpStatus.UNAUTHORIZED_401, "invalid_token", "The access token is not valid");
        } catch (IOException x) {
            LOG.warn("{} cannot check a token: {}", service, x.getMessage());
            return failed(HttpStatus.SERVICE_UNAVAILABLE_503, null, null);
        }
    }

    private Outcome invalidRequest(String description) {
        return failed(HttpStatus.BAD_REQUEST_400, "invalid_request", description);
    }

    private Outcome failed(int status, String error, String description) {
        return new Outcome(this, null, status, error, description);
    }

    private static boolean isBearer(String authorization) {
        return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && (authorization.length() == SCHEME.length() || authorization.charAt(SCHEME.length()) == ' ');
    }

    /** The value of WWW-Authenticate (RFC 6750, section 3). */
    private String challenge(String error, String description, Set<String> scopes) {
        StringBuilder challenge = new StringBuilder(SCHEME)
                .append(" realm=\"")
                .append(service.getName())
                .append('"');
        if (error != null) {
            challenge.append(", error=\"").append(error).append('"');
        }
        if (description != null) {
            challenge.append(", error_description=\"").append(description).append('"');
        }
        if (!scopes.isEmpty()) {
            challenge.append(", scope=\"").append(String.join(" ", scopes)).append('"');
        }
        return challenge.toString();
    }

    /** Answers 403 with the scopes that the path needs, where scopes are roles (RFC 6750, section 3.1). */
    @Override
    public void refuse(Request request, Response response, Callback callback, Constraint constraint) {
        Set<String> scopes = new LinkedHashSet<>();
        for (JwtIssuer issuer : service.getIssuers()) {
            scopes.addAll(issuer.scopesOf(constraint.getRoles()));
        }
        scopes.removeIf(scope -> !SCOPE.matcher(scope).matches());
        writeError(
                request,
                response,
                callback,
                HttpStatus.FORBIDDEN_403,
                HttpHeader.WWW_AUTHENTICATE,
                challenge("insufficient_scope", "The access token does not allow this", scopes));
    }

    /**
     * Returns true for requests with a token, and for those that do not accept {@code text/html} by name, as the navigation of browsers
     * does.
     */
    @Override
    public boolean isChallengeFor(Request request) {
        if (request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION).stream()
                .anyMatch(JwtAuthenticator::isBearer)) {
            return true;
        }
        return request.getHeaders().getQualityCSV(HttpHeader.ACCEPT).stream()
                .noneMatch(type -> type.regionMatches(true, 0, "text/html", 0, "text/html".length()));
    }

    /** Returns null: a name and a password are no token. */
    @Override
    public UserIdentity login(String username, Object password, Request request, Response response) {
        return null;
    }
}
