package org.eclipse.jetty.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.security.authentication.FormAuthenticator;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.session.SessionHandler;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A login leads back to the page that needed it, and to no other server: links that users follow are made by anybody. */
class SavedRequestTest {
    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private void start(Authenticator authenticator) throws Exception {
        HashLoginService users = new HashLoginService("realm");
        UserStore store = new UserStore();
        store.addUser("ann", Credential.getCredential("secret"), new String[] {"admin"});
        users.setUserStore(store);
        SecurityHandler.PathMapped security = new SecurityHandler.PathMapped(LocalServer.answer("in"));
        security.put("/*", Constraint.ANY_USER);
        security.setAuthenticator(authenticator);
        security.setLoginService(users);
        SessionHandler sessions = new SessionHandler();
        sessions.setHandler(security);
        server.setHandler(new ContextHandler(sessions, "/"));
        server.addConnector(connector);
        server.start();
    }

    private static String found(String field, String response) {
        Matcher matcher = Pattern.compile("\r\n" + field + ": ([^;\r]+)").matcher(response);
        return matcher.find() ? matcher.group(1) : null;
    }

    /** The server that a browser goes to, which takes a backslash for a slash and leaves out tabs (URL Standard, section 4.4). */
    private static String host(String location) {
        return URI.create("http://h/login")
                .resolve(location.replace('\\', '/').replaceAll("[\t\r\n]", ""))
                .getHost();
    }

    private String logIn(String cookie) throws Exception {
        String form = "j_username=ann&j_password=secret";
        return connector.getResponse("POST /j_security_check HTTP/1.1\r\nHost: h\r\nCookie: " + cookie
                + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: " + form.length() + "\r\n\r\n"
                + form);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example/",
                "///evil.example/",
                "//evil.example/%2e%2e",
                "/\\evil.example/",
                "/%5Cevil.example/",
                "/%2Fevil.example/",
                "/.//evil.example/",
                "/a/..//evil.example/",
                "/;//evil.example/",
                "/%09/evil.example/",
                "/@evil.example/",
                "http://evil.example/",
                "http://evil.example//h/",
                "http://h//evil.example/",
                "http://h@evil.example/",
                "/?//evil.example/"
            })
    void loginByAFormLeadsBackToThisServer(String target) throws Exception {
        start(new FormAuthenticator("/login", "/wrong", false));
        String page = connector.getResponse("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n");
        String cookie = found("Set-Cookie", page);
        if (cookie == null) {
            assertThat(page).as("refused, and nothing is saved").startsWith("HTTP/1.1 400");
            return;
        }
        String location = found("Location", logIn(cookie));
        assertThat(location).isNotNull();
        assertThat(host(location)).as(location).isEqualTo("h");
    }

    @ParameterizedTest
    @ValueSource(strings = {"//evil.example/", "/\\evil.example/", "/%5Cevil.example/", "http://h//evil.example/"})
    void loginByTheChosenAuthenticatorLeadsBackToThisServer(String target) throws Exception {
        MultiAuthenticator several = new MultiAuthenticator();
        several.addAuthenticator("/login/form", new FormAuthenticator("/login.html", "/wrong.html", false));
        start(several);
        String page = connector.getResponse("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n");
        String cookie = found("Set-Cookie", page);
        if (cookie == null) {
            assertThat(page).as("refused, and nothing is saved").startsWith("HTTP/1.1 400");
            return;
        }
        connector.getResponse("GET /login/form HTTP/1.1\r\nHost: h\r\nCookie: " + cookie + "\r\n\r\n");
        String login = logIn(cookie);
        String next = found("Location", login);
        assertThat(host(next)).as(login).isEqualTo("h");
        String location = found(
                "Location",
                connector.getResponse(
                        "GET /login/form HTTP/1.1\r\nHost: h\r\nCookie: " + found("Set-Cookie", login) + "\r\n\r\n"));
        assertThat(location).isNotNull();
        assertThat(host(location)).as(location).isEqualTo("h");
    }
}
