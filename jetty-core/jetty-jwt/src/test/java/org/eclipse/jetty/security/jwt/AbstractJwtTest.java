package org.eclipse.jetty.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.TestConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.SessionHandler;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A server with an application at /ctx for clients with tokens of an issuer of the test. No test may log a token or make a session. */
abstract class AbstractJwtTest extends OverTransports {
    final ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
    final Server server = new Server(null, null, pool);
    final SecurityHandler.PathMapped security = new SecurityHandler.PathMapped(new Application());
    final SessionHandler sessions = new SessionHandler();
    private final SecurityLog log = new SecurityLog();
    final List<String> accessLog = new CopyOnWriteArrayList<>();
    TokenIssuer issuer;
    TestConnector connector;

    /** Answers who asked, in which roles, and by which claims. */
    static final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            AuthenticationState.Succeeded user = AuthenticationState.authenticate(request);
            String text = user == null
                    ? "nobody"
                    : user.getUserPrincipal().getName() + " by " + user.getAuthenticationType() + " admin="
                            + user.isUserInRole("admin") + " read=" + user.isUserInRole("read") + " client="
                            + (request.getAttribute(JwtAuthenticator.CLAIMS) instanceof Map<?, ?> claims
                                    ? claims.get("client_id")
                                    : null);
            Content.Sink.write(response, true, text, callback);
            return true;
        }
    }

    @BeforeEach
    void newIssuer() throws Exception {
        issuer = new TokenIssuer();
        server.setRequestLog(new CustomRequestLog(accessLog::add, CustomRequestLog.EXTENDED_NCSA_FORMAT));
        security.put("/open/*", Constraint.ALLOWED);
        security.put("/admin/*", Constraint.from("admin"));
        security.put("/read/*", Constraint.from("read"));
        security.put("/delete/*", Constraint.from("delete"));
        security.put("/*", Constraint.ANY_USER);
    }

    JwtIssuer.Builder builder() {
        return new JwtIssuer.Builder(issuer.issuer(), TokenIssuer.AUDIENCE);
    }

    void start() throws Exception {
        start(builder());
    }

    void start(JwtIssuer.Builder builder) throws Exception {
        security.setAuthenticator(new JwtAuthenticator());
        security.setLoginService(new JwtLoginService("api", builder.build()));
        serve();
    }

    void serve() throws Exception {
        serve(new HttpConfiguration());
    }

    void serve(HttpConfiguration configuration) throws Exception {
        connector = new TestConnector(transport, server, configuration);
        sessions.setHandler(security);
        server.setHandler(new ContextHandler(sessions, "/ctx"));
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        log.close();
        server.stop();
        issuer.close();
        assertThat(logged()).noneMatch(line -> line.contains("eyJ") || line.contains("opaque-"));
        assertThat(accessLog).noneMatch(line -> line.contains("eyJ") || line.contains("opaque-"));
        await().untilAsserted(() ->
                assertThat(pool.getLeakCount()).as(pool::dumpLeaks).isZero());
    }

    /** The lines of the log, with the stack traces of exceptions. */
    List<String> logged() {
        return log.lines();
    }

    /** Asks with fields, each with its line end. */
    String ask(String path, String fields) throws Exception {
        return connector.getResponse("GET /ctx" + path + " HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n");
    }

    String askWith(String token, String path) throws Exception {
        return ask(path, "Authorization: Bearer " + token + "\r\n");
    }

    static int status(String response) {
        return Integer.parseInt(response.substring(9, 12));
    }

    void assertRefused(String response, String line) {
        assertThat(response)
                .contains(
                        " 401 ",
                        "WWW-Authenticate: Bearer realm=\"api\", error=\"invalid_token\", error_description=\"The access token ")
                .doesNotContain("Set-Cookie");
        assertThat(logged()).anyMatch(each -> each.contains(line));
    }
}
