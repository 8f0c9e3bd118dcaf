package org.eclipse.jetty.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ValidatingConnectionPoolTest extends AbstractClientTest {
    private static final String EMPTY = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    private volatile ValidatingConnectionPool connections;

    private void rest(long milliseconds) {
        client.getTransport().setConnectionPoolFactory(destination -> {
            connections = new ValidatingConnectionPool(destination, 2, client.getScheduler(), milliseconds);
            return connections;
        });
    }

    @Test
    void connectionThatTheServerClosesAfterItsResponseIsNotUsedAgain() throws Exception {
        // longer than a server that is short of CPU needs to close the connection
        rest(20_000);
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.write(socket, EMPTY);
        })) {
            for (int i = 1; i <= 10; i++) {
                // a POST is not sent again
                Result result = send(client.POST(server.getUri()).body(new StringRequestContent("once")));

                assertThat(result.getFailure()).isNull();
                // the end of the one before may have opened one more, while the request was about to get its own
                assertThat(server.getConnectionCount()).isGreaterThanOrEqualTo(i);
            }
        }
    }

    @Test
    void restedConnectionIsUsedAgain() throws Exception {
        rest(1);
        try (RawServer server = RawServer.answering(EMPTY)) {
            for (int i = 0; i < 5; i++) {
                assertThat(client.GET(URI.create(server.getUri())).getStatus()).isEqualTo(200);
                Awaitility.await().until(() -> connections.getValidatingConnectionCount() == 0);
            }
            assertThat(server.getConnectionCount()).isEqualTo(1);
        }
    }

    @Test
    void requestsWaitForConnectionsThatRest() throws Exception {
        rest(50);
        try (RawServer server = RawServer.answering(EMPTY)) {
            List<CompletableFuture<ContentResponse>> responses = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                responses.add(new CompletableResponseListener(client.newRequest(server.getUri())).send());
            }
            for (CompletableFuture<ContentResponse> response : responses) {
                assertThat(response.get(30, TimeUnit.SECONDS).getStatus()).isEqualTo(200);
            }
            assertThat(server.getConnectionCount()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void poolCanBeStoppedWhileConnectionsRest() throws Exception {
        rest(60_000);
        try (RawServer server = RawServer.answering(EMPTY)) {
            client.GET(URI.create(server.getUri()));
            Awaitility.await().until(() -> connections.getValidatingConnectionCount() == 1);
            assertThat(connections.toString()).contains("resting=1");
            client.stop();
            assertThat(connections.getValidatingConnectionCount()).isZero();
        }
    }

    @Test
    void timeWithoutRestIsRefused() {
        assertThatThrownBy(() -> new ValidatingConnectionPool(null, 1, null, 0))
                .hasMessage("timeout: 0 (expected: 1 or more)");
    }
}
