package org.eclipse.jetty.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.SPNEGOAuthentication;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.security.authentication.SPNEGOAuthenticator;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.SessionHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tickets of a real MIT Kerberos server, presented by the HTTP client (RFC 4559). */
class SPNEGOClientTest {
    @TempDir
    private static Path temporary;

    private static Kerberos kerberos;
    private static Path keys;
    private static String before;

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final HttpClient client = new HttpClient();
    private final List<String> credentials = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void startKerberos() throws Exception {
        kerberos = new Kerberos(temporary);
        keys = temporary.resolve("anna.keytab");
        kerberos.run("", "/usr/sbin/kadmin.local", "-r", Kerberos.REALM, "-q", "ktadd -norandkey -k " + keys + " anna");
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

    /** Answers with the name of the user. */
    private final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            credentials.add(request.getHeaders().get(HttpHeader.AUTHORIZATION));
            String user = AuthenticationState.getUserPrincipal(request).getName();
            Content.Sink.write(response, true, user, callback);
            return true;
        }
    }

    @BeforeEach
    void start() throws Exception {
        HashLoginService roles = new HashLoginService("roles");
        UserStore store = new UserStore();
        store.addUser("anna@EXAMPLE.TEST", Credential.getCredential("unused"), new String[] {"admin"});
        roles.setUserStore(store);
        SPNEGOLoginService service = new SPNEGOLoginService("realm", roles);
        service.setHostName("localhost");
        service.setKeyTabPath(kerberos.keyTab);
        SecurityHandler.PathMapped security = new SecurityHandler.PathMapped(new Application());
        security.put("/*", Constraint.ANY_USER);
        security.setAuthenticator(new SPNEGOAuthenticator());
        security.setLoginService(service);
        SessionHandler sessions = new SessionHandler();
        sessions.setHandler(security);
        server.setHandler(new ContextHandler(sessions, "/"));
        server.addConnector(connector);
        server.start();
        // otherwise the session would do
        client.setHttpCookieStore(new org.eclipse.jetty.http.HttpCookieStore.Empty());
        client.start();
    }

    @AfterEach
    void stop() throws Exception {
        client.stop();
        server.stop();
    }

    private URI uri() {
        return URI.create("http://localhost:" + connector.getLocalPort() + "/");
    }

    private SPNEGOAuthentication add() {
        SPNEGOAuthentication authentication = new SPNEGOAuthentication(uri());
        client.getAuthenticationStore().addAuthentication(authentication);
        return authentication;
    }

    @Test
    void keysOfAFileGetTickets() throws Exception {
        SPNEGOAuthentication authentication = add();
        authentication.setUserName("anna@EXAMPLE.TEST");
        authentication.setUserKeyTabPath(keys);

        ContentResponse response = client.GET(uri());

        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getContentAsString()).isEqualTo("anna@EXAMPLE.TEST");
    }

    @Test
    void eachRequestHasATokenOfItsOwn() throws Exception {
        SPNEGOAuthentication authentication = add();
        authentication.setUserName("anna@EXAMPLE.TEST");
        authentication.setUserKeyTabPath(keys);

        for (int i = 0; i < 3; i++) {
            assertThat(client.GET(uri()).getStatus()).isEqualTo(200);
        }

        assertThat(credentials).hasSize(3).doesNotHaveDuplicates().allMatch(value -> value.startsWith("Negotiate "));
    }

    @Test
    void ticketsOfKinitAreUsed() throws Exception {
        Path cache = temporary.resolve("cache");
        kerberos.run("secret\n", "/usr/bin/kinit", "-c", "FILE:" + cache, "anna@EXAMPLE.TEST");
        SPNEGOAuthentication authentication = add();
        authentication.setUseTicketCache(true);
        authentication.setTicketCachePath(cache);

        assertThat(client.GET(uri()).getContentAsString()).isEqualTo("anna@EXAMPLE.TEST");
    }

    @Test
    void challengeIsTheResponseWhereThereIsNoTicket() throws Exception {
        SPNEGOAuthentication authentication = add();
        authentication.setUserName("nobody@EXAMPLE.TEST");
        authentication.setUserKeyTabPath(temporary.resolve("nothing"));

        ContentResponse response = client.GET(uri());

        assertThat(response.getStatus()).isEqualTo(401);
        assertThat(response.getHeaders().get(HttpHeader.WWW_AUTHENTICATE)).isEqualTo("Negotiate");
    }
}
