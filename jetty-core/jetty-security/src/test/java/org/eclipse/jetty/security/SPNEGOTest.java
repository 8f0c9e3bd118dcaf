package org.eclipse.jetty.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.Principal;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.security.auth.Subject;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.security.authentication.FormAuthenticator;
import org.eclipse.jetty.security.authentication.LoginAuthenticator;
import org.eclipse.jetty.security.authentication.SPNEGOAuthenticator;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.ManagedSession;
import org.eclipse.jetty.session.SessionHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.security.Credential;
import org.ietf.jgss.Oid;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Tickets of a real MIT Kerberos server, presented by curl (RFC 4559). */
class SPNEGOTest {
    @TempDir
    private static Path temporary;

    private static Kerberos kerberos;
    private static String before;

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final LocalConnector local = new LocalConnector(server);
    private final SPNEGOAuthenticator authenticator = new SPNEGOAuthenticator();

    @BeforeAll
    static void startKerberos() throws Exception {
        kerberos = new Kerberos(temporary);
        before = System.setProperty("java.security.krb5.conf", kerberos.configuration.toString());
    }

    @AfterAll
    static void stopKerberos() throws Exception {
        if (kerberos != null) {
            kerberos.close();
        }
        if (before == null) {
            System.clearProperty("java.security.krb5.conf");
        } else {
            System.setProperty("java.security.krb5.conf", before);
        }
    }

    /** Answers with the name and the role of the user. */
    private static final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Principal user = AuthenticationState.getUserPrincipal(request);
            // known by now, where the authentication was deferred
            boolean admin = AuthenticationState.getAuthenticationState(request)
                            instanceof AuthenticationState.Succeeded succeeded
                    && succeeded.isUserInRole("admin");
            if (user == null) {
                Content.Sink.write(response, true, "nobody", callback);
                return true;
            }
            Content.Sink.write(response, true, user.getName() + " admin=" + admin, callback);
            return true;
        }
    }

    private void start() throws Exception {
        start(authenticator, "/*");
    }

    private void start(LoginAuthenticator login, String closed) throws Exception {
        HashLoginService roles = new HashLoginService("roles");
        UserStore store = new UserStore();
        store.addUser("anna@EXAMPLE.TEST", Credential.getCredential("unused"), new String[] {"admin"});
        roles.setUserStore(store);
        SPNEGOLoginService service = new SPNEGOLoginService("realm", roles);
        service.setHostName("localhost");
        service.setKeyTabPath(kerberos.keyTab);
        SecurityHandler.PathMapped security = new SecurityHandler.PathMapped(new Application());
        security.put(closed, Constraint.ANY_USER);
        security.setAuthenticator(login);
        security.setLoginService(service);
        SessionHandler sessions = new SessionHandler();
        sessions.setHandler(security);
        server.setHandler(new ContextHandler(sessions, "/"));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.addConnector(local);
        server.start();
    }

    @AfterEach
    void stopServer() throws Exception {
        server.stop();
    }

    private String curl(String... more) throws Exception {
        String[] command = new String[more.length + 7];
        System.arraycopy(
                new String[] {"/usr/bin/curl", "--silent", "--include", "--noproxy", "*", "--max-time", "20"},
                0,
                command,
                0,
                7);
        System.arraycopy(more, 0, command, 7, more.length);
        return kerberos.run("", command);
    }

    private String uri() {
        return "http://localhost:" + connector.getLocalPort() + "/";
    }

    private String negotiate() throws Exception {
        return curl("--negotiate", "--user", ":", "--ipv4", uri());
    }

    @Test
    void ticketLogsItsUserInAndTheServerProvesItself() throws Exception {
        kerberos.run("secret\n", "/usr/bin/kinit", "anna");
        start();
        assertThat(negotiate())
                .contains("HTTP/1.1 200", "WWW-Authenticate: Negotiate o", "anna@EXAMPLE.TEST admin=true")
                .doesNotContain("Set-Cookie");
    }

    @Test
    void ticketIsTakenWhereTheApplicationAsksForTheUserOfAnOpenPage() throws Exception {
        kerberos.run("secret\n", "/usr/bin/kinit", "anna");
        start(authenticator, "/closed");
        assertThat(negotiate())
                .contains("HTTP/1.1 200", "WWW-Authenticate: Negotiate o", "anna@EXAMPLE.TEST admin=true");
        for (String garbage : new String[] {"Negotiate", "Negotiate !!!", "Negotiate YII="}) {
            assertThat(local.getResponse("GET / HTTP/1.1\r\nHost: h\r\nAuthorization: " + garbage + "\r\n\r\n"))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("nobody");
        }
    }

    @Test
    void ticketLogsItsUserInBesideOtherLogins() throws Exception {
        MultiAuthenticator several = new MultiAuthenticator();
        several.addAuthenticator("/login/kerberos", authenticator);
        several.addAuthenticator("/login/form", new FormAuthenticator("/login.html", null, false));
        kerberos.run("secret\n", "/usr/bin/kinit", "anna");
        start(several, "/*");
        assertThat(curl("--negotiate", "--user", ":", "--ipv4", uri() + "login/kerberos"))
                .contains("WWW-Authenticate: Negotiate o", "anna@EXAMPLE.TEST admin=true");
        assertThat(local.getResponse(
                        "GET /login/kerberos HTTP/1.1\r\nHost: h\r\nAuthorization: Negotiate YII=\r\n\r\n"))
                .startsWith("HTTP/1.1 401")
                .contains("WWW-Authenticate: Negotiate\r\n");
    }

    @Test
    void loginByATicketIsReportedToSingleSignOn() throws Exception {
        List<String> users = new CopyOnWriteArrayList<>();
        server.addBean(new SingleSignOn() {
            @Override
            public void check(Request request, Response response) {
                // no session belongs to a sign-on
            }

            @Override
            public AuthenticationState.Succeeded authenticate(
                    LoginAuthenticator login, Request request, Response response) {
                assertThat(login.hasCredentials(request))
                        .isEqualTo(request.getHeaders().contains("Authorization"));
                return null;
            }

            @Override
            public void loggedIn(LoginAuthenticator login, UserIdentity user, Request request, Response response) {
                users.add(user.getUserPrincipal().getName());
            }

            @Override
            public void loggedOut(LoginAuthenticator login, Request request, Response response) {
                users.clear();
            }
        });
        kerberos.run("secret\n", "/usr/bin/kinit", "anna");
        start();
        negotiate();
        assertThat(users).containsExactly("anna@EXAMPLE.TEST");
    }

    @Test
    void rightTicketOfAUserWhoIsNotKnownIsRefused() throws Exception {
        kerberos.run("secret\n", "/usr/bin/kinit", "stranger");
        start();
        assertThat(negotiate()).contains("HTTP/1.1 401").doesNotContain("HTTP/1.1 200");
    }

    @Test
    void keysAreForgottenWhenTheServiceStops() throws Exception {
        start();
        SPNEGOLoginService service =
                server.getDescendant(SecurityHandler.class).getLoginService() instanceof SPNEGOLoginService found
                        ? found
                        : null;
        Subject keys = service.getService();
        assertThat(keys.getPrivateCredentials()).isNotEmpty();
        server.stop();
        assertThat(keys.getPrivateCredentials()).isEmpty();
        assertThat(service.getService()).isNull();
        server.start();
        assertThat(service.getService().getPrivateCredentials()).isNotEmpty();
    }

    @Test
    void sessionIsEnoughForTheDuration() throws Exception {
        authenticator.setAuthenticationDuration(Duration.ofMinutes(5));
        kerberos.run("secret\n", "/usr/bin/kinit", "anna");
        start();
        String cookies = temporary.resolve("cookies").toString();
        assertThat(curl("--negotiate", "--user", ":", "--ipv4", "--cookie-jar", cookies, uri()))
                .contains("HTTP/1.1 200", "Set-Cookie: JSESSIONID=");
        assertThat(curl("--ipv4", "--cookie", cookies, uri())).contains("HTTP/1.1 200", "anna@EXAMPLE.TEST admin=true");
        assertThat(curl("--ipv4", uri())).contains("HTTP/1.1 401");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Negotiate",
                "Negotiate ",
                "Negotiate !!!",
                "Negotiate AAAA",
                "Negotiate YII=",
                "Negotiate TlRMTVNTUAABAAAAB4IIogAAAAAAAAAAAAAAAAAAAAAKAO5CAAAADw==",
                "Negotiate YIGCBgYrBgEFBQKgeDB2oDAwLgYKKwYBBAGCNwICCgYJKoZIgvcSAQICBgkqhkiG9xIBAgIGCisGAQQBgjcCAh6iQgRA",
                "Basic YW5uYTpzZWNyZXQ=",
                "NTLM TlRMTVNTUAABAAAA"
            })
    void garbageIsChallengedAgain(String authorization) throws Exception {
        start();
        String response = local.getResponse("GET / HTTP/1.1\r\nHost: localhost\r\n"
                + (authorization.isEmpty() ? "" : "Authorization: " + authorization + "\r\n") + "\r\n");
        assertThat(response)
                .startsWith("HTTP/1.1 401")
                .contains("WWW-Authenticate: Negotiate\r\n")
                .doesNotContain("anna");
    }

    @Test
    void refusedTokenIsLoggedOnceWithTheReasonAndTheClient() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(SPNEGOLoginService.class);
        ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.start();
        logger.addAppender(events);
        logger.setLevel(Level.INFO);
        try {
            MultiAuthenticator several = new MultiAuthenticator();
            several.addAuthenticator("/login/kerberos", authenticator);
            start(several, "/*");
            local.getResponse("GET /login/kerberos HTTP/1.1\r\nHost: h\r\nAuthorization: Negotiate YIIsecret=\r\n\r\n");
        } finally {
            logger.detachAppender(events);
            logger.setLevel(null);
        }
        List<String> lines =
                events.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0))
                .contains("[realm] refuses a token of ", "Exception")
                .doesNotContain("YIIsecret");
    }

    /** Anybody can begin a negotiation, so that its session is short, and who logs in has one as others have. */
    @Test
    void sessionOfANegotiationIsShortUntilTheUserIsKnown() throws Exception {
        authenticator.setAuthenticationDuration(Duration.ofMinutes(5));
        kerberos.run("secret\n", "/usr/bin/kinit", "anna");
        start();
        server.getDescendant(SessionHandler.class).setMaxInactiveInterval(1000);
        String cookies = temporary.resolve("negotiation").toString();
        String begun =
                curl("--ipv4", "--cookie-jar", cookies, "--header", "Authorization: Negotiate " + ntlmFirst(), uri());
        assertThat(begun).contains("HTTP/1.1 401", "WWW-Authenticate: Negotiate o");
        assertThat(interval(begun)).isEqualTo(60);
        String known = curl("--negotiate", "--user", ":", "--ipv4", "--cookie", cookies, uri());
        assertThat(known).contains("HTTP/1.1 200", "anna@EXAMPLE.TEST admin=true");
        assertThat(interval(known)).isEqualTo(1000);
    }

    /** The interval of the session whose cookie a response sets. */
    private int interval(String response) throws Exception {
        SessionHandler sessions = server.getDescendant(SessionHandler.class);
        String cookie = response.substring(response.indexOf("JSESSIONID=") + "JSESSIONID=".length());
        ManagedSession session = sessions.getManagedSession(cookie.substring(0, cookie.indexOf(';')));
        try {
            return session.getMaxInactiveInterval();
        } finally {
            sessions.complete(session);
        }
    }

    /** A negotiation of SPNEGO (RFC 4178, section 4.2.1) for NTLM, or else for Kerberos. */
    private static String ntlmFirst() throws Exception {
        byte[] ntlm = new Oid("1.3.6.1.4.1.311.2.2.10").getDER();
        byte[] krb5 = new Oid("1.2.840.113554.1.2.2").getDER();
        byte[] mechanisms = der(0xa0, der(0x30, ntlm, krb5));
        byte[] token = der(0xa2, der(0x04, "NTLMSSP".getBytes(StandardCharsets.US_ASCII)));
        byte[] negotiation = der(0xa0, der(0x30, mechanisms, token));
        return Base64.getEncoder().encodeToString(der(0x60, new Oid("1.3.6.1.5.5.2").getDER(), negotiation));
    }

    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(tag);
        all.write(content.size());
        all.writeBytes(content.toByteArray());
        return all.toByteArray();
    }

    @Test
    void typeOfDescriptorsMakesTheAuthenticator() throws Exception {
        SecurityHandler.PathMapped security = new SecurityHandler.PathMapped();
        for (String type : new String[] {"SPNEGO", "Negotiate"}) {
            security.setAuthenticationType(type);
            assertThat(new DefaultAuthenticatorFactory().getAuthenticator(server, null, security))
                    .isInstanceOf(SPNEGOAuthenticator.class);
        }
    }

    @Test
    void keyThatCannotBeReadFailsTheStart() {
        SPNEGOLoginService service = new SPNEGOLoginService("realm", new HashLoginService("roles"));
        service.setKeyTabPath(Path.of("/none/such"));
        assertThatThrownBy(service::start).hasMessage("keyTabPath: /none/such (expected: a file that can be read)");
    }
}
