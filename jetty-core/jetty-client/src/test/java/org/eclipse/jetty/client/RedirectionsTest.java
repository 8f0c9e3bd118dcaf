package org.eclipse.jetty.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
}
