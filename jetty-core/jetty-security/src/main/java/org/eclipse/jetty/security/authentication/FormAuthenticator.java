package org.eclipse.jetty.security.authentication;

import java.util.function.Function;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.security.ServerAuthException;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.internal.LoginSession;
import org.eclipse.jetty.security.internal.SavedForms;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * Authentication by a form of the application (Servlet 6.0 section 13.6.3).
 *
 * <pre>
 * protected request --&gt; its URI, method and form are saved in the session, the login page is shown
 * POST j_security_check --&gt; right: redirect to the saved URI, whose request is repeated; wrong: the error page, or 403
 * </pre>
 *
 * <p>Thread-safe once configured.
 */
public class FormAuthenticator extends LoginAuthenticator {
    public static final String __FORM_LOGIN_PAGE = "org.eclipse.jetty.security.form_login_page";
    public static final String __FORM_ERROR_PAGE = "org.eclipse.jetty.security.form_error_page";
    public static final String __FORM_DISPATCH = "org.eclipse.jetty.security.dispatch";
    public static final String __J_URI = "org.eclipse.jetty.security.form_URI";
    public static final String __J_POST = "org.eclipse.jetty.security.form_POST";
    public static final String __J_METHOD = "org.eclipse.jetty.security.form_METHOD";
    public static final String __LOGIN_BY_GET = "org.eclipse.jetty.security.form_login_by_get";
    public static final String __MAX_SAVED_FORM_SIZE = "org.eclipse.jetty.security.form_max_saved_form_size";
    public static final String __SAVED_REQUEST_INTERVAL = "org.eclipse.jetty.security.form_saved_request_interval";
    public static final String __MAX_SAVED_BYTES = "org.eclipse.jetty.security.form_max_saved_bytes";
    public static final String __J_SECURITY_CHECK = "/j_security_check";
    public static final String __J_USERNAME = "j_username";
    public static final String __J_PASSWORD = "j_password";

    private @Nullable String errorPage;
    private @Nullable String errorPath;
    private @Nullable String loginPage;
    private @Nullable String loginPath;
    private boolean dispatch;
    private boolean alwaysSaveUri;
    private boolean loginByGet;
    private final SavedRequests savedRequests = new SavedRequests();

    public FormAuthenticator() {}

    /**
     * @param login the path of the login page in the context
     * @param error the path of the error page in the context; null for a 403
     * @param dispatch whether the pages are served in place of the request, rather than redirected to
     */
    public FormAuthenticator(@Nullable String login, @Nullable String error, boolean dispatch) {
        if (login != null) {
            setLoginPage(login);
        }
        if (error != null) {
            setErrorPage(error);
        }
        this.dispatch = dispatch;
    }

    /** Sets whether a later protected request replaces the one that was saved. */
    public void setAlwaysSaveUri(boolean always) {
        alwaysSaveUri = always;
    }

    public boolean getAlwaysSaveUri() {
        return alwaysSaveUri;
    }

    /** The most bytes of a form that is saved until its user has logged in; 4096 by default. A larger one is answered by 413. */
    public int getMaxSavedFormSize() {
        return savedRequests.getMaxFormSize();
    }

    public void setMaxSavedFormSize(int bytes) {
        savedRequests.setMaxFormSize(bytes);
    }

    /**
     * The seconds without use after which a session ends that was made only to save a request; 300 by default, 0 or less for the
     * interval of other sessions. After the login the session has that interval in any case.
     */
    public int getSavedRequestInterval() {
        return savedRequests.getInterval();
    }

    public void setSavedRequestInterval(int seconds) {
        savedRequests.setInterval(seconds);
    }

    /**
     * The most bytes of all saved requests together, 1024 counted for each session; 16 MiB by default, negative for no limit.
     * Beyond it the eldest saved requests are dropped: their users are sent to the root of the application after the login.
     */
    public long getMaxSavedBytes() {
        return savedRequests.getMaxBytes();
    }

    public void setMaxSavedBytes(long bytes) {
        savedRequests.setMaxBytes(bytes);
    }

    /** Whether a login may come by GET, in whose URI logs and histories keep the password; false by default: 405. */
    public boolean isLoginByGetAllowed() {
        return loginByGet;
    }

    public void setLoginByGetAllowed(boolean allowed) {
        loginByGet = allowed;
    }

    @Override
    public void setConfiguration(Configuration configuration) {
        super.setConfiguration(configuration);
        String byGet = configuration.getParameter(__LOGIN_BY_GET);
        loginByGet = byGet == null ? loginByGet : Boolean.parseBoolean(byGet);
        savedRequests.configure(configuration);
        String login = configuration.getParameter(__FORM_LOGIN_PAGE);
        if (login != null) {
            setLoginPage(login);
        }
        String error = configuration.getParameter(__FORM_ERROR_PAGE);
        if (error != null) {
            setErrorPage(error);
        }
        String dispatching = configuration.getParameter(__FORM_DISPATCH);
        dispatch = dispatching == null ? dispatch : Boolean.parseBoolean(dispatching);
        if (loginPage == null) {
            throw new IllegalStateException("form authentication without a login page (form-login-page)");
        }
    }

    @Override
    public String getAuthenticationType() {
        return Authenticator.FORM_AUTH;
    }

    private static String path(String page) {
        int query = page.indexOf('?');
        return query < 0 ? page : page.substring(0, query);
    }

    private static String absolute(String page) {
        return page.startsWith("/") ? page : "/" + page;
    }

    private void setLoginPage(String page) {
        loginPage = absolute(page);
        loginPath = path(loginPage);
    }

    private void setErrorPage(@Nullable String page) {
        if (page == null || page.isBlank()) {
            errorPage = null;
            errorPath = null;
        } else {
            errorPage = absolute(page);
            errorPath = path(errorPage);
        }
    }

    @Override
    public boolean isLoginKept() {
        return true;
    }

    @Override
    public @Nullable UserIdentity login(
            @Nullable String username, @Nullable Object password, Request request, @Nullable Response response) {
        UserIdentity user = super.login(username, password, request, response);
        if (user != null) {
            Session session = sessionOfLogin(request);
            session.setAttribute(
                    SessionAuthentication.AUTHENTICATED_ATTRIBUTE,
                    new SessionAuthentication(getAuthenticationType(), user));
        }
        return user;
    }

    @Override
    public void logout(Request request, @Nullable Response response) {
        super.logout(request, response);
        Session session = request.getSession(false);
        if (session != null) {
            session.removeAttribute(SessionAuthentication.AUTHENTICATED_ATTRIBUTE);
        }
    }

    /** After the login the saved request is repeated: with its method and form. */
    @Override
    public Request prepareRequest(Request request, @Nullable AuthenticationState state) {
        Session session = request.getSession(false);
        if (!(state instanceof SessionAuthentication) || session == null) {
            return request;
        }
        return savedRequests.restore(request, session);
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

    @Override
    public Constraint.Authorization getConstraintAuthentication(
            String pathInContext,
            Constraint.@Nullable Authorization existing,
            Function<Boolean, @Nullable Session> getSession) {
        if (isJSecurityCheck(pathInContext)) {
            return Constraint.Authorization.ANY_USER;
        }
        if (isLoginOrErrorPage(pathInContext)) {
            return Constraint.Authorization.ALLOWED;
        }
        return existing == null ? Constraint.Authorization.ALLOWED : existing;
    }

    @Override
    public @Nullable AuthenticationState validateRequest(
            Request request, @Nullable Response response, @Nullable Callback callback) throws ServerAuthException {
        String pathInContext = Request.getPathInContext(request);
        if (isJSecurityCheck(pathInContext)) {
            if (AuthenticationState.Deferred.isDeferred(response)) {
                return null;
            }
            assert callback != null : "with the response";
            return check(request, response, callback);
        }
        Session session = request.getSession(false);
        SessionAuthentication authentication = session == null
                ? null
                : (SessionAuthentication) session.getAttribute(SessionAuthentication.AUTHENTICATED_ATTRIBUTE);
        if (authentication != null) {
            UserIdentity user = authentication.getUserIdentity();
            if (user != null && configuredLoginService().validate(user)) {
                return authentication;
            }
            // the login service refuses the user by now: no sign-on lets the user in either
            logout(request, response);
        }
        if (AuthenticationState.Deferred.isDeferred(response)) {
            return null;
        }
        assert callback != null && loginPage != null : "with the response; setConfiguration requires a page";
        try {
            savedRequests.save(request, alwaysSaveUri);
        } catch (HttpException.RuntimeException x) {
            Response.writeError(request, response, callback, x);
            return AuthenticationState.SEND_FAILURE;
        }
        return show(loginPage, request, response, callback);
    }

    private AuthenticationState check(Request request, Response response, Callback callback)
            throws ServerAuthException {
        if (!loginByGet && !HttpMethod.POST.is(request.getMethod())) {
            response.getHeaders().put(HttpHeader.ALLOW, HttpMethod.POST.asString());
            Response.writeError(request, response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
            return AuthenticationState.SEND_FAILURE;
        }
        Fields parameters;
        try {
            parameters = Request.getParameters(request);
        } catch (Exception x) {
            throw new ServerAuthException("could not read the login form", x);
        }
        String username = parameters.getValue(__J_USERNAME);
        UserIdentity user = login(username, parameters.getValue(__J_PASSWORD), request, response);
        if (user == null) {
            if (writeRefusal(request, response, callback)) {
                return AuthenticationState.SEND_FAILURE;
            }
            if (errorPage == null) {
                Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403);
                return AuthenticationState.SEND_FAILURE;
            }
            return show(errorPage, request, response, callback);
        }
        Session session = LoginSession.of(request);
        String saved = (String) session.getAttribute(__J_URI);
        String target = saved == null
                ? URIUtil.addPaths(request.getContext().getContextPath(), "/")
                : SavedForms.withoutAuthority(saved);
        Response.sendRedirect(request, response, callback, encode(target, request), true);
        return new UserAuthenticationSent(getAuthenticationType(), user);
    }

    private AuthenticationState show(String page, Request request, Response response, Callback callback) {
        String path = URIUtil.addPaths(request.getContext().getContextPath(), page);
        if (dispatch) {
            HttpFields.Mutable headers = response.getHeaders();
            headers.put(HttpHeader.CACHE_CONTROL, HttpHeaderValue.NO_CACHE.asString());
            return new AuthenticationState.ServeAs(HttpURI.build(request.getHttpURI(), path));
        }
        Response.sendRedirect(request, response, callback, encode(path, request), true);
        return AuthenticationState.CHALLENGE;
    }

    private static String encode(String uri, Request request) {
        Session session = request.getSession(false);
        return session == null ? uri : session.encodeURI(request, uri, hasCookies(request));
    }

    private static boolean hasCookies(Request request) {
        return request.getHeaders().contains(HttpHeader.COOKIE);
    }

    /** Whether a path is that to which the form is sent. */
    public boolean isJSecurityCheck(@Nullable String path) {
        if (path == null || !path.contains(__J_SECURITY_CHECK)) {
            return false;
        }
        int end = path.indexOf(__J_SECURITY_CHECK) + __J_SECURITY_CHECK.length();
        if (end == path.length()) {
            return true;
        }
        char next = path.charAt(end);
        return next == ';' || next == '#' || next == '/' || next == '?';
    }

    public boolean isLoginOrErrorPage(@Nullable String pathInContext) {
        return pathInContext != null && (pathInContext.equals(errorPath) || pathInContext.equals(loginPath));
    }
}
