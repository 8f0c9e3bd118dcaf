package org.eclipse.jetty.security.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.TestConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Basic authentication (RFC 7617), raw text in and raw text out. */
class BasicAuthenticatorTest extends OverTransports {
    private final Server server = new Server();
    private TestConnector connector;

    private void start(String realm) throws Exception {
        UserStore users = new UserStore();
        users.addUser("user", Credential.getCredential("secret"), new String[0]);
        HashLoginService login = new HashLoginService(realm);
        login.setUserStore(users);
        SecurityHandler.PathMapped security = new SecurityHandler.PathMapped();
        security.setLoginService(login);
        security.setAuthenticator(new BasicAuthenticator());
        security.put("/*", Constraint.ANY_USER);
        security.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Content.Sink.write(response, true, "done", callback);
                return true;
            }
        });
        server.setHandler(security);
        connector = new TestConnector(transport, server);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private String get(String... fields) throws Exception {
        StringBuilder request = new StringBuilder("GET / HTTP/1.1\r\nHost: local\r\n");
        for (String field : fields) {
            request.append(field).append("\r\n");
        }
        return connector.getResponse(request + "\r\n");
    }

    /** RFC 9110, sections 5.6.4 and 11.5. */
    @Test
    void realmIsAQuotedString() throws Exception {
        start("the \"best\" \\ realm");
        assertThat(get()).contains("WWW-Authenticate: Basic realm=\"the \\\"best\\\" \\\\ realm\"");
    }

    @Test
    void credentialsAreInUtf8() throws Exception {
        start("realm");
        assertThat(get("Authorization: " + BasicAuthenticator.authorization("user", "secret")))
                .startsWith("HTTP/1.1 200");
        assertThat(get("Authorization: " + BasicAuthenticator.authorization("user", "wrong")))
                .startsWith("HTTP/1.1 401");
    }
}
