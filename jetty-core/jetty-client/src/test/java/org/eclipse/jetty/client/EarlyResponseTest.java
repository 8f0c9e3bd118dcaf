package org.eclipse.jetty.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A response that comes while the thread that sends the request has not returned from the network. */
class EarlyResponseTest extends AbstractClientTest {
    private final Server server = new Server();
    /** What a thread that has written awaits before it goes on; null for nothing. */
    private final AtomicReference<CountDownLatch> held = new AtomicReference<>();

    private ServerConnector connector;
    private volatile boolean secure;

    private final class HoldingEndPoint extends SocketChannelEndPoint {
        private HoldingEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
            super(channel, selector, key, client.getScheduler());
        }

        /** Whether it is as one within TLS, of which no sender can see what the network has taken. */
        @Override
        public boolean isSecure() {
            return secure;
        }

        private boolean hold(boolean flushed) {
            CountDownLatch latch = held.getAndSet(null);
            if (latch != null) {
                try {
                    // until the response has ended, or that is seen to wait for this thread
                    latch.await(500, TimeUnit.MILLISECONDS);
                } catch (InterruptedException x) {
                    throw new AssertionError(x);
                }
            }
            return flushed;
        }

        @Override
        public boolean flush(ByteBuffer buffer) throws IOException {
            return hold(super.flush(buffer));
        }

        @Override
        public boolean flush(ByteBuffer... buffers) throws IOException {
            return hold(super.flush(buffers));
        }
    }

    @Override
    HttpClient newClient() {
        return new HttpClient(new HttpClientTransportOverHTTP(new ClientConnector() {
            @Override
            protected EndPoint newEndPoint(
                    SelectableChannel channel, ManagedSelector selector, SelectionKey key, Transport transport) {
                return new HoldingEndPoint((SocketChannel) channel, selector, key);
            }
        }));
    }

    @Override
    void configure() throws Exception {
        connector = new ServerConnector(server, new HttpConnectionFactory());
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(
                    org.eclipse.jetty.server.Request request,
                    org.eclipse.jetty.server.Response response,
                    Callback callback) {
                Content.copy(request, response, callback);
                return true;
            }
        });
        server.start();
    }

    @AfterEach
    void stopServer() throws Exception {
        server.stop();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nextRequestHasTheSameConnection(boolean withinTls) throws Exception {
        secure = withinTls;
        String uri = "http://localhost:" + connector.getLocalPort();
        client.GET(uri);
        for (boolean content : new boolean[] {false, true}) {
            CountDownLatch ended = new CountDownLatch(1);
            CompletableFuture<Result> next = new CompletableFuture<>();
            held.set(ended);
            Request request = client.newRequest(uri);
            if (content) {
                request.method("POST").body(new StringRequestContent("content"));
            }
            CompletableFuture<Result> first = new CompletableFuture<>();
            request.send(result -> {
                ended.countDown();
                first.complete(result);
                client.newRequest(uri).send(next::complete);
            });
            assertThat(first.get(30, TimeUnit.SECONDS).isSucceeded()).isTrue();
            assertThat(next.get(30, TimeUnit.SECONDS).isSucceeded()).isTrue();
        }
        AbstractConnectionPool connections =
                (AbstractConnectionPool) client.getDestinations().get(0).getConnectionPool();
        assertThat(connections.getConnectionCount()).isEqualTo(1);
    }
}
