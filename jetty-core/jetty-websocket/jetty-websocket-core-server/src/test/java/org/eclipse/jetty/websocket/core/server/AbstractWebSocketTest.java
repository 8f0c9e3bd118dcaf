package org.eclipse.jetty.websocket.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.junit.jupiter.api.AfterEach;

/** A server with one path that is upgraded; its buffers must all be given back. */
abstract class AbstractWebSocketTest {
    protected final BlockingQueue<EchoHandler> handlers = new LinkedBlockingQueue<>();
    protected Supplier<EchoHandler> factory = EchoHandler::new;
    protected Consumer<Configuration> configuration = c -> {};
    protected PoisoningByteBufferPool pool;
    protected final HttpConfiguration http = new HttpConfiguration();
    protected Server server;
    protected ServerConnector connector;
    protected WebSocketComponents components;

    protected void start() throws Exception {
        pool = new PoisoningByteBufferPool();
        server = new Server(null, null, pool);
        connector = new ServerConnector(server, 1, 1, connectionFactories(http));
        server.addConnector(connector);
        components = WebSocketServerComponents.ensureWebSocketComponents(server);
        WebSocketUpgradeHandler upgrade = new WebSocketUpgradeHandler(components);
        upgrade.addMapping("/*", new Negotiator());
        server.setHandler(upgrade);
        server.start();
    }

    protected ConnectionFactory[] connectionFactories(HttpConfiguration configured) {
        return new ConnectionFactory[] {
            new HttpConnectionFactory(configured), new HTTP2CServerConnectionFactory(configured)
        };
    }

    protected int port() {
        return connector.getLocalPort();
    }

    protected RawClient open(boolean http2, String... fields) throws IOException {
        return RawClient.open(port(), http2, "/echo", fields);
    }

    protected EchoHandler handler() throws InterruptedException {
        return handlers.poll(30, TimeUnit.SECONDS);
    }

    @AfterEach
    void stop() throws Exception {
        if (server == null) {
            return;
        }
        for (org.eclipse.jetty.io.EndPoint endPoint : connector.getConnectedEndPoints()) {
            endPoint.close();
        }
        try {
            await().atMost(30, TimeUnit.SECONDS)
                    .untilAsserted(() ->
                            assertThat(pool.getLeakCount()).as(pool::dumpLeaks).isZero());
            assertThat(pool.getLateWrites())
                    .as("writes to buffers after their release")
                    .isEmpty();
        } finally {
            server.stop();
        }
    }

    protected FrameHandler negotiate(ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
        EchoHandler handler = factory.get();
        handlers.add(handler);
        return handler;
    }

    private final class Negotiator extends WebSocketNegotiator.AbstractNegotiator {
        @Override
        public FrameHandler negotiate(ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
            return AbstractWebSocketTest.this.negotiate(request, response, callback);
        }

        @Override
        public void customize(Configuration configurable) {
            super.customize(configurable);
            configuration.accept(configurable);
        }
    }
}
