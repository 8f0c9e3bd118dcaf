package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** Changes of protocol. */
class HttpUpgraderTest extends AbstractClientTest {
    private static final String SWITCH =
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n";

    /** Takes a connection over, and collects what the server sends in it. */
    private final class Taking implements HttpUpgrader {
        private final CompletableFuture<String> received = new CompletableFuture<>();
        private final int length;

        private Taking(int length) {
            this.length = length;
        }

        @Override
        public void prepare(Request request) {
            request.headers(headers -> headers.put("Upgrade", "other").put("Connection", "Upgrade"));
        }

        @Override
        public void upgrade(Response response, EndPoint endPoint, Callback callback) {
            endPoint.upgrade(new Other(endPoint));
            callback.succeeded();
        }

        private final class Other extends AbstractConnection implements Connection.UpgradeTo {
            private final StringBuilder text = new StringBuilder();

            private Other(EndPoint endPoint) {
                super(endPoint, client.getExecutor());
            }

            @Override
            public void onUpgradeTo(ByteBuffer prefilled) {
                if (prefilled != null) {
                    text.append(StandardCharsets.US_ASCII.decode(prefilled));
                }
            }

            @Override
            public void onOpen() {
                super.onOpen();
                onFillable();
            }

            @Override
            public void onFillable() {
                ByteBuffer buffer = BufferUtil.allocate(100);
                try {
                    while (text.length() < length && getEndPoint().fill(buffer) > 0) {
                        text.append(StandardCharsets.US_ASCII.decode(buffer));
                        BufferUtil.clear(buffer);
                    }
                } catch (Exception x) {
                    received.completeExceptionally(x);
                }
                if (text.length() >= length) {
                    received.complete(text.toString());
                    getEndPoint().close();
                } else {
                    fillInterested();
                }
            }
        }
    }

    private Request request(RawServer server, HttpUpgrader upgrader) {
        Request request = client.newRequest(server.getUri()).attribute(HttpUpgrader.class.getName(), upgrader);
        upgrader.prepare(request);
        return request;
    }

    @Test
    void bytesAfterTheHeadAreThoseOfTheNewProtocol() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.write(socket, SWITCH + "early");
            RawServer.write(socket, "late");
            socket.getInputStream().read();
        })) {
            Taking taking = new Taking(9);
            Result result = send(request(server, taking));
            assertThat(result.isSucceeded()).isTrue();
            assertThat(result.getResponse().getStatus()).isEqualTo(101);
            assertThat(taking.received.get(10, SECONDS)).isEqualTo("earlylate");
        }
    }

    @Test
    void refusalIsAResponseLikeOthers() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 426 Upgrade Required\r\nContent-Length: 0\r\n\r\n")) {
            assertThat(send(request(server, new Taking(1))).getResponse().getStatus())
                    .isEqualTo(426);
            assertThat(send(request(server, new Taking(1))).getResponse().getStatus())
                    .isEqualTo(426);
            assertThat(server.getConnectionCount()).isEqualTo(1);
        }
    }

    @Test
    void upgraderThatThrowsClosesTheConnection() throws Exception {
        CompletableFuture<Integer> end = new CompletableFuture<>();
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.write(socket, SWITCH);
            end.complete(socket.getInputStream().read());
        })) {
            HttpUpgrader throwing = new HttpUpgrader() {
                @Override
                public void prepare(Request request) {}

                @Override
                public void upgrade(Response response, EndPoint endPoint, Callback callback) {
                    throw new IllegalStateException("refused");
                }
            };
            send(request(server, throwing));
            assertThat(end.get(10, SECONDS)).isEqualTo(-1);
        }
    }
}
