package org.eclipse.jetty.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.security.authentication.DigestAuthenticator;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.SessionHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Credentials of requests whose path needs no user, or that several authenticators look at. */
class DeferredLoginTest {
    private static final Pattern COOKIE = Pattern.compile("Set-Cookie: (JSESSIONID=[^;\r]+)");

    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);
    private final LoginGuard guard = new LoginGuard();

    /** Asks three times for the user, and counts the requests of a session. */
    private static final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Session session = request.getSession(true);
            int count = session.getAttribute("count") instanceof Integer before ? before + 1 : 1;
            session.setAttribute("count", count);
            if (Request.getPathInContext(request).equals("/logout")) {
                AuthenticationState.logout(request, response);
            }
            Principal user = null;
            for (int i = 0; i < 3; i++) {
                user = AuthenticationState.getUserPrincipal(request);
            }
            Content.Sink.write(response, true, (user == null ? "nobody" : user.getName()) + " " + count, callback);
            return true;
        }
    }

    private void start(Authenticator authenticator) throws Exception {
        HashLoginService users = new HashLoginService("realm");
        UserStore store = new UserStore();
        store.addUser("ann", Credential.getCredential("secret"), new String[] {"admin"});
        users.setUserStore(store);
        server.addBean(guard);
        SecurityHandler.PathMapped security = new SecurityHandler.PathMapped(new Application());
        security.put("/closed", Constraint.ANY_USER);
        security.setAuthenticator(authenticator);
        security.setLoginService(users);
        SessionHandler sessions = new SessionHandler();
        sessions.setHandler(security);
        server.setHandler(new ContextHandler(sessions, "/"));
        server.addConnector(connector);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private String get(String path, String... fields) throws Exception {
        StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: h\r\n");
        for (String field : fields) {
            request.append(field).append("\r\n");
        }
        return connector.getResponse(request + "\r\n");
    }

    private static String basic(String user) {
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
    }

    private static String cookie(String response) {
        Matcher matcher = COOKIE.matcher(response);
        assertThat(matcher.find()).as(response).isTrue();
        return "Cookie: " + matcher.group(1);
    }

    @Test
    void sessionOfAnOpenPageGetsAnotherIdWithTheUserAndTheClientLearnsIt() throws Exception {
        start(new BasicAuthenticator());
        String before = cookie(get("/open"));
        String response = get("/open", before, basic("ann:secret"));
        assertThat(response).endsWith("ann 2");
        String after = cookie(response);
        assertThat(after).isNotEqualTo(before);
        assertThat(get("/open", after)).endsWith("nobody 3");
        assertThat(get("/open", before)).endsWith("nobody 1");
    }

    /** Whether the application has asked for the user before, or not. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void credentialsOfARequestDoNotCountAfterItsLogout(boolean several) throws Exception {
        start(several ? several() : new BasicAuthenticator());
        assertThat(get("/open", basic("ann:secret"))).endsWith("ann 1");
        assertThat(get("/logout", basic("ann:secret"))).endsWith("nobody 1");
    }

    private static MultiAuthenticator several() {
        MultiAuthenticator several = new MultiAuthenticator();
        several.addAuthenticator("/login/basic", new BasicAuthenticator());
        several.addAuthenticator("/login/digest", new DigestAuthenticator());
        return several;
    }

    @ParameterizedTest
    @CsvSource({"/open, false", "/closed, false", "/open, true", "/closed, true", "/login/basic, true"})
    void wrongPasswordOfARequestIsOneFailure(String path, boolean several) throws Exception {
        start(several ? several() : new BasicAuthenticator());
        assertThat(get(path, basic("ann:wrong"))).doesNotContain("ann");
        assertThat(guard.getFailures()).isOne();
        assertThat(get(path, basic("ann:secret"))).doesNotContain("HTTP/1.1 401");
        assertThat(guard.getFailures()).isOne();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Digest",
                "Digest x",
                "Digest username=\"ann\"",
                "Digest username=\"ann\", realm=\"realm\", nonce=\"x\", uri=\"/open\", nc=0, cnonce=\"c\", qop=auth, response=\"x\"",
                "Digest username=\"ann\", realm=\"realm\", nonce=\"x\", uri=\"/open\", nc=00000001, cnonce=\"c\", qop=auth, response=\"x\""
            })
    void digestThatIsGarbageIsNobodyOnAnOpenPage(String authorization) throws Exception {
        start(new DigestAuthenticator());
        assertThat(get("/open", "Authorization: " + authorization))
                .startsWith("HTTP/1.1 200")
                .endsWith("nobody 1");
    }
}
