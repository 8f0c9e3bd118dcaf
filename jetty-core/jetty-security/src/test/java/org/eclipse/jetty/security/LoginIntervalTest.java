package org.eclipse.jetty.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.security.authentication.FormAuthenticator;
import org.eclipse.jetty.security.authentication.LoginAuthenticator;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.TestConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.SessionHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long sessions live after a login, where the security handler says so. */
class LoginIntervalTest extends OverTransports {
    private final Server server = new Server();
    private TestConnector connector;

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private void start() throws Exception {
        start(new FormAuthenticator("/login", null, false), 77);
    }

    private void start(LoginAuthenticator authenticator, int interval) throws Exception {
        HashLoginService users = new HashLoginService("realm");
        UserStore store = new UserStore();
        store.addUser("ann", Credential.getCredential("secret"), new String[] {"admin"});
        users.setUserStore(store);
        SecurityHandler.PathMapped security = new SecurityHandler.PathMapped(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Content.Sink.write(
                        response, true, "seconds=" + request.getSession(false).getMaxInactiveInterval(), callback);
                return true;
            }
        });
        security.put("/*", Constraint.ANY_USER);
        security.setAuthenticator(authenticator);
        security.setLoginService(users);
        security.setSessionMaxInactiveIntervalOnAuthentication(interval);
        SessionHandler sessions = new SessionHandler();
        sessions.setMaxInactiveInterval(1000);
        sessions.setHandler(security);
        server.setHandler(new ContextHandler(sessions, "/"));
        connector = new TestConnector(transport, server);
        server.start();
    }

    private static String id(String response) {
        String after = response.substring(response.indexOf("JSESSIONID=") + "JSESSIONID=".length());
        return after.substring(0, after.indexOf(';'));
    }

    /** Logs in by the form with a cookie field, or none; returns the page that the user asks for then. */
    private String pageAfterLogin(String cookie) throws Exception {
        String form = "j_username=ann&j_password=secret";
        String response = connector.getResponse("POST /j_security_check HTTP/1.1\r\nHost: h\r\n" + cookie
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + form.length() + "\r\n\r\n"
                + form);
        return connector.getResponse("GET / HTTP/1.1\r\nHost: h\r\nCookie: JSESSIONID=" + id(response) + "\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sessionOfALoginHasTheInterval(boolean madeBefore) throws Exception {
        start();
        String cookie = madeBefore
                ? "Cookie: JSESSIONID=" + id(connector.getResponse("GET / HTTP/1.1\r\nHost: h\r\n\r\n")) + "\r\n"
                : "";
        assertThat(pageAfterLogin(cookie)).contains("seconds=77");
    }

    /** The session is made by the choice of a login, and is short until the user has logged in by a form. */
    @ParameterizedTest
    @ValueSource(strings = {"GET /closed", "GET /form"})
    void sessionOfALoginThatWasChosenLivesAsOthersDo(String first) throws Exception {
        MultiAuthenticator several = new MultiAuthenticator();
        several.addAuthenticator("/form", new FormAuthenticator("/login", null, false));
        start(several, 0);
        String id = id(connector.getResponse(first + " HTTP/1.1\r\nHost: h\r\n\r\n"));
        String cookie = "Cookie: JSESSIONID=" + id + "\r\n";
        connector.getResponse("GET /form HTTP/1.1\r\nHost: h\r\n" + cookie + "\r\n");
        assertThat(pageAfterLogin(cookie)).contains("seconds=1000");
    }
}
