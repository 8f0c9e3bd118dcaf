package org.eclipse.jetty.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
