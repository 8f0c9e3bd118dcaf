package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses whose end a client could mistake, whatever the application says (RFC 9110, RFC 9112). */
class HttpFramingTest {
    private static final String NEXT = "GET /next HTTP/1.1\r\nHost: h\r\n\r\n";

    private LocalServer local;

    /** Answers to everything but {@code /next}. */
    private interface Answer {
        void to(Response response, Callback callback);
    }

    /** All that comes for a request and the one that is sent behind it. */
    private String ask(String request, Answer answer) throws Exception {
        local = new LocalServer().start(new Handler.Abstract() {
            @Override
            public boolean handle(Request received, Response response, Callback callback) {
                if ("/next".equals(received.getHttpURI().getPath())) {
                    response.getHeaders().put(HttpHeader.CONNECTION, "close");
                    response.write(true, text("next"), callback);
                } else {
                    answer.to(response, callback);
                }
                return true;
            }
        });
        LocalConnector.LocalEndPoint client = local.inMemory().connect();
        client.addInputAndExecute(request + NEXT);
        client.waitUntilClosed();
        return client.getOutputString();
    }

    @AfterEach
    void stop() throws Exception {
        if (local != null) {
            local.close();
        }
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** RFC 9110, section 9.3.6: no Content-Length, and what follows is not a request. */
    @Test
    void successfulResponseToConnectHasNoLengthAndIsTheLast() throws Exception {
        assertThat(ask("CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n", (response, callback) -> {
                    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 5);
                    response.write(true, text("hello"), callback);
                }))
                .isEqualTo("HTTP/1.1 200 OK\r\n\r\nhello");
    }

    @Test
    void refusalOfConnectHasItsLengthAndIsNotTheLast() throws Exception {
        assertThat(ask("CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n", (response, callback) -> {
                    response.setStatus(403);
                    response.write(true, text("no"), callback);
                }))
                .startsWith("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nnoHTTP/1.1 200 OK\r\n")
                .endsWith("next");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a:", "a:0", ":80", "a:65536", "a:x", "a:80/x", "u@a:80", "[::1]", "*"})
    void connectToNoPortIsRefused(String target) throws Exception {
        assertThat(ask(
                        "CONNECT " + target + " HTTP/1.1\r\nHost: a\r\n\r\n",
                        (response, callback) -> response.write(true, text("tunnel"), callback)))
                .startsWith("HTTP/1.1 400 Bad Request\r\n")
                .contains("Connection: close")
                .doesNotContain("tunnel", "next");
    }

    /** RFC 9110, section 15.3.6. */
    @Test
    void resetContentHasNone() throws Exception {
        assertThat(ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n", (response, callback) -> {
                    response.setStatus(205);
                    response.write(true, null, callback);
                }))
                .startsWith("HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200");
        local.close();
        assertThat(ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n", (response, callback) -> {
                    response.setStatus(205);
                    response.write(true, text("some"), callback);
                }))
                .startsWith("HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200")
                .endsWith("next");
    }

    /** RFC 9110, section 6.4.1: content of these statuses is dropped, in one write or many. */
    @ParameterizedTest
    @ValueSource(ints = {204, 205, 304})
    void contentOfAStatusWithoutContentIsNotSent(int status) throws Exception {
        String large = "content ".repeat(10_000);
        assertThat(ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n", (response, callback) -> {
                    response.setStatus(status);
                    response.write(
                            false,
                            text("some"),
                            Callback.from(
                                    () -> response.write(
                                            false,
                                            text(large),
                                            Callback.from(
                                                    () -> response.write(true, text("end"), callback),
                                                    callback::failed)),
                                    callback::failed));
                }))
                .startsWith("HTTP/1.1 " + status)
                .doesNotContain("some", "content ", "end", "chunked")
                .contains("\r\n\r\nHTTP/1.1 200")
                .endsWith("next");
    }

    @Test
    void contentShorterThanItsLengthIsAnErrorIfNothingWasSent() throws Exception {
        assertThat(ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n", (response, callback) -> {
                    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 30);
                    response.write(true, text("short"), callback);
                }))
                .startsWith("HTTP/1.1 500 ")
                .doesNotContain("short")
                .endsWith("next");
        local.close();
        assertThat(ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n", (response, callback) -> {
                    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 30);
                    callback.succeeded();
                }))
                .startsWith("HTTP/1.1 500 ")
                .doesNotContain("Content-Length: 30");
    }

    /** RFC 9110, section 7.8: what a client sends behind 101 is of another protocol. */
    @Test
    void connectionEndsWithAChangeToNoProtocol() throws Exception {
        assertThat(ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n", (response, callback) -> {
                    response.setStatus(101);
                    response.getHeaders().put(HttpHeader.UPGRADE, "x");
                    callback.succeeded();
                }))
                .startsWith("HTTP/1.1 101 Switching Protocols\r\n")
                .doesNotContain("next");
    }

    /** RFC 9110, section 6.5.1. */
    @Test
    void framingAndRoutingAreNoTrailers() throws Exception {
        assertThat(ask("GET / HTTP/1.1\r\nHost: h\r\n\r\n", (response, callback) -> {
                    response.setTrailersSupplier(() -> HttpFields.build()
                            .put("Checksum", "1")
                            .put(HttpHeader.CONTENT_LENGTH, "4")
                            .put(HttpHeader.TRANSFER_ENCODING, "chunked")
                            .put(HttpHeader.CONTENT_TYPE, "text/html")
                            .put(HttpHeader.CONNECTION, "close"));
                    response.write(true, text("x"), callback);
                }))
                .startsWith(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nChecksum: 1\r\n\r\nHTTP/1.1")
                .endsWith("next");
    }

    /** RFC 9112, section 7.1: the lines of the chunked coding end in CR LF, those of its trailers, too. */
    @ParameterizedTest
    @ValueSource(strings = {"0\r\n\n", "0\r\nA: b\n\r\n", "0\r\nA: b\r\n\n"})
    void trailersThatEndInABareLfAreRefused(String end) throws Exception {
        assertThat(ask(
                        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n" + end,
                        (response, callback) -> Content.copy(response.getRequest(), response, callback)))
                // cut off, as it has begun
                .doesNotContain("\r\n0\r\n", "next");
    }

    /** RFC 9110, section 9.3.6: the tunnel begins behind the empty line. */
    @Test
    void acceptedConnectBecomesATunnel() throws Exception {
        assertThat(ask("CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n", (response, callback) -> {
                    Request request = response.getRequest();
                    request.setAttribute(
                            HttpStream.UPGRADE_CONNECTION_ATTRIBUTE,
                            new Echo(
                                    request.getTunnelSupport().getEndPoint(),
                                    request.getConnectionMetaData().getConnector()));
                    response.write(true, null, callback);
                }))
                .isEqualTo("HTTP/1.1 200 OK\r\n\r\n" + NEXT);
    }

    /** Sends back what it had when it took over, and ends. */
    private static final class Echo extends AbstractConnection implements Connection.UpgradeTo {
        private ByteBuffer first = BufferUtil.EMPTY_BUFFER;

        private Echo(EndPoint endPoint, Connector connector) {
            super(endPoint, connector.getExecutor());
        }

        @Override
        public void onUpgradeTo(ByteBuffer prefilled) {
            first = prefilled;
        }

        @Override
        public void onOpen() {
            super.onOpen();
            getEndPoint().write(Callback.from(getEndPoint()::close), first);
        }

        @Override
        public void onFillable() {
            throw new IllegalStateException("asked for nothing");
        }
    }
}
