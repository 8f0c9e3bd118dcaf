package org.eclipse.jetty.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.http.HttpHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Redirections that the client follows (RFC 9110, sections 10.2.2 and 15.4). */
class RedirectionsTest extends AbstractClientTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    private final List<String> heads = new CopyOnWriteArrayList<>();

    /** Redirects the first request of each connection, and answers those that follow by 200. */
    private RawServer redirecting(String location) throws Exception {
        return new RawServer((socket, connection) -> {
            String answer = "HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n";
            for (String head = RawServer.readHead(socket); !head.isEmpty(); head = RawServer.readHead(socket)) {
                heads.add(head);
                RawServer.write(socket, answer);
                answer = OK;
            }
        });
    }

    /** RFC 3986, section 5.4, and what is no URI but meant as one. */
    @ParameterizedTest
    @CsvSource({
        "g, /b/c/g",
        "./g, /b/c/g",
        "g/, /b/c/g/",
        "/g, /g",
        "?y, /b/c/d;p?y",
        "g?y, /b/c/g?y",
        "#s, /b/c/d;p?q",
        "'', /b/c/d;p?q",
        ";x, /b/c/;x",
        ".., /b/",
        "../g, /b/g",
        "../.., /",
        "../../../g, /g",
        "/./g, /g",
        "/../g, /g",
        "g., /b/c/g.",
        "g/../h, /b/c/h",
        "g?y/../x, /b/c/g?y/../x",
        "/a b, /a%20b",
        "/a%zz?[1]|\u00e4, /a%25zz?%5B1%5D%7C%E4",
    })
    void locationIsResolvedByTheUriOfTheRequest(String location, String target) throws Exception {
        try (RawServer server = redirecting(location)) {
            Result result = send(client.newRequest(server.getUri() + "b/c/d;p?q"));
            assertThat(result.getFailure()).isNull();
            assertThat(heads).hasSize(2);
            assertThat(heads.get(1)).startsWith("GET " + target + " HTTP/1.1\r\n");
        }
    }

    /** Challenges every request without an answer for its target, and redirects /a. */
    private RawServer digest(String nonces) throws Exception {
        return new RawServer((socket, connection) -> {
            int nonce = 0;
            for (String head = RawServer.readHead(socket); !head.isEmpty(); head = RawServer.readHead(socket)) {
                heads.add(head);
                String path = head.split(" ")[1];
                if (!head.contains("nonce=\"" + nonces.charAt(nonce) + "\", uri=\"" + path + "\"")) {
                    RawServer.write(
                            socket,
                            "HTTP/1.1 401 Needed\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\""
                                    + nonces.charAt(nonce) + "\", qop=\"auth\"\r\nContent-Length: 0\r\n\r\n");
                } else if (path.equals("/a")) {
                    nonce = Math.min(nonce + 1, nonces.length() - 1);
                    RawServer.write(socket, "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n");
                } else {
                    RawServer.write(socket, OK);
                }
            }
        });
    }

    @Test
    void credentialsThatTheClientAddsAreThoseOfTheTarget() throws Exception {
        try (RawServer server = digest("n")) {
            client.getAuthenticationStore()
                    .addAuthentication(new DigestAuthentication(URI.create(server.getUri()), "r", "u", "p"));
            for (int i = 0; i < 2; i++) {
                heads.clear();
                assertThat(client.GET(server.getUri() + "a").getStatus()).isEqualTo(200);
                // challenged once, and redirected
                assertThat(heads).hasSize(3 - i);
            }
            assertThat(heads.get(0)).contains("nc=00000003");
            assertThat(heads.get(1)).contains("uri=\"/b\"", "nc=00000004");
        }
    }

    @Test
    void challengeAfterARedirectionIsAnswered() throws Exception {
        try (RawServer server = digest("no")) {
            client.getAuthenticationStore()
                    .addAuthentication(new DigestAuthentication(URI.create(server.getUri()), "r", "u", "p"));
            assertThat(client.GET(server.getUri() + "a").getStatus()).isEqualTo(200);
            assertThat(heads).hasSize(4);
            assertThat(heads.get(3)).contains("nonce=\"o\", uri=\"/b\"", "nc=00000001");
        }
    }

    @Test
    void credentialsOfTheApplicationAreKeptWithinTheOrigin() throws Exception {
        try (RawServer server = redirecting("/b")) {
            client.newRequest(server.getUri())
                    .headers(fields -> fields.put(HttpHeader.AUTHORIZATION, "Bearer token"))
                    .send();
            assertThat(heads).hasSize(2).allMatch(head -> head.contains("Authorization: Bearer token\r\n"));
        }
    }

    /** RFC 9110, section 15.4: fields of the content go with it. */
    @Test
    void requestThatBecomesGetHasNoFieldsOfContent() throws Exception {
        try (RawServer server = redirecting("/b")) {
            client.POST(server.getUri())
                    .headers(fields -> fields.put(HttpHeader.CONTENT_LANGUAGE, "de")
                            .put(HttpHeader.CONTENT_LOCATION, "/c")
                            .put("Content-Digest", "sha-256=:AAAA:")
                            .put("X-Mine", "1"))
                    .send();
            assertThat(heads.get(1))
                    .startsWith("GET /b ")
                    .contains("X-Mine: 1\r\n")
                    .doesNotContain("Content-");
        }
    }
}
