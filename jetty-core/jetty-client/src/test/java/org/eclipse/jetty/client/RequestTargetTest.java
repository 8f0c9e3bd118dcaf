package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Targets of requests, which are sent as they are given. */
class RequestTargetTest extends AbstractClientTest {
    @Test
    void targetIsSentAsItIs() throws Exception {
        CompletableFuture<String> head = new CompletableFuture<>();
        try (RawServer server = new RawServer((socket, connection) -> {
            head.complete(RawServer.readHead(socket));
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        })) {
            Request request = client.newRequest(server.getUri()).path("/a|b%2f%?c={d}^\"[e]%ff");
            assertThat(request.getURI().getRawPath()).isEqualTo("/a%7Cb%2f%25");
            assertThat(request.getURI().getRawQuery()).isEqualTo("c=%7Bd%7D%5E%22%5Be%5D%ff");
            assertThat(send(request).isSucceeded()).isTrue();
            assertThat(head.get(10, SECONDS)).startsWith("GET /a|b%2f%?c={d}^\"[e]%ff HTTP/1.1\r\n");
        }
    }

    @Test
    void targetWithControlsIsNotSent() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            for (String target : new String[] {"/a b", "/a\r\nX: y", "/a?b\n"}) {
                assertThat(send(client.newRequest(server.getUri()).path(target)).isFailed())
                        .as(target)
                        .isTrue();
            }
            assertThat(send(client.newRequest(server.getUri()).path("*").method("OPTIONS"))
                            .isSucceeded())
                    .isTrue();
        }
    }
}
