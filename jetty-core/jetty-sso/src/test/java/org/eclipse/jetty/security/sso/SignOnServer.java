package org.eclipse.jetty.security.sso;

import java.security.Principal;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.security.authentication.FormAuthenticator;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.session.SessionHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.security.Credential;

/** A server with single sign-on and contexts that take part. */
final class SignOnServer implements AutoCloseable {
    final LocalServer local = new LocalServer();
    final SingleSignOnService service = new SingleSignOnService(local.server);
    final ContextHandlerCollection contexts = new ContextHandlerCollection();
    /** The contexts whose session listeners were called at the end of a session. */
    final List<String> destroyed = new CopyOnWriteArrayList<>();

    SignOnServer() throws Exception {
        local.server.addBean(service);
    }

    static FormAuthenticator form() {
        return new FormAuthenticator("/login", null, false);
    }

    static HashLoginService users(String realm, String... roles) {
        UserStore store = new UserStore();
        store.addUser("ann", Credential.getCredential("secret"), roles);
        store.addUser("bob", Credential.getCredential("word"), new String[] {"guest"});
        HashLoginService service = new HashLoginService(realm);
        service.setUserStore(store);
        return service;
    }

    /** Adds a context in which /secret/* needs a user, and /admin/* the role admin. */
    SecurityHandler.PathMapped add(String path, Authenticator authenticator, LoginService users) {
        SecurityHandler.PathMapped security = new SecurityHandler.PathMapped(new Application());
        security.put("/secret/*", Constraint.ANY_USER);
        security.put("/admin/*", Constraint.from("admin"));
        security.setAuthenticator(authenticator);
        if (users != null) {
            // those of the server take part
            local.server.addBean(users);
        }
        security.setLoginService(users);
        SessionHandler sessions = new SessionHandler() {
            @Override
            public void onSessionDestroyed(Session session) {
                destroyed.add(path);
            }
        };
        sessions.setHandler(security);
        contexts.addHandler(new ContextHandler(sessions, path));
        return security;
    }

    SignOnServer start() throws Exception {
        local.start(contexts);
        return this;
    }

    @Override
    public void close() throws Exception {
        local.server.stop();
    }

    /** Says who it is, logs out, or uses sessions. */
    private static final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String path = Request.getPathInContext(request);
            Session session = request.getSession(path.endsWith("/session"));
            switch (path.substring(path.lastIndexOf('/') + 1)) {
                case "logout" -> AuthenticationState.logout(request, response);
                case "invalidate" -> session.invalidate();
                case "enter" -> AuthenticationState.login("bob", "word", request, response);
                default -> {}
            }
            Principal user = AuthenticationState.getUserPrincipal(request);
            String type = AuthenticationState.getAuthenticationState(request) instanceof AuthenticationState.Succeeded s
                    ? s.getAuthenticationType()
                    : "none";
            session = request.getSession(false);
            response.getHeaders().put("X-Interval", session == null ? -2 : session.getMaxInactiveInterval());
            Content.Sink.write(
                    response,
                    true,
                    "user=" + (user == null ? "none" : user.getName()) + " by " + type + " method="
                            + request.getMethod(),
                    callback);
            return true;
        }
    }
}
