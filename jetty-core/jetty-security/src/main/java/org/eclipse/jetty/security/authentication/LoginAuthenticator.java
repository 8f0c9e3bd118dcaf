package org.eclipse.jetty.security.authentication;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.IdentityService;
import org.eclipse.jetty.security.LoginGuard;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.security.ServerAuthException;
import org.eclipse.jetty.security.SingleSignOn;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.internal.DeferredResponse;
import org.eclipse.jetty.security.internal.LoginSession;
import org.eclipse.jetty.security.internal.PendingLogins;
import org.eclipse.jetty.security.internal.RefusedCredentials;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What mechanisms with a login service have in common. Thread-safe once configured. */
public abstract class LoginAuthenticator implements Authenticator {
    /** The parameter of a context that takes no part in {@link SingleSignOn}: {@code false}. */
    public static final String SINGLE_SIGN_ON = "org.eclipse.jetty.security.single_sign_on";

    /**
     * The parameter of a context with the seconds after which a login elsewhere is not enough for it; 0 for any time. Without it, that of
     * the server counts.
     */
    public static final String REAUTHENTICATE = "org.eclipse.jetty.security.single_sign_on.reauthenticate";

    private @Nullable LoginService loginService;
    private @Nullable IdentityService identityService;
    private boolean sessionRenewed;
    private int sessionMaxInactiveInterval;
    private boolean singleSignOn = true;
    private int reauthenticate = -1;

    protected LoginAuthenticator() {}

    @Override
    public void setConfiguration(Configuration configuration) {
        loginService = Objects.requireNonNull(
                configuration.getLoginService(), () -> "no login service for " + this + " in " + configuration);
        identityService = configuration.getIdentityService();
        sessionRenewed = configuration.isSessionRenewedOnAuthentication();
        sessionMaxInactiveInterval = configuration.getSessionMaxInactiveIntervalOnAuthentication();
        String takesPart = configuration.getParameter(SINGLE_SIGN_ON);
        singleSignOn = takesPart == null || Boolean.parseBoolean(takesPart.trim());
        String seconds = configuration.getParameter(REAUTHENTICATE);
        reauthenticate = seconds == null ? -1 : parseSeconds(seconds.trim());
    }

    private static int parseSeconds(String text) {
        try {
            int seconds = Integer.parseInt(text);
            if (seconds >= 0) {
                return seconds;
            }
        } catch (NumberFormatException x) {
            throw new IllegalArgumentException(REAUTHENTICATE + ": " + text + " (expected: 0 or more seconds)", x);
        }
        throw new IllegalArgumentException(REAUTHENTICATE + ": " + text + " (expected: 0 or more seconds)");
    }

    /** Waits until the application asks for the user. */
    @Override
    public @Nullable AuthenticationState validateOptional(Request request, Response response, Callback callback)
            throws ServerAuthException {
        DeferredResponse.keep(request, response);
        return AuthenticationState.defer(this);
    }

    // ---- single sign-on

    /** Whether the context takes part in {@link SingleSignOn}. */
    public boolean isSingleSignOn() {
        return singleSignOn;
    }

    /** The seconds after which a login elsewhere is not enough for the context; 0 for any time, -1 for that of the server. */
    public int getReauthenticate() {
        return reauthenticate;
    }

    /** Whether a user logs in once and the session keeps it, rather than each request having credentials. */
    public boolean isLoginKept() {
        return false;
    }

    /** Whether a request is to be judged by credentials or a login of its own, rather than by a sign-on. */
    public boolean hasCredentials(Request request) {
        Session session = request.getSession(false);
        return session != null && session.getAttribute(SessionAuthentication.AUTHENTICATED_ATTRIBUTE) != null
                || !isLoginKept() && request.getHeaders().contains(HttpHeader.AUTHORIZATION);
    }

    /** Lets a login count in other contexts, where the server has {@link SingleSignOn}. */
    protected final void loggedIn(UserIdentity user, Request request, @Nullable Response response) {
        SingleSignOn others = singleSignOn ? SingleSignOn.of(request) : null;
        if (others != null) {
            others.loggedIn(this, user, request, response);
        }
    }

    /** Treats the session, if there is one, as after a login: a sign-on has authenticated its user. */
    public final void signedOn(Request request, @Nullable Response response) {
        Session session = request.getSession(false);
        if (session != null) {
            // whatever it was authenticated for before
            session.removeAttribute(SecurityHandler.SESSION_AUTHENTICATED_ATTRIBUTE);
            updateSession(request, response);
        }
    }

    // ---- login and logout

    /** The login service; null until it is configured, unless the mechanism brings one. */
    public @Nullable LoginService getLoginService() {
        return loginService;
    }

    /** The login service, of a mechanism that is configured. */
    protected final LoginService configuredLoginService() {
        LoginService service = getLoginService();
        assert service != null : "setConfiguration requires one";
        return service;
    }

    /** Returns the login services that logins are made by. The security handler starts those that nothing else of the server has. */
    public Set<LoginService> getLoginServices() {
        LoginService service = getLoginService();
        return service == null ? Set.of() : Set.of(service);
    }

    protected @Nullable IdentityService getIdentityService() {
        return identityService;
    }

    /**
     * Logs a user in; null if name and password are not right, or the {@link LoginGuard} of the server refuses the login because of
     * earlier failures.
     */
    public @Nullable UserIdentity login(
            @Nullable String username, @Nullable Object password, Request request, @Nullable Response response) {
        UserIdentity user = check(username, password, request);
        if (user != null) {
            updateSession(request, response);
            loggedIn(user, request, response);
        }
        return user;
    }

    /**
     * Checks name and password as {@link #login} does, without logging the user in. What was refused within the request is refused again
     * without a check: it is one failure, however often the user is asked for.
     */
    protected final @Nullable UserIdentity check(
            @Nullable String username, @Nullable Object password, Request request) {
        LoginService service = loginService;
        assert service != null : "setConfiguration requires one";
        if (RefusedCredentials.contain(request, service, username, password)) {
            return null;
        }
        UserIdentity user = guarded(service, username, password, request);
        if (user == null) {
            RefusedCredentials.add(request, service, username, password);
        }
        return user;
    }

    private static @Nullable UserIdentity guarded(
            LoginService service, @Nullable String username, @Nullable Object password, Request request) {
        LoginGuard guard =
                request.getConnectionMetaData().getConnector().getServer().getBean(LoginGuard.class);
        return guard == null || username == null
                ? service.login(username, password, request, request::getSession)
                : login(guard.begin(service.getName(), username, request), service, username, password, request);
    }

    private static @Nullable UserIdentity login(
            LoginGuard.Attempt attempt,
            LoginService service,
            String username,
            @Nullable Object password,
            Request request) {
        if (attempt.isRefused()) {
            return null;
        }
        UserIdentity user = service.login(username, password, request, request::getSession);
        if (attempt.end(user != null)) {
            return user;
        }
        if (user != null) {
            service.logout(user);
        }
        return null;
    }

    /**
     * Answers a login that the {@link LoginGuard} refused by 429 (RFC 6585, section 4) with {@code Retry-After}.
     *
     * @return whether it was refused, and the response is written
     */
    protected static boolean writeRefusal(Request request, Response response, Callback callback) {
        long seconds = LoginGuard.getRetryAfter(request);
        if (seconds == 0) {
            return false;
        }
        writeError(
                request,
                response,
                callback,
                HttpStatus.TOO_MANY_REQUESTS_429,
                HttpHeader.RETRY_AFTER,
                Long.toString(seconds));
        return true;
    }

    public void logout(Request request, @Nullable Response response) {
        SingleSignOn others = singleSignOn ? SingleSignOn.of(request) : null;
        if (others != null) {
            others.loggedOut(this, request, response);
        }
        Session session = request.getSession(false);
        if (session != null) {
            session.removeAttribute(SecurityHandler.SESSION_AUTHENTICATED_ATTRIBUTE);
        }
    }

    /** Answers 401 with a challenge (RFC 9110, section 11.6.1), which the error page must not lose. */
    protected static void writeChallenge(Request request, Response response, Callback callback, String challenge) {
        writeError(request, response, callback, HttpStatus.UNAUTHORIZED_401, HttpHeader.WWW_AUTHENTICATE, challenge);
    }

    /** Writes an error with a field that its page does not remove. */
    protected static void writeError(
            Request request, Response response, Callback callback, int status, HttpHeader header, String value) {
        writeError(request, response, callback, status, HttpFields.build().put(header, value));
    }

    /** Writes an error with fields that its page does not remove; nor does it cookies, as that of a session in which the login goes on. */
    protected static void writeError(
            Request request, Response response, Callback callback, int status, HttpFields fields) {
        Response keeping = new Response.Wrapper(request, response) {
            @Override
            public void reset() {
                List<HttpField> cookies = getHeaders().getFields(HttpHeader.SET_COOKIE);
                super.reset();
                getHeaders().remove(HttpHeader.SET_COOKIE);
                cookies.forEach(cookie -> getHeaders().add(cookie));
                fields.forEach(field -> getHeaders().put(field));
            }
        };
        Response.writeError(request, keeping, callback, status);
    }

    /**
     * Gives the session of a user that was just authenticated another id, against session fixation; once the client can learn it, where
     * the response is committed already. A login whose session cannot get another id fails by the exception. A session that was made for
     * the login, and was short until now, lives as long as others do.
     */
    protected void updateSession(Request request, @Nullable Response response) {
        Session session = request.getSession(false);
        PendingLogins.restoreInterval(session);
        Response told = DeferredResponse.of(request, response);
        if (session == null || !sessionRenewed || told == null) {
            return;
        }
        synchronized (session) {
            setInterval(session);
            // once: the id of an authenticated session was given out after authentication
            if (!Boolean.TRUE.equals(session.getAttribute(SecurityHandler.SESSION_AUTHENTICATED_ATTRIBUTE))) {
                session.setAttribute(SecurityHandler.SESSION_AUTHENTICATED_ATTRIBUTE, Boolean.TRUE);
                try {
                    session.renewId(request, told);
                } catch (RuntimeException x) {
                    // the next login must not take the id for one that was given out after authentication
                    session.removeAttribute(SecurityHandler.SESSION_AUTHENTICATED_ATTRIBUTE);
                    throw x;
                }
            }
        }
    }

    private void setInterval(Session session) {
        if (sessionMaxInactiveInterval != 0) {
            session.setMaxInactiveInterval(sessionMaxInactiveInterval < 0 ? -1 : sessionMaxInactiveInterval);
        }
    }

    /** The session that keeps a login; one that is made for it has an id that nobody else knows, and the interval of others after a login. */
    final Session sessionOfLogin(Request request) {
        boolean made = request.getSession(false) == null;
        Session session = LoginSession.of(request);
        if (made && sessionRenewed) {
            setInterval(session);
        }
        return session;
    }

    /** A user that was authenticated. Immutable. */
    public static class UserAuthenticationSucceeded implements AuthenticationState.Succeeded, Serializable {
        private static final long serialVersionUID = 1L;

        private final String authenticationType;
        private final transient @Nullable UserIdentity userIdentity;

        public UserAuthenticationSucceeded(String method, UserIdentity userIdentity) {
            this.authenticationType = method;
            this.userIdentity = userIdentity;
        }

        @Override
        public String getAuthenticationType() {
            return authenticationType;
        }

        @Override
        public @Nullable UserIdentity getUserIdentity() {
            return userIdentity;
        }

        @Override
        public boolean isUserInRole(String role) {
            UserIdentity user = getUserIdentity();
            return user != null && user.isUserInRole(role);
        }

        @Override
        public void logout(Request request, @Nullable Response response) {
            SecurityHandler security = SecurityHandler.getCurrentSecurityHandler();
            if (security != null) {
                UserIdentity user = getUserIdentity();
                LoginService logins = security.getLoginService();
                if (user != null && logins != null) {
                    logins.logout(user);
                }
                IdentityService identities = security.getIdentityService();
                if (user != null && identities != null) {
                    identities.onLogout(user);
                }
                if (security.getAuthenticator() instanceof LoginAuthenticator login) {
                    login.logout(request, response);
                    AuthenticationState.setAuthenticationState(request, new LoggedOutAuthentication(login));
                    return;
                }
            }
            AuthenticationState.setAuthenticationState(request, null);
        }

        @Override
        public String toString() {
            return getClass().getSimpleName() + "{" + authenticationType + "," + getUserPrincipal() + "}";
        }
    }

    /** A user that was authenticated, and the response was written. */
    public static class UserAuthenticationSent extends UserAuthenticationSucceeded
            implements AuthenticationState.ResponseSent {
        private static final long serialVersionUID = 1L;

        public UserAuthenticationSent(String method, UserIdentity userIdentity) {
            super(method, userIdentity);
        }
    }

    /** A user that logged out: the request authenticates nobody any longer, but somebody may log in. */
    public static class LoggedOutAuthentication implements AuthenticationState.Deferred {
        private final LoginAuthenticator authenticator;

        public LoggedOutAuthentication(LoginAuthenticator authenticator) {
            this.authenticator = authenticator;
        }

        @Override
        public @Nullable Succeeded login(String username, Object password, Request request, Response response) {
            UserIdentity user = authenticator.login(username, password, request, response);
            return user == null ? null : new UserAuthenticationSucceeded("API", user);
        }

        @Override
        public void logout(Request request, @Nullable Response response) {
            // nobody is logged in
        }

        @Override
        public IdentityService.@Nullable Association getAssociation() {
            return null;
        }

        @Override
        public @Nullable Succeeded authenticate(Request request) {
            return null;
        }

        @Override
        public @Nullable AuthenticationState authenticate(Request request, Response response, Callback callback) {
            return null;
        }
    }
}
