package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** A connection that somebody else closes, as a stop does, between the last byte of a response and what follows it. */
class ClosedWhileFlushedTest {
    private final PoisoningByteBufferPool pool = new PoisoningByteBufferPool();
    private final Server server = new Server(null, null, pool);

    /** Says that it is closed as soon as a response was flushed, as one does whose closing has begun in another thread. */
    private static final class ClosingEndPoint extends SocketChannelEndPoint {
        private volatile boolean closing;

        private ClosingEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key, Server server) {
            super(channel, selector, key, server.getScheduler());
        }

        @Override
        public boolean flush(ByteBuffer... buffers) throws IOException {
            boolean flushed = super.flush(buffers);
            closing = true;
            return flushed;
        }

        @Override
        public boolean flush(ByteBuffer buffer) throws IOException {
            boolean flushed = super.flush(buffer);
            closing = true;
            return flushed;
        }

        @Override
        public boolean isOpen() {
            return !closing && super.isOpen();
        }
    }

    @Test
    void inputOfTheNextRequestIsReleased() throws Exception {
        ServerConnector connector = new ServerConnector(server, 1, 1) {
            @Override
            protected SocketChannelEndPoint newEndPoint(
                    SocketChannel channel, ManagedSelector selector, SelectionKey key) {
                return new ClosingEndPoint(channel, selector, key, server);
            }
        };
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Content.Sink.write(response, true, "hello", callback);
                return true;
            }
        });
        server.start();
        try (Socket client = new Socket("localhost", connector.getLocalPort())) {
            client.setSoTimeout(60_000);
            // the first response gathers, as there are bytes behind its request, and is flushed when these are no whole
            // one
            client.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: h\r\n\r\nGET / HT".getBytes(StandardCharsets.US_ASCII));
            StringBuilder answer = new StringBuilder();
            while (!answer.toString().endsWith("hello")) {
                answer.append((char) client.getInputStream().read());
            }
            assertThat(answer.toString()).startsWith("HTTP/1.1 200");
        } finally {
            server.stop();
        }
        BufferChecks.assertAllReleased(pool);
    }
}
