package org.eclipse.jetty.websocket.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.core.server.MeasuredPool;
import org.junit.jupiter.api.AfterEach;

/** A server with endpoints of one kind, that note what they are told; its buffers are measured, and must all be given back. */
abstract class EndpointServer {
    protected final MeasuredPool pool = new MeasuredPool();
    protected final Server server = new Server(null, null, pool);
    protected final ServerConnector connector = new ServerConnector(server, 1, 1);
    protected final List<String> events = new CopyOnWriteArrayList<>();

    /** Notes how its session ends. */
    protected class Noting implements Session.Listener.AutoDemanding {
        @Override
        public void onWebSocketError(Throwable cause) {
            events.add("error " + cause.getClass().getSimpleName());
        }

        @Override
        public void onWebSocketClose(int statusCode, String reason) {
            events.add("close " + statusCode);
        }
    }

    protected void start(Consumer<ServerWebSocketContainer> configurator, Supplier<Object> endpoint) throws Exception {
        ContextHandler context = new ContextHandler("/");
        context.setHandler(WebSocketUpgradeHandler.from(server, context, container -> {
            configurator.accept(container);
            container.addMapping("/ws", (request, response, callback) -> endpoint.get());
        }));
        server.addConnector(connector);
        server.setHandler(context);
        server.start();
    }

    protected int port() {
        return connector.getLocalPort();
    }

    protected void awaitEvents(String... expected) {
        await().atMost(30, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(events).containsExactly(expected));
    }

    @AfterEach
    void stop() throws Exception {
        int told = events.size();
        connector.getConnectedEndPoints().forEach(endPoint -> endPoint.close());
        await().atMost(30, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(pool.getBuffersInUse()).isZero());
        server.stop();
        assertThat(events).as("each told once").hasSize(told);
    }
}
