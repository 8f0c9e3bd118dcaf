package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Ports;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that do not keep to the protocol: each request ends once, with a cause, and leaves nothing behind. */
class HostileServerTest extends AbstractClientTest {
    @Test
    void responseThatIsCutAtAnyByteFails() throws Exception {
        byte[] response = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX: y\r\n\r\n"
                .getBytes(StandardCharsets.ISO_8859_1);
        for (int length = 0; length < response.length; length++) {
            try (RawServer server = RawServer.closingAfter(response, length)) {
                Result result = send(client.newRequest(server.getUri()));
                assertThat(result.isFailed()).as("cut at %d", length).isTrue();
            }
        }
        try (RawServer server = RawServer.closingAfter(response, response.length)) {
            ContentResponse whole = client.GET(server.getUri());
            assertThat(whole.getContentAsString()).isEqualTo("abc");
            assertThat(whole.getTrailers().get("X")).isEqualTo("y");
        }
    }

    @Test
    void contentOfKnownLengthThatIsCutFails() throws Exception {
        byte[] response = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc".getBytes(StandardCharsets.ISO_8859_1);
        try (RawServer server = RawServer.closingAfter(response, response.length)) {
            Result result = send(client.newRequest(server.getUri()));
            assertThat(result.getFailure()).isInstanceOf(EofException.class);
            assertThat(result.getResponse().getStatus()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/3.0 200 OK\r\n\r\n",
                "HTTP/1.1 2000 OK\r\n\r\n",
                "nonsense\r\n\r\n",
                "HTTP/1.1 200 OK\r\nBad Name: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n"
            })
    void malformedResponseFails(String response) throws Exception {
        try (RawServer server = RawServer.answering(response)) {
            assertThat(send(client.newRequest(server.getUri())).isFailed()).isTrue();
        }
    }

    @Test
    void endlessHeadFails() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.write(socket, "HTTP/1.1 200 OK\r\n");
            while (true) {
                RawServer.write(socket, "X-Field: value\r\n");
            }
        })) {
            Result result = send(client.newRequest(server.getUri()));
            assertThat(result.getFailure()).hasMessageContaining("Request Header Fields Too Large");
        }
    }

    @Test
    void floodOfInterimResponsesFails() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            while (true) {
                RawServer.write(socket, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
            }
        })) {
            Result result = send(client.newRequest(server.getUri()));
            assertThat(result.getFailure()).hasMessageContaining("interim");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 304})
    void bytesAfterAResponseWithoutContentAreNotTheNextResponse(int status) throws Exception {
        try (RawServer server = RawServer.answering(
                "HTTP/1.1 " + status + " X\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad")) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.GET(server.getUri()).getStatus()).isEqualTo(status);
            }
            assertThat(server.getConnectionCount()).isEqualTo(3);
        }
    }

    @Test
    void contentAfterHeadIsNotTheNextResponse() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad")) {
            for (int i = 0; i < 2; i++) {
                ContentResponse response =
                        client.newRequest(server.getUri()).method("HEAD").send();
                assertThat(response.getContent()).isEmpty();
            }
            assertThat(server.getConnectionCount()).isEqualTo(2);
        }
    }

    @RepeatedTest(100)
    void idempotentRequestIsSentAgainWhenAKeptConnectionIsClosed() throws Exception {
        try (RawServer server = keepingOnce()) {
            assertThat(client.GET(server.getUri()).getContentAsString()).isEqualTo("1");
            assertThat(client.GET(server.getUri()).getContentAsString()).isEqualTo("2");
        }
    }

    @Test
    void otherRequestIsNotSentAgainWhenAKeptConnectionIsClosed() throws Exception {
        try (RawServer server = keepingOnce()) {
            assertThat(client.GET(server.getUri()).getContentAsString()).isEqualTo("1");
            Result result = send(client.POST(server.getUri()).body(new StringRequestContent("x")));
            assertThat(result.getFailure()).isInstanceOf(IOException.class);
            assertThat(server.getConnectionCount()).isEqualTo(1);
        }
    }

    /** Answers the first request of a connection, reads the next one and closes. */
    private static RawServer keepingOnce() throws IOException {
        return new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n" + connection);
            RawServer.readHead(socket);
        });
    }

    @Test
    void requestThatIsNeverAnsweredIsSentAgainAFewTimesOnly() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> RawServer.readHead(socket))) {
            Result result = send(client.newRequest(server.getUri()));
            assertThat(result.getFailure()).isInstanceOf(EofException.class);
            assertThat(server.getConnectionCount()).isEqualTo(1);
        }
    }

    @Test
    void redirectLoopEnds() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n")) {
            Result result = send(client.newRequest(server.getUri()));
            assertThat(result.getFailure()).hasMessage("Max redirects exceeded 8");
            assertThat(result.getResponse().getStatus()).isEqualTo(302);
        }
    }

    @Test
    void decompressionBombEndsAtTheLimitOfTheContent() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(new byte[64 * 1024 * 1024]);
        }
        String content = bytes.toString(StandardCharsets.ISO_8859_1);
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: "
                + content.length() + "\r\n\r\n" + content)) {
            assertThatThrownBy(() -> client.GET(server.getUri()))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("Buffering capacity");
        }
    }

    @RepeatedTest(100)
    void responseBeforeTheContentIsSentEndsTheRequest() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.write(socket, "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n");
            RawServer.readHead(socket);
        })) {
            AsyncRequestContent content = new AsyncRequestContent();
            Result result = send(client.POST(server.getUri()).body(content));
            assertThat(result.getFailure()).isNull();
            assertThat(result.getResponse().getStatus()).isEqualTo(413);
            assertThat(content.isClosed()).isTrue();
        }
    }

    @Test
    void silentServerEndsTheRequestAfterTheIdleTimeout() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.readHead(socket);
        })) {
            Result result = send(client.newRequest(server.getUri()).idleTimeout(50, MILLISECONDS));
            assertThat(result.getFailure()).isInstanceOf(TimeoutException.class).hasMessageContaining("Idle");
        }
    }

    @Test
    void drippingServerEndsTheRequestAfterTheTotalTimeout() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.write(socket, "HTTP/1.1 200 OK\r\n\r\n");
            while (true) {
                RawServer.write(socket, "x");
            }
        })) {
            Request request = client.newRequest(server.getUri())
                    .onResponseContent((response, content) -> {})
                    .timeout(100, MILLISECONDS);
            assertThat(send(request).getFailure())
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining("Total");
            assertThatThrownBy(() -> client.newRequest(server.getUri())
                            .timeout(100, MILLISECONDS)
                            .send())
                    .isInstanceOfAny(TimeoutException.class, ExecutionException.class);
        }
    }

    @Test
    void refusedConnectionFailsWithItsAddress() throws Exception {
        int port = Ports.unused();
        Result result = send(client.newRequest("localhost", port));
        assertThat(result.getFailure()).isInstanceOf(ConnectException.class).hasMessageContaining(":" + port);
    }

    @Test
    void abortEndsARequestOnceWhateverElseHappens() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")) {
            for (int i = 0; i < 100; i++) {
                Request request = client.newRequest(server.getUri());
                Thread thread = new Thread(() -> request.abort(new IllegalStateException("aborted")));
                thread.start();
                Result result = send(request);
                thread.join(SECONDS.toMillis(30));
                if (result.isFailed()) {
                    assertThat(result.getFailure()).hasMessage("aborted");
                }
            }
        }
    }

    @Test
    void fieldsWithLineBreaksAreNotSent() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            Result result = send(client.newRequest(server.getUri())
                    .headers(fields -> fields.put(HttpHeader.REFERER, "a\r\nX-Injected: b")));
            assertThat(result.isFailed()).isTrue();
        }
    }
}
