package org.eclipse.jetty.ee10.security.jaspi;

import jakarta.security.auth.message.AuthException;
import jakarta.security.auth.message.AuthStatus;
import jakarta.security.auth.message.config.ServerAuthConfig;
import jakarta.security.auth.message.config.ServerAuthContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import javax.security.auth.Subject;
import org.eclipse.jetty.ee10.servlet.QuietServletException;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.ee10.servlet.ServletContextResponse;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.ServerAuthException;
import org.eclipse.jetty.security.UncheckedServerAuthException;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.authentication.RegisteredLogin;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of one request through an authentication module (Jakarta Authentication, chapter 3): validated before the servlet, its
 * response secured afterwards, its subject cleaned at a logout. What a module does wrong ends in an error, and nobody is logged in.
 *
 * <p>It belongs to one request for ever. Confined to the thread that handles the request.
 */
final class ModuleCall {
    private static final Logger LOG = LoggerFactory.getLogger(ModuleCall.class);

    private final JaspiAuthenticator authenticator;
    private final ServletContextRequest contextRequest;
    private final ServletContextResponse contextResponse;
    private final JaspiMessageInfo info;
    private final Subject clientSubject = new Subject();
    private @Nullable ServerAuthContext context;
    private @Nullable ModuleCaller caller;
    private @Nullable RegisteredLogin registered;
    private @Nullable UserIdentity user;
    private @Nullable AuthenticationState state;

    ModuleCall(JaspiAuthenticator authenticator, ServletContextRequest contextRequest, boolean mandatory) {
        this.authenticator = authenticator;
        this.contextRequest = contextRequest;
        this.contextResponse = contextRequest.getServletContextResponse();
        this.info = new JaspiMessageInfo(
                contextRequest.getServletApiRequest(), contextResponse.getServletApiResponse(), mandatory);
    }

    /** The call of the module that the application asks for, after this one has authenticated nobody. */
    ModuleCall again() {
        return new ModuleCall(authenticator, contextRequest, true);
    }

    /** Whom the module has authenticated, once the request has passed it. */
    @Nullable
    AuthenticationState getState() {
        return state;
    }

    // ---- before the servlet

    /** Calls the module ahead of the servlet; returns whether the request goes on. */
    boolean isPassedBy(Request request) throws ServletException, IOException {
        AuthStatus status = validate(request);
        if (contextResponse.getServletChannel().isSendError()) {
            return false;
        }
        if (status != AuthStatus.SUCCESS) {
            answerUnlessAnswered(status);
            return false;
        }
        if (contextResponse.isCommitted()) {
            // the client has got its answer, which is no error
            LOG.warn("{} returned SUCCESS after it has sent a response: the servlet is not called", describe());
            return false;
        }
        if (contextResponse.getHttpOutput().getWritten() > 0) {
            throw failed("returned SUCCESS (expected: SEND_SUCCESS, as it has written a response)", null);
        }
        passMessages();
        accept(request);
        return true;
    }

    /** Calls the module while the application handles the request. */
    @Nullable
    AuthenticationState authenticate(Request request) {
        try {
            if (validate(request) != AuthStatus.SUCCESS) {
                return null;
            }
            contextRequest.getServletChannel().setAfterwards(this::secureResponse);
            accept(request);
            return state instanceof AuthenticationState.Succeeded ? state : null;
        } catch (ServletException x) {
            throw new UncheckedServerAuthException(new ServerAuthException(x.getMessage(), x.getCause()));
        }
    }

    /** Calls the module, which sees the user of the session as that of the request meanwhile. */
    private AuthStatus validate(Request request) throws ServletException {
        RegisteredLogin login = JaspiAuthenticator.getRegistered(request);
        UserIdentity known = login == null ? null : login.getUserIdentity();
        ModuleCaller asked = new ModuleCaller(request, login, known);
        registered = login;
        caller = asked;
        AuthenticationState before = AuthenticationState.getAuthenticationState(request);
        AuthenticationState.setAuthenticationState(
                request,
                login == null || known == null
                        ? null
                        : new JaspiAuthentication(this, login.getAuthenticationType(), known));
        authenticator.getCallbackHandler().begin(clientSubject, asked);
        try {
            return checked(callModule());
        } catch (Throwable x) {
            throw x instanceof ServletException failure ? failure : failed("failed", x);
        } finally {
            authenticator.getCallbackHandler().end(clientSubject);
            AuthenticationState.setAuthenticationState(request, before);
        }
    }

    private AuthStatus callModule() throws AuthException {
        ServerAuthConfig config = authenticator.getConfig();
        if (config == null) {
            // removed since the request has begun
            return AuthStatus.SUCCESS;
        }
        context = config.getAuthContext(
                config.getAuthContextID(info), authenticator.getServiceSubject(), Map.<String, Object>of());
        return context == null
                ? AuthStatus.SUCCESS
                : context.validateRequest(info, clientSubject, authenticator.getServiceSubject());
    }

    private AuthStatus checked(@Nullable AuthStatus status) throws ServletException {
        if (status == AuthStatus.SUCCESS
                || status == AuthStatus.SEND_SUCCESS
                || status == AuthStatus.SEND_CONTINUE
                || status == AuthStatus.SEND_FAILURE) {
            return status;
        }
        throw failed("returned " + status + " (expected: SUCCESS, SEND_SUCCESS, SEND_CONTINUE or SEND_FAILURE)", null);
    }

    /** A module that refuses a request without a word gets no success for an answer. */
    private void answerUnlessAnswered(AuthStatus status) throws IOException {
        if (status != AuthStatus.SEND_SUCCESS
                && !contextResponse.isCommitted()
                && contextResponse.getServletApiResponse().getStatus() == HttpServletResponse.SC_OK
                && contextResponse.getHttpOutput().getWritten() == 0) {
            LOG.debug("{} returned {} without a response", describe(), status);
            contextResponse.getServletApiResponse().sendError(HttpServletResponse.SC_FORBIDDEN);
        }
    }

    /** Passes on the request and the response that the module has wrapped, if they are those of this request. */
    private void passMessages() throws ServletException {
        Object request = info.getRequestMessage();
        Object response = info.getResponseMessage();
        if (!isOwn(request, response)) {
            throw failed(
                    "set the messages " + nameOf(request) + " and " + nameOf(response)
                            + " (expected: HttpServletRequest and HttpServletResponse, those given or wrappers of them)",
                    null);
        }
        contextRequest.getServletChannel().setApplicationExchange((HttpServletRequest) request, (HttpServletResponse)
                response);
        contextRequest.getServletChannel().setAfterwards(this::secureResponse);
    }

    private boolean isOwn(@Nullable Object request, @Nullable Object response) {
        if (!(request instanceof HttpServletRequest httpRequest)
                || !(response instanceof HttpServletResponse httpResponse)) {
            return false;
        }
        try {
            return ServletContextRequest.getServletContextRequest(httpRequest) == contextRequest
                    && ServletContextResponse.getServletContextResponse(httpResponse) == contextResponse;
        } catch (IllegalStateException x) {
            return false;
        }
    }

    private static String nameOf(@Nullable Object message) {
        return message == null ? "null" : message.getClass().getName();
    }

    /** Takes the caller that the module has named. */
    private void accept(Request request) {
        assert caller != null : "validated";
        if (!caller.isAuthenticated()) {
            state = new NobodyAuthenticated(this);
            return;
        }
        ModuleIdentity identity = caller.toIdentity(clientSubject);
        user = identity;
        String type = info.getAuthMethod() == null ? JaspiAuthenticator.AUTH_TYPE : info.getAuthMethod();
        state = new JaspiAuthentication(this, type, identity);
        if (info.isSessionRegistered()) {
            authenticator.register(
                    new RegisteredLogin(type, identity, identity.roles()), registered, request, contextResponse);
        }
    }

    // ---- after the servlet

    private void secureResponse() {
        if (context == null) {
            return;
        }
        AuthStatus status = null;
        try {
            status = context.secureResponse(info, authenticator.getServiceSubject());
        } catch (Throwable x) {
            LOG.warn("{} could not secure the response", describe(), x);
        }
        if (status == AuthStatus.SEND_SUCCESS || status == AuthStatus.SEND_CONTINUE || status == AuthStatus.SUCCESS) {
            return;
        }
        LOG.debug("{} returned {} for the response", describe(), status);
        if (contextResponse.isCommitted()) {
            contextResponse.getServletChannel().abort(new IOException(describe() + " could not secure the response"));
        } else if (status != AuthStatus.SEND_FAILURE || contextResponse.getStatus() < 400) {
            contextResponse.reset();
            contextResponse.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
        }
    }

    /** Ends the login: in the session, in the request, and in the module. */
    void logout(Request request) {
        authenticator.forget(user, request);
        user = null;
        AuthenticationState.setAuthenticationState(request, new NobodyAuthenticated(this));
        if (context == null) {
            return;
        }
        try {
            context.cleanSubject(info, clientSubject);
        } catch (Throwable x) {
            throw new UncheckedServerAuthException(new ServerAuthException(describe() + " could not log out", x));
        }
    }

    // ---- errors

    /** Logs what a module did wrong; what it wrote is dropped for an error page. */
    private ServletException failed(String what, @Nullable Throwable cause) {
        String message = describe() + " " + what;
        if (QuietException.isQuiet(cause)) {
            LOG.debug("{}", message, cause);
        } else {
            LOG.warn("{}, request {}", message, contextRequest.getMethod() + " " + contextRequest.getHttpURI(), cause);
        }
        return new QuietServletException(message, cause);
    }

    private String describe() {
        return "Authentication module " + (context == null ? "" : context + " ") + "of application "
                + authenticator.getAppContext();
    }
}
