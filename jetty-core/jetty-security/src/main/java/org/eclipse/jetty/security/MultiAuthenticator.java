package org.eclipse.jetty.security;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.pathmap.MatchedResource;
import org.eclipse.jetty.http.pathmap.PathMappings;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.security.authentication.LoginAuthenticator;
import org.eclipse.jetty.security.authentication.SessionAuthentication;
import org.eclipse.jetty.security.internal.DeferredResponse;
import org.eclipse.jetty.security.internal.LoginSession;
import org.eclipse.jetty.security.internal.PendingLogins;
import org.eclipse.jetty.security.internal.SavedForms;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * Several ways to log in, each with paths of its own.
 *
 * <pre>
 * protected request --&gt; credentials in it, as a token, are tried with each authenticator; otherwise the login page is shown
 * request of the path of an authenticator, as by a link of the login page --&gt; that one logs the user in
 * user has logged in --&gt; redirect to the request that needed it
 * </pre>
 *
 * <p>After a login, only the authenticator of that login judges the session, until the logout. Requests with content are not
 * repeated after a login that begins at the login page. Thread-safe once configured.
 */
public class MultiAuthenticator extends LoginAuthenticator {
    /** The parameter of the path of the login page; a plain page of links by default. */
    public static final String LOGIN_PATH_PARAM = "org.eclipse.jetty.security.multi.login_path";

    /** The session attribute of the path of the authenticator that the user has chosen. */
    public static final String AUTH_TYPE_ATTR = "org.eclipse.jetty.security.multi.authenticator";

    private static final String URI_ATTR = "org.eclipse.jetty.security.multi.uri";
    private static final int LOGIN_SECONDS = 600;
    private static final long MAX_PENDING_BYTES = 16 * 1024 * 1024;

    private static final String PAGELESS = "without a page ";

    private final Map<String, Authenticator> authenticators = new LinkedHashMap<>();
    private final PathMappings<String> paths = new PathMappings<>();
    private final PendingLogins pending = new PendingLogins(Set.of(URI_ATTR, AUTH_TYPE_ATTR));
    private @Nullable String loginPath;
    private boolean dispatch;

    /**
     * Adds an authenticator.
     *
     * @param pathSpec the paths in the context where it logs users in, such as {@code /login/openid/*}
     */
    public void addAuthenticator(String pathSpec, Authenticator authenticator) {
        if (authenticators.putIfAbsent(pathSpec, authenticator) != null) {
            throw new IllegalArgumentException(
                    "path of an authenticator: " + pathSpec + " (expected: one that no other authenticator has)");
        }
        paths.put(PathSpec.from(pathSpec), pathSpec);
    }

    /**
     * Adds an authenticator that has no page: its users bring their credentials with each request, as tokens. It answers clients that
     * cannot use the login page, see {@link Authenticator#isChallengeFor}.
     */
    public void addAuthenticator(Authenticator authenticator) {
        authenticators.put(PAGELESS + authenticators.size(), authenticator);
    }

    /** Sets the path in the context of the login page, which links to the paths of the authenticators; null for a plain page. */
    public void setLoginPath(@Nullable String path) {
        loginPath = path == null || path.isBlank() ? null : path.startsWith("/") ? path : "/" + path;
    }

    public boolean isLoginPage(String path) {
        return loginPath != null && loginPath.replaceFirst("\\?.*", "").equals(path);
    }

    /** Sets whether the login page is served in place of the request, rather than redirected to; false by default. */
    public void setDispatch(boolean dispatch) {
        this.dispatch = dispatch;
    }

    @Override
    public void setConfiguration(Configuration configuration) {
        if (authenticators.isEmpty()) {
            throw new IllegalStateException("authenticators of " + getAuthenticationType() + ": none (expected: some)");
        }
        for (Authenticator authenticator : authenticators.values()) {
            authenticator.setConfiguration(configuration);
        }
        checkProviderPaths();
        LoginService service =
                configuration.getLoginService() == null ? getLoginService() : configuration.getLoginService();
        super.setConfiguration(new Configuration.Wrapper(configuration) {
            @Override
            public @Nullable LoginService getLoginService() {
                return service;
            }
        });
        String path = configuration.getParameter(LOGIN_PATH_PARAM);
        if (path != null) {
            setLoginPath(path);
        }
    }

    private void checkProviderPaths() {
        Set<String> known = new HashSet<>();
        authenticators.forEach((spec, authenticator) -> {
            for (String path : authenticator.getProviderPaths()) {
                if (!known.add(path)) {
                    throw new IllegalStateException(
                            "path of the provider of the login at " + spec + ": " + path
                                    + " (expected: one that no other login or logout has; a provider could get what another one answers)");
                }
            }
        });
    }

    @Override
    public Set<LoginService> getLoginServices() {
        Set<LoginService> services = new LinkedHashSet<>();
        for (Authenticator authenticator : authenticators.values()) {
            if (authenticator instanceof LoginAuthenticator login) {
                services.addAll(login.getLoginServices());
            }
        }
        return services;
    }

    /** Returns that of the context's settings; before them, the first one that an authenticator brings. */
    @Override
    public @Nullable LoginService getLoginService() {
        LoginService service = super.getLoginService();
        if (service != null) {
            return service;
        }
        for (Authenticator authenticator : authenticators.values()) {
            if (authenticator instanceof LoginAuthenticator login && login.getLoginService() != null) {
                return login.getLoginService();
            }
        }
        return null;
    }

    @Override
    public String getAuthenticationType() {
        return Authenticator.MULTI_AUTH;
    }

    @Override
    public Constraint.Authorization getConstraintAuthentication(
            String pathInContext,
            Constraint.@Nullable Authorization existing,
            Function<Boolean, @Nullable Session> getSession) {
        Constraint.Authorization given = existing == null ? Constraint.Authorization.ALLOWED : existing;
        if (isLoginPage(pathInContext)) {
            return Constraint.Authorization.ALLOWED;
        }
        for (Authenticator authenticator : authenticators.values()) {
            Constraint.Authorization own = authenticator.getConstraintAuthentication(pathInContext, given, getSession);
            if (own != given) {
                return own;
            }
        }
        return paths.getMatched(pathInContext) == null || given != Constraint.Authorization.ALLOWED
                ? given
                : Constraint.Authorization.ANY_USER;
    }

    // ---- requests

    @Override
    public @Nullable AuthenticationState validateRequest(
            Request request, @Nullable Response response, @Nullable Callback callback) throws ServerAuthException {
        if (AuthenticationState.Deferred.isDeferred(response)) {
            return known(request);
        }
        assert callback != null : "with the response";
        DeferredResponse.keep(request, response);
        String path = Request.getPathInContext(request);
        Authenticator owner = path == null ? null : owner(path, request);
        if (owner != null) {
            return owner.validateRequest(request, response, callback);
        }
        AuthenticationState known = known(request);
        MatchedResource<String> login = path == null ? null : paths.getMatched(path);
        if (login != null) {
            return logIn(login.getResource(), known, request, response, callback);
        }
        return known == null ? ask(request, response, callback) : known;
    }

    /** Challenges a client that cannot use the login page, and shows it to others. */
    private @Nullable AuthenticationState ask(Request request, Response response, Callback callback)
            throws ServerAuthException {
        for (Authenticator authenticator : authenticators.values()) {
            if (authenticator.isChallengeFor(request)) {
                return authenticator.validateRequest(request, response, callback);
            }
        }
        return show(request, response, callback);
    }

    @Override
    public void refuse(Request request, Response response, Callback callback, Constraint constraint) {
        Authenticator own =
                AuthenticationState.getAuthenticationState(request) instanceof AuthenticationState.Succeeded known
                        ? ofType(known.getAuthenticationType())
                        : null;
        if (own == null) {
            super.refuse(request, response, callback, constraint);
        } else {
            own.refuse(request, response, callback, constraint);
        }
    }

    /** Logs the user in at the path of an authenticator, and goes back to where the login was needed. */
    private @Nullable AuthenticationState logIn(
            String chosen, @Nullable AuthenticationState known, Request request, Response response, Callback callback)
            throws ServerAuthException {
        AuthenticationState state = known;
        if (state == null) {
            Session session = request.getSession(false);
            boolean made = session == null;
            if (session == null) {
                session = LoginSession.of(request);
                PendingLogins.shorten(session, LOGIN_SECONDS);
            }
            choose(session, chosen);
            if (made) {
                pending.add(session, true, chosen.length(), MAX_PENDING_BYTES);
            }
            Authenticator authenticator = authenticators.get(chosen);
            assert authenticator != null : "added with its path";
            state = authenticator.validateRequest(request, response, callback);
        }
        Session session = request.getSession(false);
        if (!(state instanceof AuthenticationState.Succeeded)
                || state instanceof AuthenticationState.ResponseSent
                || session == null
                || !(session.removeAttribute(URI_ATTR) instanceof String uri)) {
            return state;
        }
        PendingLogins.restoreInterval(session);
        Response.sendRedirect(request, response, callback, SavedForms.withoutAuthority(uri), true);
        return AuthenticationState.SEND_SUCCESS;
    }

    /** The authenticator whose page a path is, as that to which a form is sent; null for none. */
    private @Nullable Authenticator owner(String path, Request request) {
        Authenticator chosen = chosen(request.getSession(false));
        if (chosen != null && isPageOf(chosen, path, request)) {
            return chosen;
        }
        for (Authenticator authenticator : authenticators.values()) {
            if (isPageOf(authenticator, path, request)) {
                return authenticator;
            }
        }
        return null;
    }

    private static boolean isPageOf(Authenticator authenticator, String path, Request request) {
        return authenticator.getConstraintAuthentication(path, Constraint.Authorization.ALLOWED, request::getSession)
                != Constraint.Authorization.ALLOWED;
    }

    /** The user of the session, or of the credentials in a request, if there is one. */
    private @Nullable AuthenticationState known(Request request) throws ServerAuthException {
        Session session = request.getSession(false);
        Authenticator chosen = chosen(session);
        if (session != null
                && session.getAttribute(SessionAuthentication.AUTHENTICATED_ATTRIBUTE)
                        instanceof SessionAuthentication login) {
            return ofLogin(login.getAuthenticationType(), chosen, session, request);
        }
        for (Authenticator authenticator : authenticators.values()) {
            if (authenticator.validateRequest(request, null, null) instanceof AuthenticationState.Succeeded succeeded) {
                return succeeded;
            }
        }
        return null;
    }

    /** The login of a session as its authenticator judges it: others would do so by their own rules. */
    private @Nullable AuthenticationState ofLogin(
            String type, @Nullable Authenticator chosen, Session session, Request request) throws ServerAuthException {
        if (chosen != null && chosen.getAuthenticationType().equals(type)) {
            AuthenticationState state = chosen.validateRequest(request, null, null);
            if (state != null) {
                return state;
            }
        }
        for (Map.Entry<String, Authenticator> each : authenticators.entrySet()) {
            Authenticator other = each.getValue();
            if (other != chosen && other.getAuthenticationType().equals(type)) {
                AuthenticationState state = other.validateRequest(request, null, null);
                if (state != null) {
                    // a login of another tab, after this one was chosen
                    choose(session, each.getKey());
                    return state;
                }
            }
        }
        return null;
    }

    private @Nullable Authenticator ofType(String type) {
        for (Authenticator authenticator : authenticators.values()) {
            if (authenticator.getAuthenticationType().equals(type)) {
                return authenticator;
            }
        }
        return null;
    }

    private @Nullable Authenticator chosen(@Nullable Session session) {
        return session != null && session.getAttribute(AUTH_TYPE_ATTR) instanceof String path
                ? authenticators.get(path)
                : null;
    }

    private static void choose(Session session, String path) {
        session.setAttribute(AUTH_TYPE_ATTR, path);
    }

    private AuthenticationState show(Request request, Response response, Callback callback) {
        save(request);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        if (loginPath == null) {
            response.setStatus(HttpStatus.OK_200);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, MimeTypes.Type.TEXT_HTML_UTF_8.asString());
            Content.Sink.write(response, true, page(request), callback);
            return AuthenticationState.CHALLENGE;
        }
        String path = URIUtil.addPaths(request.getContext().getContextPath(), loginPath);
        if (dispatch) {
            return new AuthenticationState.ServeAs(HttpURI.build(request.getHttpURI(), path));
        }
        Response.sendRedirect(request, response, callback, path, true);
        return AuthenticationState.CHALLENGE;
    }

    private void save(Request request) {
        Session session = request.getSession(false);
        boolean made = session == null;
        if (session == null) {
            session = LoginSession.of(request);
            PendingLogins.shorten(session, LOGIN_SECONDS);
        }
        // a request with content cannot be repeated by a redirection
        String uri = HttpMethod.GET.is(request.getMethod())
                ? request.getHttpURI().asString()
                : URIUtil.addPaths(request.getContext().getContextPath(), "/");
        session.setAttribute(URI_ATTR, uri);
        pending.add(session, made, uri.length(), MAX_PENDING_BYTES);
    }

    private String page(Request request) {
        StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<title>Log in</title>\n<h1>Log in</h1>\n<ul>\n");
        authenticators.forEach((spec, authenticator) -> {
            if (spec.startsWith(PAGELESS)) {
                return;
            }
            String path = spec.endsWith("/*") ? spec.substring(0, spec.length() - 2) : spec;
            String uri = URIUtil.addPaths(request.getContext().getContextPath(), URIUtil.encodePath(path));
            page.append("<li><a href=\"")
                    .append(StringUtil.sanitizeXmlString(uri))
                    .append("\">")
                    .append(StringUtil.sanitizeXmlString(path.substring(path.lastIndexOf('/') + 1)))
                    .append("</a></li>\n");
        });
        return page.append("</ul>\n").toString();
    }

    @Override
    public Request prepareRequest(Request request, @Nullable AuthenticationState state) {
        Authenticator chosen = state instanceof SessionAuthentication ? chosen(request.getSession(false)) : null;
        return chosen == null ? request : chosen.prepareRequest(request, state);
    }

    // ---- login and logout by the application

    /** Logs a user in by the first authenticator that takes name and password; null if none does. */
    @Override
    public @Nullable UserIdentity login(
            @Nullable String username, @Nullable Object password, Request request, @Nullable Response response) {
        for (Map.Entry<String, Authenticator> each : authenticators.entrySet()) {
            UserIdentity user = each.getValue() instanceof LoginAuthenticator login
                    ? login.login(username, password, request, response)
                    : null;
            if (user != null) {
                Session session = request.getSession(false);
                if (session != null) {
                    choose(session, each.getKey());
                }
                return user;
            }
        }
        return null;
    }

    @Override
    public void logout(Request request, @Nullable Response response) {
        super.logout(request, response);
        Session session = request.getSession(false);
        if (session == null) {
            return;
        }
        Authenticator chosen = chosen(session);
        session.removeAttribute(AUTH_TYPE_ATTR);
        if (chosen instanceof LoginAuthenticator login) {
            login.logout(request, response);
        } else {
            session.removeAttribute(SessionAuthentication.AUTHENTICATED_ATTRIBUTE);
        }
    }
}
