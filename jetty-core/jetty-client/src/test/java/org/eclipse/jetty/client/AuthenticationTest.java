package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.eclipse.jetty.util.Attributes;
import org.junit.jupiter.api.Test;

/** Challenges, and what answers them (RFC 9110, section 11). */
class AuthenticationTest extends AbstractClientTest {
    private final List<String> heads = new CopyOnWriteArrayList<>();

    /** Answers each request without credentials by a challenge, and other ones by 200. */
    private RawServer challenging(int status, String challenges) throws Exception {
        return new RawServer((socket, connection) -> {
            for (String head = RawServer.readHead(socket); !head.isEmpty(); head = RawServer.readHead(socket)) {
                heads.add(head);
                RawServer.write(
                        socket,
                        "HTTP/1.1 " + (head.contains("uthorization: ") ? "200 OK" : status + " Needed\r\n" + challenges)
                                + "\r\nContent-Length: 0\r\n\r\n");
            }
        });
    }

    /** RFC 7616, section 3.7: the first of the challenges that the client can answer. */
    @Test
    void challengeThatCannotBeAnsweredIsPassedOver() throws Exception {
        try (RawServer server = challenging(
                401,
                "WWW-Authenticate: Digest realm=\"r\", nonce=\"a\", qop=\"auth\", algorithm=SHA-256-sess,"
                        + " Digest realm=\"r\", nonce=\"b\", qop=\"auth\", algorithm=SHA-256\r\n"
                        + "WWW-Authenticate: Basic realm=\"r\"")) {
            client.getAuthenticationStore()
                    .addAuthentication(new DigestAuthentication(URI.create(server.getUri()), "r", "u", "p"));
            assertThat(client.GET(server.getUri()).getStatus()).isEqualTo(200);
            assertThat(heads.get(1)).contains("Authorization: Digest ", "nonce=\"b\"", "algorithm=SHA-256,");
        }
    }

    @Test
    void otherSchemeIsTakenWhereOneCannotAnswer() throws Exception {
        try (RawServer server = challenging(
                401, "WWW-Authenticate: Digest realm=\"r\", nonce=\"a\", qop=\"auth-int\", Basic realm=\"r\"")) {
            URI uri = URI.create(server.getUri());
            client.getAuthenticationStore().addAuthentication(new DigestAuthentication(uri, "r", "u", "p"));
            client.getAuthenticationStore().addAuthentication(new BasicAuthentication(uri, "r", "u", "p"));
            assertThat(client.GET(server.getUri()).getStatus()).isEqualTo(200);
            assertThat(heads.get(1)).contains("Authorization: Basic ");
        }
    }

    @Test
    void proxyIsAnsweredByAnotherSchemeToo() throws Exception {
        try (RawServer proxy = challenging(
                407, "Proxy-Authenticate: Digest realm=\"r\", nonce=\"a\", qop=\"auth-int\", Basic realm=\"r\"")) {
            URI uri = URI.create(proxy.getUri());
            HttpProxy http = new HttpProxy("localhost", uri.getPort());
            client.getProxyConfiguration().addProxy(http);
            client.getAuthenticationStore().addAuthentication(new DigestAuthentication(http.getURI(), "r", "u", "p"));
            client.getAuthenticationStore().addAuthentication(new BasicAuthentication(http.getURI(), "r", "u", "p"));
            assertThat(client.GET("http://server.test/").getStatus()).isEqualTo(200);
            assertThat(heads.get(1)).contains("Proxy-Authorization: Basic ");
            heads.clear();
            client.getAuthenticationStore().clearAuthenticationResults();
            // no TLS follows in the tunnel
            assertThatThrownBy(() -> client.newRequest("https://server.test/")
                            .idleTimeout(1, SECONDS)
                            .send())
                    .isInstanceOf(ExecutionException.class);
            assertThat(heads.get(1)).startsWith("CONNECT server.test:443 ").contains("Proxy-Authorization: Basic ");
        }
    }

    @Test
    void authenticationThatThrowsEndsTheRequest() throws Exception {
        try (RawServer server = challenging(401, "WWW-Authenticate: Basic realm=\"r\"")) {
            client.getAuthenticationStore()
                    .addAuthentication(new BasicAuthentication(URI.create(server.getUri()), "r", "u", "p") {
                        @Override
                        public Result authenticate(
                                Request request, ContentResponse response, HeaderInfo headerInfo, Attributes context) {
                            throw new IllegalStateException("of the application");
                        }
                    });
            Result result = send(client.newRequest(server.getUri()));
            assertThat(result.getFailure()).hasMessage("of the application");
            assertThat(result.getResponse().getStatus()).isEqualTo(401);
        }
    }

    @Test
    void credentialsThatThrowEndTheRequest() throws Exception {
        try (RawServer server = challenging(401, "WWW-Authenticate: Basic realm=\"r\"")) {
            URI uri = URI.create(server.getUri());
            client.getAuthenticationStore().addAuthentication(new BasicAuthentication(uri, "r", "u", "p") {
                @Override
                public Result authenticate(
                        Request request, ContentResponse response, HeaderInfo headerInfo, Attributes context) {
                    return new BasicResult(uri, "u", "p") {
                        @Override
                        public void apply(Request next) {
                            throw new IllegalStateException("of the application");
                        }
                    };
                }
            });
            assertThat(send(client.newRequest(server.getUri())).getFailure()).hasMessage("of the application");
        }
    }

    /** RFC 7616, sections 3.4 and 3.4.4: a name beyond ASCII is encoded. */
    @Test
    void nameBeyondAsciiIsEncoded() throws Exception {
        try (RawServer server =
                challenging(401, "WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\", charset=UTF-8")) {
            client.getAuthenticationStore()
                    .addAuthentication(
                            new DigestAuthentication(URI.create(server.getUri()), "r", "J\u00e4s\u00f8n Doe", "p"));
            assertThat(client.GET(server.getUri()).getStatus()).isEqualTo(200);
            assertThat(heads.get(1))
                    .contains("Authorization: Digest username*=UTF-8''J%C3%A4s%C3%B8n%20Doe, realm=\"r\"")
                    .doesNotContain("username=");
        }
    }
}
