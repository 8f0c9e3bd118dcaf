package org.eclipse.jetty.ee10.security.jaspi;

import jakarta.security.auth.message.AuthException;
import jakarta.security.auth.message.config.ServerAuthConfig;
import jakarta.servlet.http.HttpServletResponse;
import javax.security.auth.Subject;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.EmptyLoginService;
import org.eclipse.jetty.security.IdentityService;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.authentication.LoginAuthenticator;
import org.eclipse.jetty.security.authentication.RegisteredLogin;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates by the provider that is registered for an application (Jakarta Authentication, chapter 3), which is called for each
 * request, also for those that need no user. It is in effect while there is such a provider. Thread-safe once configured.
 */
public class JaspiAuthenticator extends LoginAuthenticator {
    /** The authentication type where a module gives none. */
    public static final String AUTH_TYPE = "JASPI";

    /** The session attribute of the login that a module has registered. */
    static final String REGISTERED_ATTRIBUTE = JaspiAuthenticator.class.getName() + ".registered";

    private final @Nullable Subject serviceSubject;
    private final String appContext;
    private final ServletCallbackHandler handler = new ServletCallbackHandler(this::checkUser);
    private final ProviderWatch watch;
    private final LoginService noUsers = new EmptyLoginService();
    private volatile @Nullable IdentityService identityService;
    private volatile @Nullable ClassLoader application;

    /**
     * @param serviceSubject the subject of the server, which modules get; null for none
     * @param appContext identifies the application: host name, space, context path
     */
    public JaspiAuthenticator(@Nullable Subject serviceSubject, String appContext) {
        this.serviceSubject = serviceSubject;
        this.appContext = appContext;
        this.watch = new ProviderWatch(SimpleAuthConfig.HTTP_SERVLET, appContext, handler);
    }

    @Override
    public void setConfiguration(Configuration configuration) {
        LoginService users = configuration.getLoginService() == null ? noUsers : configuration.getLoginService();
        super.setConfiguration(new Configuration.Wrapper(configuration) {
            @Override
            public LoginService getLoginService() {
                return users;
            }
        });
        identityService = configuration.getIdentityService();
        application = Thread.currentThread().getContextClassLoader();
        watch.begin();
        // a factory that cannot be made fails the start of the application, rather than its requests
        ProviderWatch.factory();
    }

    @Override
    public void release() {
        ClassLoader loader = application;
        application = null;
        watch.release(loader == getClass().getClassLoader() ? null : loader);
    }

    @Override
    public String getAuthenticationType() {
        return AUTH_TYPE;
    }

    @Override
    public boolean isInEffect() {
        return watch.isRegistered();
    }

    /** Returns false: modules decide about each request. */
    @Override
    public boolean isSingleSignOn() {
        return false;
    }

    // ---- requests

    @Override
    public @Nullable AuthenticationState validateRequest(
            Request request, @Nullable Response response, @Nullable Callback callback) {
        if (AuthenticationState.Deferred.isDeferred(response)) {
            return null;
        }
        assert callback != null : "where there is a response";
        return validate(request, response, callback, true);
    }

    @Override
    public @Nullable AuthenticationState validateOptional(Request request, Response response, Callback callback) {
        return validate(request, response, callback, false);
    }

    private @Nullable AuthenticationState validate(
            Request request, Response response, Callback callback, boolean mandatory) {
        ServletContextRequest contextRequest = contextRequest(request);
        ModuleCall call = new ModuleCall(this, contextRequest, mandatory);
        return contextRequest.getServletChannel().callAhead(request, response, callback, () -> call.isPassedBy(request))
                ? call.getState()
                : AuthenticationState.SEND_FAILURE;
    }

    private static ServletContextRequest contextRequest(Request request) {
        ServletContextRequest contextRequest = Request.as(request, ServletContextRequest.class);
        assert contextRequest != null : "in a context of servlets";
        return contextRequest;
    }

    /** Answers 403 by the error page of the application. */
    @Override
    public void refuse(Request request, Response response, Callback callback, Constraint constraint) {
        ServletContextRequest contextRequest = contextRequest(request);
        contextRequest.getServletChannel().callAhead(request, response, callback, () -> {
            contextRequest.getHttpServletResponse().sendError(HttpServletResponse.SC_FORBIDDEN);
            return false;
        });
    }

    // ---- what the calls of modules need

    private @Nullable UserIdentity checkUser(@Nullable String name, @Nullable Object credential, Request request) {
        return getLoginService() == noUsers ? null : check(name, credential, request);
    }

    @Nullable
    ServerAuthConfig getConfig() throws AuthException {
        return watch.getConfig();
    }

    @Nullable
    Subject getServiceSubject() {
        return serviceSubject;
    }

    ServletCallbackHandler getCallbackHandler() {
        return handler;
    }

    String getAppContext() {
        return appContext;
    }

    static @Nullable RegisteredLogin getRegistered(Request request) {
        Session session = request.getSession(false);
        return session != null && session.getAttribute(REGISTERED_ATTRIBUTE) instanceof RegisteredLogin login
                ? login
                : null;
    }

    /** Keeps a login in the session, whose id is renewed where the user is another one than before. */
    void register(RegisteredLogin login, @Nullable RegisteredLogin before, Request request, Response response) {
        Session session = request.getSession(true);
        assert session != null : "created";
        if (before == null || !before.isOf(login)) {
            session.removeAttribute(SecurityHandler.SESSION_AUTHENTICATED_ATTRIBUTE);
        }
        // before the login is kept: a session whose id cannot be renewed has none
        updateSession(request, response);
        session.setAttribute(REGISTERED_ATTRIBUTE, login);
    }

    /** Forgets the login of the session, and the user of the request. */
    void forget(@Nullable UserIdentity user, Request request) {
        Session session = request.getSession(false);
        if (session != null) {
            session.removeAttribute(REGISTERED_ATTRIBUTE);
            session.removeAttribute(SecurityHandler.SESSION_AUTHENTICATED_ATTRIBUTE);
        }
        IdentityService identities = identityService;
        if (user != null && identities != null) {
            identities.onLogout(user);
        }
    }
}
