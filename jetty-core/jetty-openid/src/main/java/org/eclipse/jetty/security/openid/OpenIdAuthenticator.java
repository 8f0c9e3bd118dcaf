package org.eclipse.jetty.security.openid;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.security.ServerAuthException;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.authentication.LoginAuthenticator;
import org.eclipse.jetty.security.internal.LoginSession;
import org.eclipse.jetty.security.internal.PendingLogins;
import org.eclipse.jetty.security.internal.SavedForms;
import org.eclipse.jetty.security.jwt.internal.LogText;
import org.eclipse.jetty.security.jwt.internal.ProviderMetadata;
import org.eclipse.jetty.security.jwt.internal.RandomText;
import org.eclipse.jetty.security.openid.internal.LoginState;
import org.eclipse.jetty.security.openid.internal.LoginStates;
import org.eclipse.jetty.security.openid.internal.OwnUri;
import org.eclipse.jetty.security.openid.internal.SavedRequest;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.UrlEncoded;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Authentication at an OpenID Connect provider, by the authorization code flow (OpenID Connect Core 1.0, section 3.1) with PKCE
 * (RFC 7636).
 *
 * <pre>
 * protected request --&gt; it is saved under a new state, redirect to the provider
 * GET /j_security_check?code&amp;state --&gt; right: redirect to the saved URI, whose request is repeated; wrong: the error page, or 403
 * </pre>
 *
 * <p>States, nonces and code verifiers are good for one answer of the provider that they were made for. A session may have 10
 * logins that have begun, as in several tabs. Thread-safe once configured.
 */
public class OpenIdAuthenticator extends LoginAuthenticator {
    /** The session attribute of the claims of the ID token, a map. */
    public static final String CLAIMS = "org.eclipse.jetty.security.openid.claims";

    /** The session attribute of the answer of the token endpoint, a map. Stores of sessions keep it encrypted. */
    public static final String RESPONSE = "org.eclipse.jetty.security.openid.response";

    /** The session attribute of the issuer. */
    public static final String ISSUER = "org.eclipse.jetty.security.openid.issuer";

    /** The parameter of the path that the provider sends users back to; /j_security_check by default. */
    public static final String REDIRECT_PATH = "org.eclipse.jetty.security.openid.redirect_path";

    /** The parameter of the path that users are sent to after their logout; none by default. */
    public static final String LOGOUT_REDIRECT_PATH = "org.eclipse.jetty.security.openid.logout_redirect_path";

    /** The parameter of the path of the error page; a 403 by default. */
    public static final String ERROR_PAGE = "org.eclipse.jetty.security.openid.error_page";

    /** The parameter of the path that the provider posts logout tokens to; none by default. */
    public static final String BACK_CHANNEL_LOGOUT_PATH = "org.eclipse.jetty.security.openid.back_channel_logout_path";

    /** The parameter of the path that the provider has browsers load to log out; none by default. */
    public static final String FRONT_CHANNEL_LOGOUT_PATH =
            "org.eclipse.jetty.security.openid.front_channel_logout_path";

    /** The session attribute of the request that is repeated after the login, unless a redirection is enough. */
    public static final String J_POST = "org.eclipse.jetty.security.openid.POST";

    public static final String J_SECURITY_CHECK = "/j_security_check";

    /** The query parameter by which the error page gets a description of the failure. */
    public static final String ERROR_PARAMETER = "error_description_jetty";

    /** The session attribute of the logins that have begun. */
    public static final String CSRF_TOKEN = "org.eclipse.jetty.security.openid.csrf_token";

    private static final Logger LOG = LoggerFactory.getLogger(OpenIdAuthenticator.class);
    private static final int MAX_FORM_BYTES = 4096;
    private static final int LOGIN_SECONDS = 600;
    private static final long MAX_PENDING_BYTES = 16 * 1024 * 1024;

    private final PendingLogins pending = new PendingLogins(Set.of(CSRF_TOKEN));
    private @Nullable OpenIdConfiguration configuration;
    private @Nullable LoginService ownService;
    private @Nullable LoginService defaultService;
    private @Nullable SessionLogin logins;
    private @Nullable ProviderLogout providerLogout;
    private String redirectPath = J_SECURITY_CHECK;
    private @Nullable String logoutRedirectPath;
    private @Nullable String errorPage;
    private @Nullable String errorPath;
    private @Nullable String backChannelPath;
    private @Nullable String frontChannelPath;

    /** An authenticator of the provider of the login service. */
    public OpenIdAuthenticator() {}

    /**
     * An authenticator of a provider. Where the context has no login service of the provider, there is one that starts and stops with the
     * context, and with it the configuration, unless this is a bean of the server: as it has to be where several contexts have it.
     */
    public OpenIdAuthenticator(OpenIdConfiguration configuration) {
        this(configuration, null, null, null);
    }

    /** @param errorPage the path of the error page in the context; null for a 403 */
    public OpenIdAuthenticator(OpenIdConfiguration configuration, @Nullable String errorPage) {
        this(configuration, null, errorPage, null);
    }

    public OpenIdAuthenticator(
            OpenIdConfiguration configuration, @Nullable String redirectPath, @Nullable String errorPage) {
        this(configuration, redirectPath, errorPage, null);
    }

    /**
     * An authenticator.
     *
     * @param redirectPath the path in the context that the provider sends users back to; null for /j_security_check
     * @param errorPage the path in the context of the error page; null for a 403
     * @param logoutRedirectPath the path in the context that users are sent to after their logout; null for none
     */
    public OpenIdAuthenticator(
            OpenIdConfiguration configuration,
            @Nullable String redirectPath,
            @Nullable String errorPage,
            @Nullable String logoutRedirectPath) {
        this.configuration = configuration;
        if (redirectPath != null) {
            setRedirectPath(redirectPath);
        }
        setErrorPage(errorPage);
        setLogoutRedirectPath(logoutRedirectPath);
    }

    /** An authenticator with a login service of its own, where the context has none or another one. */
    OpenIdAuthenticator(OpenIdLoginService service) {
        this(service.getConfiguration());
        ownService = service;
    }

    // ---- settings

    public void setRedirectPath(@Nullable String path) {
        String redirect = absolute(path);
        if (redirect == null || redirect.contains("?") || redirect.equals("/")) {
            throw new IllegalArgumentException("redirect path: " + path + " (expected: a path in the context)");
        }
        redirectPath = redirect;
    }

    public void setLogoutRedirectPath(@Nullable String path) {
        logoutRedirectPath = absolute(path);
    }

    public void setErrorPage(@Nullable String path) {
        errorPage = absolute(path);
        errorPath = errorPage == null ? null : errorPage.replaceFirst("\\?.*", "");
    }

    /** Sets the path in the context that the provider posts logout tokens to; null, the default, for none. */
    public void setBackChannelLogoutPath(@Nullable String path) {
        backChannelPath = absolute(path);
    }

    /** Sets the path in the context that the provider has browsers load to log out; null, the default, for none. */
    public void setFrontChannelLogoutPath(@Nullable String path) {
        frontChannelPath = absolute(path);
    }

    private static @Nullable String absolute(@Nullable String path) {
        if (path == null || path.isBlank()) {
            return null;
        }
        String trimmed = path.trim();
        return trimmed.startsWith("/") ? trimmed : "/" + trimmed;
    }

    @Override
    public void setConfiguration(Authenticator.Configuration given) {
        Authenticator.Configuration settings = given;
        LoginService own = ownService == null && isOfAnother(given.getLoginService()) ? defaultService() : ownService;
        if (own != null) {
            settings = new Authenticator.Configuration.Wrapper(given) {
                @Override
                public LoginService getLoginService() {
                    return own;
                }
            };
        } else if (!(given.getLoginService() instanceof OpenIdLoginService)) {
            if (configuration == null) {
                throw new IllegalStateException("login service for " + getAuthenticationType() + ": "
                        + given.getLoginService() + " (expected: an OpenIdLoginService)");
            }
            settings = new OpenIdAuthenticatorConfiguration(configuration, given);
        }
        super.setConfiguration(settings);
        OpenIdLoginService service = (OpenIdLoginService) configuredLoginService();
        OpenIdConfiguration provider = configuration == null ? service.getConfiguration() : configuration;
        configuration = provider;
        SessionLogin sessions = new SessionLogin(provider, service);
        logins = sessions;
        providerLogout = new ProviderLogout(provider, sessions);
        configurePaths(given);
    }

    /** Whether the login service of the context is none, or that of another provider. */
    private boolean isOfAnother(@Nullable LoginService service) {
        return configuration != null
                && (service == null
                        || service instanceof OpenIdLoginService openid && openid.getConfiguration() != configuration);
    }

    private LoginService defaultService() {
        LoginService service = defaultService;
        if (service == null) {
            service = new OpenIdLoginService(configuration());
            defaultService = service;
        }
        return service;
    }

    private OpenIdConfiguration configuration() {
        OpenIdConfiguration given = configuration;
        assert given != null : "set by setConfiguration";
        return given;
    }

    private SessionLogin logins() {
        SessionLogin configured = logins;
        assert configured != null : "set by setConfiguration";
        return configured;
    }

    private ProviderLogout providerLogout() {
        ProviderLogout configured = providerLogout;
        assert configured != null : "set by setConfiguration";
        return configured;
    }

    private void configurePaths(Authenticator.Configuration given) {
        if (given.getParameter(REDIRECT_PATH) != null) {
            setRedirectPath(given.getParameter(REDIRECT_PATH));
        }
        if (given.getParameter(ERROR_PAGE) != null) {
            setErrorPage(given.getParameter(ERROR_PAGE));
        }
        if (given.getParameter(LOGOUT_REDIRECT_PATH) != null) {
            setLogoutRedirectPath(given.getParameter(LOGOUT_REDIRECT_PATH));
        }
        if (given.getParameter(BACK_CHANNEL_LOGOUT_PATH) != null) {
            setBackChannelLogoutPath(given.getParameter(BACK_CHANNEL_LOGOUT_PATH));
        }
        if (given.getParameter(FRONT_CHANNEL_LOGOUT_PATH) != null) {
            setFrontChannelLogoutPath(given.getParameter(FRONT_CHANNEL_LOGOUT_PATH));
        }
        if (new HashSet<>(getProviderPaths()).size() < getProviderPaths().size()) {
            throw new IllegalStateException(
                    "paths of the OpenID provider " + configuration().getIssuer() + ": " + getProviderPaths()
                            + " (expected: different ones for logins and each kind of logout)");
        }
    }

    /** Returns that of the context's settings; before them, one of its own, which is of the provider if there is no other. */
    @Override
    public @Nullable LoginService getLoginService() {
        LoginService service = super.getLoginService();
        if (service != null || ownService != null || configuration == null) {
            return service == null ? ownService : service;
        }
        return defaultService();
    }

    @Override
    public String getAuthenticationType() {
        return Authenticator.OPENID_AUTH;
    }

    // ---- paths

    /** The path that the provider sends users back to. */
    @Override
    public String getReturnPath() {
        return redirectPath;
    }

    /** The paths of logins and of logouts by the provider. */
    @Override
    public List<String> getProviderPaths() {
        return Stream.of(redirectPath, backChannelPath, frontChannelPath)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Whether a path in the context is that which the provider sends users back to. */
    public boolean isJSecurityCheck(@Nullable String path) {
        return redirectPath.equals(path);
    }

    public boolean isErrorPage(String pathInContext) {
        return errorPath != null && errorPath.equals(pathInContext);
    }

    private boolean isProviderLogout(@Nullable String path) {
        return path != null && (path.equals(backChannelPath) || path.equals(frontChannelPath));
    }

    @Override
    public Constraint.Authorization getConstraintAuthentication(
            String pathInContext,
            Constraint.@Nullable Authorization existing,
            Function<Boolean, @Nullable Session> getSession) {
        if (isJSecurityCheck(pathInContext) || isProviderLogout(pathInContext)) {
            return Constraint.Authorization.ANY_USER;
        }
        if (isErrorPage(pathInContext)) {
            return Constraint.Authorization.ALLOWED;
        }
        return existing == null ? Constraint.Authorization.ALLOWED : existing;
    }

    // ---- requests

    @Override
    public @Nullable AuthenticationState validateRequest(
            Request request, @Nullable Response response, @Nullable Callback callback) throws ServerAuthException {
        if (AuthenticationState.Deferred.isDeferred(response)) {
            return logins().current(request);
        }
        assert callback != null : "with the response";
        String path = Request.getPathInContext(request);
        if (isJSecurityCheck(path)) {
            return answered(request, response, callback);
        }
        if (path != null && path.equals(backChannelPath)) {
            return providerLogout().backChannel(request, response, callback);
        }
        if (path != null && path.equals(frontChannelPath)) {
            return providerLogout().frontChannel(request, response, callback);
        }
        OpenIdAuthentication login = logins().current(request);
        return login == null ? challenge(request, response, callback) : login;
    }

    private AuthenticationState challenge(Request request, Response response, Callback callback) {
        String uri;
        try {
            uri = getChallengeUri(request);
        } catch (HttpException.RuntimeException x) {
            Response.writeError(request, response, callback, x);
            return AuthenticationState.SEND_FAILURE;
        } catch (UncheckedIOException | IllegalArgumentException x) {
            LOG.warn("Nobody can log in at {}: {}", configuration().getIssuer(), x.getMessage());
            return fail(
                    request, response, callback, HttpStatus.SERVICE_UNAVAILABLE_503, "the provider cannot be reached");
        }
        Response.sendRedirect(request, response, callback, HttpStatus.FOUND_302, uri, true);
        return AuthenticationState.CHALLENGE;
    }

    /**
     * Saves the request in its session, and returns the URI of the authorization request.
     *
     * @throws UncheckedIOException if the metadata of the provider cannot be read
     * @throws HttpException.RuntimeException if the form of the request is too large to be saved (413), or no host is known (400)
     */
    protected String getChallengeUri(Request request) {
        ProviderMetadata provider;
        try {
            provider = configuration().discover();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        String state = RandomText.next();
        LoginState login = begin(request, state);
        StringBuilder scope = new StringBuilder("openid");
        configuration().getScopes().stream()
                .filter(name -> !name.equals("openid"))
                .forEach(name -> scope.append(' ').append(name));
        StringBuilder uri = new StringBuilder(provider.authorizationEndpoint());
        add(uri, "response_type", "code");
        add(uri, "client_id", configuration().clientId());
        add(uri, "redirect_uri", login.redirectUri());
        add(uri, "scope", scope.toString());
        add(uri, "state", state);
        add(uri, "nonce", login.nonce());
        add(uri, "code_challenge", RandomText.challenge(login.verifier()));
        add(uri, "code_challenge_method", "S256");
        return uri.toString();
    }

    private static void add(StringBuilder uri, String name, String value) {
        uri.append(uri.indexOf("?") < 0 ? '?' : '&')
                .append(name)
                .append('=')
                .append(UrlEncoded.encodeString(value, StandardCharsets.UTF_8));
    }

    private LoginState begin(Request request, String state) {
        // a page of another site must not have its request repeated in the name of the user
        boolean foreign = SavedForms.isOfAnotherSite(request);
        // read first: a form that is refused makes no session
        String form = foreign ? null : SavedForms.encode(request, MAX_FORM_BYTES);
        String saved = foreign ? OwnUri.of(request, "/") : request.getHttpURI().asString();
        LoginState login = new LoginState(
                configuration().id(),
                RandomText.next(),
                RandomText.next(),
                OwnUri.of(request, redirectPath),
                saved,
                foreign ? HttpMethod.GET.asString() : request.getMethod(),
                form,
                configuration().now());
        Session session = request.getSession(false);
        boolean made = session == null;
        if (session == null) {
            session = LoginSession.of(request);
            PendingLogins.shorten(session, LOGIN_SECONDS);
        }
        int bytes;
        synchronized (session) {
            LoginStates states =
                    session.getAttribute(CSRF_TOKEN) instanceof LoginStates known ? known : new LoginStates();
            bytes = states.add(state, login);
            // set again, so that stores notice the change
            session.setAttribute(CSRF_TOKEN, states);
        }
        pending.add(session, made, bytes, MAX_PENDING_BYTES);
        return login;
    }

    private static String path(Request request, String pathInContext) {
        return URIUtil.addPaths(request.getContext().getContextPath(), pathInContext);
    }

    // ---- the answer of the provider

    private AuthenticationState answered(Request request, Response response, Callback callback) {
        if (!HttpMethod.GET.is(request.getMethod())) {
            response.getHeaders().put(HttpHeader.ALLOW, HttpMethod.GET.asString());
            Response.writeError(request, response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
            return AuthenticationState.SEND_FAILURE;
        }
        Fields answer = getParameters(request);
        Session session = request.getSession(false);
        String state = single(answer, "state");
        LoginState login = session == null || state == null ? null : take(session, state);
        String wrong =
                login == null ? "the login was not begun in this browser, or has ended already" : check(answer, login);
        String code = single(answer, "code");
        if (session == null || login == null || code == null || wrong != null) {
            String why = wrong == null ? "the answer has no code" : wrong;
            LOG.warn("An answer of {} is refused: {}", configuration().getIssuer(), why);
            return fail(request, response, callback, HttpStatus.FORBIDDEN_403, why);
        }
        OpenIdCredentials credentials =
                new OpenIdCredentials(code, login.redirectUri(), login.nonce(), login.verifier());
        UserIdentity user;
        try {
            user = login(null, credentials, request, response);
            if (user != null) {
                save(login, LoginSession.of(request));
            }
        } catch (IllegalStateException x) {
            if (session.isValid()) {
                throw x;
            }
            LOG.warn(
                    "A login at {} ends: its session has ended meanwhile",
                    configuration().getIssuer());
            return fail(
                    request, response, callback, HttpStatus.FORBIDDEN_403, "the session has ended in another window");
        }
        if (user == null) {
            Fields error = credentials.getErrorFields();
            String why = error == null ? null : error.getValue("error_description");
            return fail(
                    request,
                    response,
                    callback,
                    credentials.isProviderFailed() ? HttpStatus.SERVICE_UNAVAILABLE_503 : HttpStatus.FORBIDDEN_403,
                    why == null ? "the user is not let in" : why);
        }
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        Response.sendRedirect(request, response, callback, SavedForms.withoutAuthority(login.uri()), true);
        return new UserAuthenticationSent(getAuthenticationType(), user);
    }

    /** The parameters of the provider's answer, those of the query. */
    protected Fields getParameters(Request request) {
        return Request.extractQueryParameters(request);
    }

    /** The value of a parameter; null if there is none, or more than one, which RFC 6749, section 3.1, forbids. */
    private static @Nullable String single(Fields answer, String name) {
        List<String> values = answer.getValues(name);
        return values == null || values.size() != 1 || values.get(0).isEmpty() ? null : values.get(0);
    }

    private static @Nullable LoginState take(Session session, String state) {
        synchronized (session) {
            if (!(session.getAttribute(CSRF_TOKEN) instanceof LoginStates states)) {
                return null;
            }
            LoginState login = states.take(state);
            session.setAttribute(CSRF_TOKEN, states);
            return login;
        }
    }

    /** Why an answer is not acceptable; null if it is, but for a code, which it may not have. */
    private @Nullable String check(Fields answer, LoginState login) {
        if (!login.provider().equals(configuration().id())) {
            return "the login was begun at another provider";
        }
        if (configuration().now() - login.created() > LOGIN_SECONDS) {
            return "the login took longer than " + LOGIN_SECONDS / 60 + " minutes";
        }
        // RFC 9207, section 2.4
        String issuer = single(answer, "iss");
        if (issuer == null
                ? answer.get("iss") != null || isIssuerRequired()
                : !issuer.equals(configuration().getIssuer())) {
            return "the answer is not of the provider of the login";
        }
        if (answer.get("error") != null) {
            return "the provider answered " + LogText.of(String.valueOf(single(answer, "error")));
        }
        return null;
    }

    private boolean isIssuerRequired() {
        try {
            return configuration().discover().issuerInResponse();
        } catch (IOException x) {
            // the login began with metadata, of another start of the server; the token endpoint is unknown as well
            LOG.debug("no metadata", x);
            return true;
        }
    }

    @Override
    public boolean isLoginKept() {
        return true;
    }

    /** Logs a user in by {@link OpenIdCredentials}; null if they are not right. The session is another one afterwards. */
    @Override
    public @Nullable UserIdentity login(
            @Nullable String username, @Nullable Object credentials, Request request, @Nullable Response response) {
        UserIdentity user = configuredLoginService().login(username, credentials, request, request::getSession);
        if (user == null) {
            return null;
        }
        Session session = LoginSession.of(request);
        while (!keep(user, session, request, response)) {
            // outside of its lock, as listeners are called
            session.invalidate();
            session = LoginSession.of(request);
        }
        loggedIn(user, request, response);
        return user;
    }

    /**
     * Keeps a login in a session, which gets another id. Where another window has logged the same user in, the id is that which this login
     * has got, and stays: of two ids the browser would keep the one that comes last.
     *
     * @return false if the session is of another user
     */
    private boolean keep(UserIdentity user, Session session, Request request, @Nullable Response response) {
        synchronized (session) {
            if (logins().isOfAnother(session, ((OpenIdUserPrincipal) user.getUserPrincipal()).getCredentials())) {
                return false;
            }
            if (logins().peek(session) == null) {
                updateSession(request, response);
            }
            logins().store(session, user);
            return true;
        }
    }

    @Override
    protected void updateSession(Request request, @Nullable Response response) {
        Session session = request.getSession(false);
        if (session != null) {
            // each login gives another id: somebody else may have given out the one before
            session.removeAttribute(SecurityHandler.SESSION_AUTHENTICATED_ATTRIBUTE);
        }
        super.updateSession(request, response);
    }

    private static void save(LoginState login, Session session) {
        if (HttpMethod.GET.is(login.method())) {
            // a form of an earlier login must not be sent once its page is asked for again
            session.removeAttribute(J_POST);
            return;
        }
        session.setAttribute(J_POST, new SavedRequest(login.uri(), login.method(), login.form()));
    }

    /** After the login the saved request is repeated: with its method and form. */
    @Override
    public Request prepareRequest(Request request, @Nullable AuthenticationState state) {
        Session session = state instanceof OpenIdAuthentication ? request.getSession(false) : null;
        if (session == null
                || !(session.getAttribute(J_POST) instanceof SavedRequest saved)
                || !saved.uri().equals(request.getHttpURI().asString())
                // of two requests in parallel, one repeats it
                || !saved.equals(session.removeAttribute(J_POST))) {
            return request;
        }
        return SavedForms.restore(request, saved.method(), saved.form());
    }

    private AuthenticationState fail(Request request, Response response, Callback callback, int status, String why) {
        String message = "The login failed: " + why;
        if (errorPage == null) {
            Response.writeError(request, response, callback, status, message);
        } else {
            StringBuilder uri = new StringBuilder(path(request, errorPage));
            add(uri, ERROR_PARAMETER, message);
            Response.sendRedirect(request, response, callback, uri.toString(), true);
        }
        return AuthenticationState.SEND_FAILURE;
    }

    // ---- logout

    /**
     * Forgets the user. If the provider can end its session, the response becomes a redirection there (OpenID Connect RP-Initiated
     * Logout 1.0), as long as it is not committed; otherwise to the logout path if there is one.
     */
    @Override
    public void logout(Request request, @Nullable Response response) {
        super.logout(request, response);
        Session session = request.getSession(false);
        if (session == null) {
            return;
        }
        OpenIdAuthentication login = logins().peek(session);
        Object answer = session.getAttribute(RESPONSE);
        logins().remove(session);
        if (login == null || response == null || response.isCommitted()) {
            return;
        }
        String target = logoutUri(request, answer instanceof Map<?, ?> map ? map.get("id_token") : null);
        if (target != null) {
            response.setStatus(HttpStatus.SEE_OTHER_303);
            response.getHeaders().put(HttpHeader.LOCATION, target);
        }
    }

    private @Nullable String logoutUri(Request request, @Nullable Object idToken) {
        String endpoint = configuration().getEndSessionEndpoint();
        if (endpoint == null) {
            return logoutRedirectPath == null ? null : path(request, logoutRedirectPath);
        }
        StringBuilder uri = new StringBuilder(endpoint);
        if (idToken instanceof String hint) {
            add(uri, "id_token_hint", hint);
        }
        add(uri, "client_id", configuration().clientId());
        String back = logoutRedirectPath == null ? null : OwnUri.find(request, logoutRedirectPath);
        if (back != null) {
            add(uri, "post_logout_redirect_uri", back);
        }
        return uri.toString();
    }
}
