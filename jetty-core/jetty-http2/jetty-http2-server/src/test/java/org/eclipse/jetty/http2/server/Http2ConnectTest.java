package org.eclipse.jetty.http2.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.TunnelSupport;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests with CONNECT, and what they become (RFC 9113, section 8.5; RFC 8441). */
class Http2ConnectTest extends AbstractHttp2Test {
    @Test
    void protocolThatIsNoTokenIsMalformed() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            client.fields(
                    1,
                    true,
                    ":method",
                    "CONNECT",
                    ":protocol",
                    "web socket",
                    ":scheme",
                    "http",
                    ":path",
                    "/",
                    ":authority",
                    "localhost");
            assertThat(client.await(1).reset).isEqualTo(ErrorCode.PROTOCOL_ERROR);
        }
    }

    /** RFC 8441. */
    @Test
    void extendedConnectBecomesATunnel() throws Exception {
        start((request, response, callback) -> {
            TunnelSupport tunnel = request.getTunnelSupport();
            assertThat(tunnel.getProtocol()).isEqualTo("echo");
            request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, new Echo(tunnel.getEndPoint(), connector));
            response.setStatus(200);
            response.write(true, null, callback);
        });
        try (Http2Client client = connect()) {
            client.fields(
                    1,
                    false,
                    ":method",
                    "CONNECT",
                    ":protocol",
                    "echo",
                    ":scheme",
                    "http",
                    ":path",
                    "/chat",
                    ":authority",
                    "localhost");
            client.readUntil(() -> client.response(1).status == 200);
            client.data(1, false, "ping");
            client.readUntil(() -> client.response(1).length == 4);
            client.data(1, true, "pong");
            assertThat(client.await(1).content).hasToString("pingpong");
            assertThat(client.response(1).ended).isTrue();
        }
    }

    /** There is nothing to be tunnelled, and a stream without an end would stay as long as the connection. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void connectThatIsAnsweredWithoutATunnelEnds(boolean end) throws Exception {
        http2.setMaxConcurrentStreams(2);
        start((request, response, callback) -> {
            response.setStatus(200);
            Content.Sink.write(response, true, "hello", callback);
        });
        try (Http2Client client = connect()) {
            for (int stream = 1; stream < 10; stream += 2) {
                client.fields(stream, end, ":method", "CONNECT", ":authority", "localhost:80");
                assertThat(client.await(stream).status).isEqualTo(200);
                assertThat(client.response(stream).ended).isTrue();
                assertThat(client.response(stream).content).isEmpty();
                assertThat(client.response(stream).fields).doesNotContainKey("content-length");
                if (!end) {
                    client.data(stream, true, "");
                }
            }
            assertThat(client.await(client.request(true, "/")).content).hasToString("hello");
        }
    }

    private static final class Echo extends AbstractConnection {
        private Echo(EndPoint endPoint, org.eclipse.jetty.server.Connector connector) {
            super(endPoint, connector.getExecutor());
        }

        @Override
        public void onOpen() {
            super.onOpen();
            fillInterested();
        }

        @Override
        public void onFillable() {
            try {
                ByteBuffer buffer = BufferUtil.allocate(100);
                int filled = getEndPoint().fill(buffer);
                if (filled < 0) {
                    getEndPoint().shutdownOutput();
                } else if (filled == 0) {
                    fillInterested();
                } else {
                    getEndPoint().write(Callback.from(this::fillInterested), buffer);
                }
            } catch (Exception x) {
                getEndPoint().close(x);
            }
        }
    }
}
