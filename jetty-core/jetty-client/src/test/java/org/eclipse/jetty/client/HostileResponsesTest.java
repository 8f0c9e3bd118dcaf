package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that are wrong, endless or cut by a reset: each request ends once, with a cause that tells what happened. */
class HostileResponsesTest extends AbstractClientTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                // the line of the status
                "HTTP/1.1 20 OK\r\n\r\n",
                "HTTP/1.1 099 Low\r\n\r\n",
                "HTTP/1.1 -200 OK\r\n\r\n",
                "HTTP/1.1 2x0 OK\r\n\r\n",
                "HTTP/1.1  \r\n\r\n",
                "HTTP/2.0 200 OK\r\n\r\n",
                "http/1.1 200 OK\r\n\r\n",
                "HTTP/1.1\t200\tOK\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "HTTP/1.1 200 O\0K\r\n\r\n",
                // fields
                OK + "X\r\n\r\n",
                OK + ": empty\r\n\r\n",
                OK + "X : y\r\n\r\n",
                OK + " X: y\r\n\r\n",
                OK + "X: y\r\n folded\r\n\r\n",
                OK + "X: a\rInjected: b\r\n\r\n",
                OK + "X: a\0b\r\n\r\n",
                OK + "X\u00e4: y\r\n\r\n",
                // the length
                OK + "Content-Length: +1\r\n\r\na",
                OK + "Content-Length: 0x1\r\n\r\na",
                OK + "Content-Length: 1 1\r\n\r\na",
                OK + "Content-Length: 99999999999999999999\r\n\r\na",
                OK + "Content-Length: \r\n\r\n",
                OK + "Content-Length: 1,2\r\n\r\nab",
                // the transfer coding
                OK + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
                OK + "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
                OK + "Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n",
                CHUNKED + "-1\r\na\r\n0\r\n\r\n",
                CHUNKED + "+1\r\na\r\n0\r\n\r\n",
                CHUNKED + "0x1\r\na\r\n0\r\n\r\n",
                CHUNKED + "fffffffffffffffff\r\na",
                CHUNKED + "1\r\nab\r\n0\r\n\r\n",
                CHUNKED + "\r\n0\r\n\r\n",
                CHUNKED + "1 \nx\r\n0\r\n\r\n",
                CHUNKED + "0\r\nX : y\r\n\r\n",
                CHUNKED + "0\r\nX: a\rb\r\n\r\n",
                // a protocol that nobody has asked for
                "HTTP/1.1 101 Switching\r\n\r\n",
                "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 1\r\n\r\na"
            })
    void wrongResponseFailsAndClosesTheConnection(String response) throws Exception {
        try (RawServer server = RawServer.answering(response)) {
            for (int i = 1; i <= 2; i++) {
                Result result = send(client.newRequest(server.getUri()).timeout(30, SECONDS));
                assertThat(result.getFailure())
                        .isNotNull()
                        .isNotInstanceOf(java.util.concurrent.TimeoutException.class)
                        .message()
                        .isNotBlank();
                assertThat(server.getConnectionCount()).isEqualTo(i);
            }
        }
    }

    @Test
    void responseThatFollowsAnotherOneIsNotThatOfTheNextRequest() throws Exception {
        try (RawServer server = RawServer.answering(
                OK + "Content-Length: 4\r\n\r\ngood" + OK + "Set-Cookie: evil=1\r\nContent-Length: 3\r\n\r\nbad")) {
            for (int i = 1; i <= 5; i++) {
                assertThat(client.GET(server.getUri()).getContentAsString()).isEqualTo("good");
                assertThat(server.getConnectionCount()).isEqualTo(i);
            }
            assertThat(client.getHttpCookieStore().all()).isEmpty();
        }
    }

    /** RFC 9112, section 6.1. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"
            })
    void connectionWhoseFramingIsInDoubtIsNotKept(String response) throws Exception {
        try (RawServer server = RawServer.answering(response)) {
            for (int i = 1; i <= 3; i++) {
                assertThat(client.GET(server.getUri()).getContentAsString()).isEqualTo("ok");
                assertThat(server.getConnectionCount()).isEqualTo(i);
            }
        }
    }

    @Test
    void lateResponseIsNotThatOfTheNextRequest() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.write(socket, OK + "Content-Length: 4\r\n\r\ngood");
            if (connection == 1) {
                RawServer.write(socket, OK + "Content-Length: 3\r\n\r\nbad");
            }
            RawServer.readHead(socket);
        })) {
            assertThat(client.GET(server.getUri()).getContentAsString()).isEqualTo("good");
            AbstractConnectionPool connections =
                    (AbstractConnectionPool) client.getDestinations().get(0).getConnectionPool();
            org.awaitility.Awaitility.await().until(() -> connections.getConnectionCount() == 0);
            assertThat(client.GET(server.getUri()).getContentAsString()).isEqualTo("good");
        }
    }

    /** Sends a beginning, and then the same bytes again and again. */
    private static RawServer endless(String begin, String again) throws IOException {
        byte[] bytes = again.getBytes(StandardCharsets.ISO_8859_1);
        return new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.write(socket, begin);
            while (true) {
                socket.getOutputStream().write(bytes);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "|H",
                "|\r\n",
                "HTTP/1.1 200 |x",
                "HTTP/1.1 200 OK\r\nX|x",
                "HTTP/1.1 200 OK\r\nX: |x",
                "HTTP/1.1 200 OK\r\nX: |\t",
                "HTTP/1.1 200 OK\r\n|X: y\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n|1",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n|0",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;|x",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: |x",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n|X: y\r\n",
                "|HTTP/1.1 100 Continue\r\n\r\n",
                "|HTTP/1.1 102 Processing\r\nX: y\r\n\r\n",
                "|HTTP/1.1 199 Other\r\n\r\n"
            })
    void endlessResponseEndsAtALimit(String response) throws Exception {
        int bar = response.indexOf('|');
        try (RawServer server = endless(response.substring(0, bar), response.substring(bar + 1))) {
            Result result = send(client.newRequest(server.getUri()).timeout(30, SECONDS));
            assertThat(result.getFailure())
                    .isNotNull()
                    .isNotInstanceOf(java.util.concurrent.TimeoutException.class)
                    .message()
                    .isNotBlank();
        }
    }

    @Test
    void responseThatIsResetAtAnyByteFails() throws Exception {
        byte[] response = (OK + "Content-Length: 3\r\n\r\nabc").getBytes(StandardCharsets.ISO_8859_1);
        for (int length = 0; length < response.length; length++) {
            int sent = length;
            try (RawServer server = new RawServer((socket, connection) -> {
                RawServer.readHead(socket);
                socket.getOutputStream().write(response, 0, sent);
                socket.setSoLinger(true, 0);
            })) {
                for (String method : new String[] {"GET", "POST"}) {
                    Result result = send(client.newRequest(server.getUri()).method(method));
                    assertThat(result.getFailure())
                            .as("%s reset at %d", method, length)
                            .isInstanceOf(IOException.class);
                }
            }
        }
    }

    @Test
    void requestThatIsResetWhileItIsSentFails() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            socket.getInputStream().readNBytes(100_000);
            socket.setSoLinger(true, 0);
        })) {
            Result result = send(client.POST(server.getUri()).body(new BytesRequestContent(new byte[20_000_000])));
            assertThat(result.getFailure()).isInstanceOf(IOException.class);
            assertThat(result.getRequestFailure()).isInstanceOf(IOException.class);
        }
    }

    @Test
    void earlyResponseToALargeRequestIsTheResponseOrAFailure() throws Exception {
        for (int i = 0; i < 20; i++) {
            try (RawServer server = new RawServer((socket, connection) -> {
                RawServer.readHead(socket);
                RawServer.write(socket, "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                // closes although bytes are unread, so that the client may get a reset
            })) {
                Result result = send(client.POST(server.getUri()).body(new BytesRequestContent(new byte[5_000_000])));
                if (result.getResponseFailure() == null) {
                    assertThat(result.getResponse().getStatus()).isEqualTo(413);
                } else {
                    assertThat(result.getResponseFailure()).isInstanceOf(IOException.class);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ftp://localhost/",
                "file:///etc/passwd",
                "http:///nohost",
                "http://[",
                "http://localhost:99999/"
            })
    void redirectionThatLeadsNowhereEndsTheRequest(String location) throws Exception {
        try (RawServer server =
                RawServer.answering("HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n")) {
            Result result = send(client.newRequest(server.getUri()).timeout(30, SECONDS));
            assertThat(result.isFailed() || result.getResponse().getStatus() == 302)
                    .as("%s", result)
                    .isTrue();
        }
    }

    @Test
    void redirectionsBetweenServersEndAtTheirLimit() throws Exception {
        CompletableFuture<String> second = new CompletableFuture<>();
        AtomicInteger asked = new AtomicInteger();
        RawServer.Script script = (socket, connection) -> {
            while (!RawServer.readHead(socket).isEmpty()) {
                asked.incrementAndGet();
                RawServer.write(
                        socket, "HTTP/1.1 307 Again\r\nLocation: " + second.join() + "\r\nContent-Length: 0\r\n\r\n");
            }
        };
        try (RawServer one = new RawServer(script);
                RawServer two = new RawServer((socket, connection) -> {
                    while (!RawServer.readHead(socket).isEmpty()) {
                        asked.incrementAndGet();
                        RawServer.write(
                                socket,
                                "HTTP/1.1 302 Back\r\nLocation: " + one.getUri() + "\r\nContent-Length: 0\r\n\r\n");
                    }
                })) {
            second.complete(two.getUri());
            Result result = send(client.newRequest(one.getUri()));
            assertThat(result.getFailure()).hasMessage("Max redirects exceeded 8");
            assertThat(asked).hasValue(9);
        }
    }

    @Test
    void trailersAreNotTakenForFields() throws Exception {
        try (RawServer server =
                RawServer.answering(CHUNKED + "1\r\na\r\n0\r\nSet-Cookie: evil=1\r\nContent-Length: 5\r\n\r\n")) {
            ContentResponse response = client.GET(server.getUri());
            assertThat(response.getHeaders().contains(HttpHeader.SET_COOKIE)).isFalse();
            assertThat(client.getHttpCookieStore().all()).isEmpty();
            assertThat(client.GET(server.getUri()).getContentAsString()).isEqualTo("a");
        }
    }

    @Test
    void listenerThatThrowsEndsItsRequestAlone() throws Exception {
        try (RawServer server = RawServer.answering(OK + "Content-Length: 3\r\n\r\nabc")) {
            Result result = send(client.newRequest(server.getUri()).onResponseContentSource((response, source) -> {
                Content.Chunk chunk = source.read();
                if (chunk != null) {
                    chunk.release();
                }
                throw new IllegalStateException("of the listener");
            }));
            assertThat(result.getFailure()).hasMessage("of the listener");
            assertThat(client.GET(server.getUri()).getContentAsString()).isEqualTo("abc");
            assertThatThrownBy(() -> client.newRequest("http:///nothing")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void responseWithoutVersionIsReportedWithOne() throws Exception {
        try (RawServer server = RawServer.answering("GET / nonsense\r\n\r\n")) {
            Throwable failure = send(client.newRequest(server.getUri())).getFailure();
            assertThat(failure).isInstanceOf(HttpResponseException.class);
            assertThat(((HttpResponseException) failure).getResponse().getVersion())
                    .isEqualTo(HttpVersion.HTTP_1_1);
        }
    }
}
