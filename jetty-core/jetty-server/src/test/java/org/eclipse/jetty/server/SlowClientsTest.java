package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many clients that drip their requests occupy no thread, and others are served. */
class SlowClientsTest {
    private static final int CLIENTS = 500;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /slow HTTP/1.1\r\nHost: h\r\nX-Slow: ",
                "POST /slow HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n",
                "POST /slow HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n"
            })
    void othersAreServedMeanwhile(String begin) throws Exception {
        PoisoningByteBufferPool pool = new PoisoningByteBufferPool();
        QueuedThreadPool threads = new QueuedThreadPool(8);
        Server server = new Server(threads, null, pool);
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setAcceptQueueSize(CLIENTS);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Content.Source.consumeAll(
                        request,
                        Callback.from(() -> Content.Sink.write(response, true, "done", callback), callback::failed));
                return true;
            }
        });
        server.start();
        List<SocketChannel> slow = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                slow.add(SocketChannel.open(new InetSocketAddress("localhost", connector.getLocalPort())));
                send(slow.get(i), begin);
            }
            for (int round = 0; round < 5; round++) {
                for (SocketChannel client : slow) {
                    send(client, "x");
                }
                assertThat(probe(connector.getLocalPort())).startsWith("HTTP/1.1 200");
            }
            await().until(() -> connector.getConnectedEndPoints().size() >= CLIENTS);
            // nobody waits for them
            await().until(() -> threads.getUtilizedThreads() <= 1);
        } finally {
            for (SocketChannel client : slow) {
                client.close();
            }
        }
        await().until(() -> connector.getConnectedEndPoints().isEmpty());
        assertThat(probe(connector.getLocalPort())).startsWith("HTTP/1.1 200");
        server.stop();
        BufferChecks.assertAllReleased(pool);
    }

    private static void send(SocketChannel client, String text) throws IOException {
        client.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String probe(int port) throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
