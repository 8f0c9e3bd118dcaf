package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** How often the network is read for requests that come one after the other. */
class ReadsOfRequestsTest {
    private static final int REQUESTS = 20;

    private final AtomicInteger reads = new AtomicInteger();
    private final Server server = new Server();

    private final class CountingEndPoint extends SocketChannelEndPoint {
        private CountingEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
            super(channel, selector, key, server.getScheduler());
        }

        @Override
        public int fill(ByteBuffer buffer) throws IOException {
            reads.incrementAndGet();
            return super.fill(buffer);
        }
    }

    @Test
    void responseOfAnotherThreadIsFollowedByNoReadUntilBytesCome() throws Exception {
        ServerConnector connector = new ServerConnector(server, 1, 1) {
            @Override
            protected SocketChannelEndPoint newEndPoint(
                    SocketChannel channel, ManagedSelector selector, SelectionKey key) {
                return new CountingEndPoint(channel, selector, key);
            }
        };
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                CompletableFuture.runAsync(() -> Content.Sink.write(response, true, "hello", callback));
                return true;
            }
        });
        server.start();
        try (Socket client = new Socket("localhost", connector.getLocalPort())) {
            client.setSoTimeout(60_000);
            for (int i = 0; i < REQUESTS; i++) {
                client.getOutputStream().write("GET / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                StringBuilder answer = new StringBuilder();
                while (!answer.toString().endsWith("hello")) {
                    answer.append((char) client.getInputStream().read());
                }
            }
            assertThat(reads.get()).isEqualTo(REQUESTS);
        } finally {
            server.stop();
        }
    }

    @Test
    void requestThatCameMeanwhileIsServed() throws Exception {
        ServerConnector connector = new ServerConnector(server, 1, 1);
        server.addConnector(connector);
        CountDownLatch sent = new CountDownLatch(1);
        server.setHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                CompletableFuture.runAsync(() -> {
                    try {
                        sent.await();
                    } catch (InterruptedException x) {
                        throw new IllegalStateException(x);
                    }
                    Content.Sink.write(response, true, "hello", callback);
                });
                return true;
            }
        });
        server.start();
        try (Socket client = new Socket("localhost", connector.getLocalPort())) {
            client.setSoTimeout(60_000);
            byte[] request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            client.getOutputStream().write(request);
            // the first one may have been read alone, before the others came
            for (int i = 1; i < REQUESTS; i++) {
                client.getOutputStream().write(request);
            }
            sent.countDown();
            StringBuilder answers = new StringBuilder();
            while (answers.toString().split("hello", -1).length <= REQUESTS) {
                int b = client.getInputStream().read();
                assertThat(b).isNotNegative();
                answers.append((char) b);
            }
        } finally {
            server.stop();
        }
    }
}
