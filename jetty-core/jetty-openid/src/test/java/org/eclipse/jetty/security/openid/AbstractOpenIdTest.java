package org.eclipse.jetty.security.openid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.security.jwt.SecurityLog;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.server.TestConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.SessionHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A server with an application at /ctx whose users log in at a provider of the test. */
abstract class AbstractOpenIdTest extends OverTransports {
    final ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
    final Server server = new Server(null, null, pool);
    final SecurityHandler.PathMapped security = new SecurityHandler.PathMapped(new Application());
    final List<String> ended = new CopyOnWriteArrayList<>();
    final SessionHandler sessions = new SessionHandler() {
        @Override
        public void onSessionDestroyed(Session session) {
            super.onSessionDestroyed(session);
            ended.add(session.getId());
        }
    };
    private final SecurityLog log = new SecurityLog();
    String contextPath = "/ctx";
    TestProvider provider;
    TestConnector connector;
    Browser browser;
    OpenIdConfiguration configuration;

    /** Answers who asked, how, for what, and in which roles. */
    static final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            Fields parameters = Request.getParameters(request);
            if (Request.getPathInContext(request).equals("/logout")) {
                AuthenticationState.logout(request, response);
                response.write(true, null, callback);
                return true;
            }
            if (Request.getPathInContext(request).equals("/open/end")) {
                request.getSession(true).invalidate();
                response.write(true, null, callback);
                return true;
            }
            AuthenticationState.Succeeded user = AuthenticationState.authenticate(request);
            Session session = request.getSession(false);
            String text =
                    (user == null ? "nobody" : user.getUserPrincipal().getName()) + " " + request.getMethod() + " "
                            + Request.getPathInContext(request) + " p=" + parameters.getValue("p")
                            + " admin=" + (user != null && user.isUserInRole("admin"))
                            + " access="
                            + (session != null
                                            && session.getAttribute(OpenIdAuthenticator.RESPONSE)
                                                    instanceof java.util.Map<?, ?> map
                                    ? map.get("access_token")
                                    : null);
            Content.Sink.write(response, true, text, callback);
            return true;
        }
    }

    @BeforeEach
    void newProvider() throws Exception {
        provider = new TestProvider();
    }

    OpenIdConfiguration.Builder builder() {
        return new OpenIdConfiguration.Builder(provider.issuer(), TestProvider.CLIENT, TestProvider.SECRET);
    }

    void start() throws Exception {
        start(builder());
    }

    void start(OpenIdConfiguration.Builder builder) throws Exception {
        start(builder, new OpenIdAuthenticator(), null);
    }

    void start(OpenIdConfiguration.Builder builder, OpenIdAuthenticator authenticator, LoginService roles)
            throws Exception {
        configuration = builder.build();
        security.setAuthenticator(authenticator);
        security.setLoginService(new OpenIdLoginService(configuration, roles));
        security.put("/open/*", Constraint.ALLOWED);
        security.put("/admin/*", Constraint.from("admin"));
        security.put("/*", Constraint.ANY_USER);
        serve();
    }

    void serve() throws Exception {
        serve(security);
    }

    /** Serves a handler that has the security handler in it. */
    void serve(Handler application) throws Exception {
        connector = new TestConnector(transport, server);
        sessions.setHandler(application);
        server.setHandler(new ContextHandler(sessions, contextPath));
        server.start();
        browser = new Browser(connector);
    }

    @AfterEach
    void stop() throws Exception {
        log.close();
        server.stop();
        provider.close();
        await().untilAsserted(() ->
                assertThat(pool.getLeakCount()).as(pool::dumpLeaks).isZero());
    }

    /** The lines of the log, with the stack traces of exceptions. */
    List<String> logged() {
        return log.lines();
    }
}
