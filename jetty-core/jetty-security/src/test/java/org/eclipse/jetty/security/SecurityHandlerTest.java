package org.eclipse.jetty.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Principal;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.security.authentication.FormAuthenticator;
import org.eclipse.jetty.server.ForwardedRequestCustomizer;
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
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecurityHandlerTest extends OverTransports {
    private static final Pattern COOKIE = Pattern.compile("Set-Cookie: JSESSIONID=([^;\r]+)");

    private final ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
    private final Server server = new Server(null, null, pool);
    private final HttpConfiguration configuration = new HttpConfiguration();
    private TestConnector connector;
    private final SecurityHandler.PathMapped security = new SecurityHandler.PathMapped(new Application());
    private final HashLoginService users = new HashLoginService("realm");

    /** Tells who asked, how, and what for. */
    private static final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            AuthenticationState state = AuthenticationState.getAuthenticationState(request);
            Principal user = state == null ? null : state.getUserPrincipal();
            String text = (user == null ? "nobody" : user.getName()) + " " + request.getMethod() + " "
                    + Request.getPathInContext(request) + " "
                    + Request.getParameters(request).getValue("p");
            Content.Sink.write(response, true, text, callback);
            return true;
        }
    }

    private void start(Authenticator authenticator) throws Exception {
        UserStore store = new UserStore();
        store.addUser("ann", Credential.getCredential("secret"), new String[] {"admin"});
        store.addUser("bob", Credential.getCredential("word"), new String[] {"guest"});
        if (users.getConfig() == null) {
            users.setUserStore(store);
        }
        configuration.addCustomizer(new ForwardedRequestCustomizer());
        security.setAuthenticator(authenticator);
        security.setLoginService(users);
        connector = new TestConnector(transport, server, configuration);
        server.setHandler(new ContextHandler(sessions(security), "/ctx"));
        server.start();
    }

    private static SessionHandler sessions(Handler handler) {
        SessionHandler sessions = new SessionHandler();
        sessions.setHandler(handler);
        return sessions;
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        await().untilAsserted(() ->
                assertThat(pool.getLeakCount()).as(pool::dumpLeaks).isZero());
    }

    private String ask(String method, String path, String content, String... fields) throws Exception {
        return ask("HTTP/1.1", method, path, content, fields);
    }

    private String ask(String version, String method, String path, String content, String[] fields) throws Exception {
        StringBuilder request = new StringBuilder(method + " /ctx" + path + " " + version + "\r\nHost: h\r\n");
        for (String field : fields) {
            request.append(field).append("\r\n");
        }
        if (content != null) {
            request.append("Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ")
                    .append(content.length())
                    .append("\r\n");
        }
        return connector.getResponse(request + "\r\n" + (content == null ? "" : content));
    }

    private static String basic(String user) {
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
    }

    private static String cookie(String response) {
        Matcher matcher = COOKIE.matcher(response);
        return matcher.find() ? "Cookie: JSESSIONID=" + matcher.group(1) : null;
    }

    private static String location(String response) {
        Matcher matcher = Pattern.compile("Location: (\\S+)").matcher(response);
        return matcher.find() ? matcher.group(1) : null;
    }

    @ParameterizedTest
    @CsvSource({
        "/free, -, 200",
        "/free, ann:secret, 200",
        "/free, ann:wrong, 200",
        "/any, -, 401",
        "/any, bob:word, 200",
        "/any, bob:wrong, 401",
        "/any, eve:x, 401",
        "/admin, -, 401",
        "/admin, ann:secret, 200",
        "/admin, bob:word, 403",
        "/known, bob:word, 403",
        "/known, ann:secret, 200",
        "/closed, -, 403",
        "/closed, ann:secret, 403",
        "/admin/free, -, 200",
    })
    void constraintsDecideWhoMayWhat(String path, String user, int status) throws Exception {
        security.put("/any", Constraint.ANY_USER);
        security.put("/admin/*", Constraint.from("admin"));
        security.put("/admin/free", Constraint.ALLOWED);
        security.put("/known", Constraint.KNOWN_ROLE);
        security.put("/closed", Constraint.FORBIDDEN);
        start(new BasicAuthenticator());
        String response = "-".equals(user) ? ask("GET", path, null) : ask("GET", path, null, basic(user));
        assertThat(response).startsWith("HTTP/1.1 " + status);
        if (status == 200 && !path.endsWith("free")) {
            assertThat(response).contains("\r\n\r\n" + user.substring(0, 3) + " GET " + path);
        }
    }

    @Test
    void theChallengeSurvivesTheErrorPage() throws Exception {
        security.put("/*", Constraint.ANY_USER);
        start(new BasicAuthenticator());
        assertThat(ask("GET", "/", null))
                .startsWith("HTTP/1.1 401 ")
                .contains("WWW-Authenticate: Basic realm=\"realm\"")
                .contains("Content-Type: text/html");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Basic", "Basic ", "Basic !!!", "Basic YW5u", "Bearer x", "basic", "Digest a=b"})
    void brokenCredentialsAreChallengedAgain(String credentials) throws Exception {
        security.put("/*", Constraint.ANY_USER);
        start(new BasicAuthenticator());
        assertThat(ask("GET", "/", null, "Authorization: " + credentials)).startsWith("HTTP/1.1 401 ");
    }

    @Test
    void secureTransportIsRequiredWhereWanted() throws Exception {
        transport.assumeClear("the redirect to TLS");
        security.put("/*", Constraint.SECURE_TRANSPORT);
        start(new BasicAuthenticator());
        assertThat(ask("GET", "/p", null)).startsWith("HTTP/1.1 403 ");
        assertThat(ask("GET", "/p", null, "X-Forwarded-Proto: https")).startsWith("HTTP/1.1 200 ");
        configuration.setSecurePort(8443);
        assertThat(location(ask("GET", "/p?q", null))).isEqualTo("https://h:8443/ctx/p?q");
    }

    @Test
    void theFormLeadsBackToTheFirstRequestWithItsContent() throws Exception {
        security.put("/secret", Constraint.from("admin"));
        start(new FormAuthenticator("/login", "/error", false));
        String first = ask("POST", "/secret", "p=1%202");
        assertThat(first).startsWith("HTTP/1.1 303 ");
        assertThat(location(first)).contains("/ctx/login");
        String before = cookie(first);
        assertThat(before).isNotNull();
        assertThat(ask("GET", "/login", null, before))
                .startsWith("HTTP/1.1 200 ")
                .contains("nobody GET /login");

        String wrong = ask("POST", "/j_security_check", "j_username=ann&j_password=wrong", before);
        assertThat(wrong).startsWith("HTTP/1.1 303 ");
        assertThat(location(wrong)).contains("/ctx/error");
        assertThat(ask("GET", "/secret", null, before)).startsWith("HTTP/1.1 302 ");

        String right = ask("POST", "/j_security_check", "j_username=ann&j_password=secret", before);
        assertThat(right).startsWith("HTTP/1.1 303 ");
        assertThat(location(right)).endsWith("/ctx/secret");
        String after = cookie(right);
        assertThat(after)
                .as("the id changes against session fixation")
                .isNotNull()
                .isNotEqualTo(before);

        assertThat(ask("GET", "/secret", null, after)).endsWith("ann POST /secret 1 2");
        assertThat(ask("GET", "/secret", null, after)).endsWith("ann GET /secret null");
        assertThat(ask("GET", "/secret", null, before)).startsWith("HTTP/1.1 302 ");
    }

    @Test
    void theFormLeadsBackWithoutNamingTheHost() throws Exception {
        security.put("/secret", Constraint.ANY_USER);
        start(new FormAuthenticator("/login", "/error", false));
        String first = ask("GET", "/secret?a=b", null);
        assertThat(location(first)).startsWith("/ctx/login");
        String right = ask("POST", "/j_security_check", "j_username=ann&j_password=secret", cookie(first));
        assertThat(location(right)).isEqualTo("/ctx/secret?a=b");
    }

    /** Servlet section 13.6.3: 303 came with HTTP/1.1. */
    @Test
    void formRedirectsClientsOfHttp10By302() throws Exception {
        transport.assumeHttp1("the version is that of the request line");
        security.put("/secret", Constraint.from("user"));
        start(new FormAuthenticator("/login", "/error", false));
        String first = ask("HTTP/1.0", "GET", "/secret", null, new String[0]);
        assertThat(first).startsWith("HTTP/1.1 302 ");
        assertThat(location(first)).contains("/ctx/login");
        String[] cookie = {cookie(first)};
        assertThat(ask("HTTP/1.0", "POST", "/secret", "p=1", cookie)).startsWith("HTTP/1.1 302 ");
        String wrong = ask("HTTP/1.0", "POST", "/j_security_check", "j_username=ann&j_password=wrong", cookie);
        assertThat(wrong).startsWith("HTTP/1.1 302 ");
        assertThat(location(wrong)).endsWith("/ctx/error");
        String right = ask("HTTP/1.0", "POST", "/j_security_check", "j_username=ann&j_password=secret", cookie);
        assertThat(right).startsWith("HTTP/1.1 302 ");
        assertThat(location(right)).endsWith("/ctx/secret");
    }

    @Test
    void aUserWithoutTheRoleIsRefusedAfterTheForm() throws Exception {
        security.put("/secret", Constraint.from("admin"));
        start(new FormAuthenticator("/login", null, false));
        String first = ask("GET", "/secret", null);
        String wrong = ask("POST", "/j_security_check", "j_username=bob&j_password=x", cookie(first));
        assertThat(wrong).startsWith("HTTP/1.1 403 ");
        String right = ask("POST", "/j_security_check", "j_username=bob&j_password=word", cookie(first));
        assertThat(ask("GET", "/secret", null, cookie(right))).startsWith("HTTP/1.1 403 ");
    }

    @Test
    void theLoginPageIsServedInPlaceWhereWanted() throws Exception {
        security.put("/secret", Constraint.ANY_USER);
        start(new FormAuthenticator("/login", "/error", true));
        assertThat(ask("GET", "/secret", null))
                .startsWith("HTTP/1.1 200 ")
                .contains(HttpHeader.CACHE_CONTROL.asString())
                .contains("GET /login");
    }

    @Test
    void aLoginWithoutARequestBeforeLeadsToTheRoot() throws Exception {
        security.put("/secret", Constraint.ANY_USER);
        start(new FormAuthenticator("/login", "/error", false));
        String right = ask("POST", "/j_security_check", "j_username=ann&j_password=secret");
        assertThat(location(right)).matches(".*/ctx/(;jsessionid=.*)?");
    }

    @Test
    void theUsersFileIsReadAgainWhenItChanges(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("users.properties");
        Files.writeString(file, "ann: secret, admin\n");
        users.setConfig(ResourceFactory.root().newResource(file));
        users.setReloadInterval(1);
        security.put("/*", Constraint.from("admin"));
        start(new BasicAuthenticator());
        assertThat(ask("GET", "/", null, basic("ann:secret"))).startsWith("HTTP/1.1 200 ");
        Files.writeString(file, "ann: other-password, admin\nbob: word, guest\n");
        await().untilAsserted(() ->
                assertThat(ask("GET", "/", null, basic("ann:other-password"))).startsWith("HTTP/1.1 200 "));
        assertThat(ask("GET", "/", null, basic("ann:secret"))).startsWith("HTTP/1.1 401 ");
    }
}
