package org.eclipse.jetty.tests.embedders.clients;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.websocket.ContainerProvider;
import jakarta.websocket.WebSocketContainer;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.cometd.bayeux.Channel;
import org.cometd.client.BayeuxClient;
import org.cometd.client.websocket.jakarta.WebSocketTransport;
import org.cometd.server.BayeuxServerImpl;
import org.cometd.server.websocket.jetty.JettyWebSocketTransport;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The client of CometD 8 over WebSocket, by the standard API: its server is the one for handlers. (Its client for the API of Jetty
 * is not published for Jetty 12.1.)
 */
class CometdWebSocketTest {
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final BayeuxServerImpl bayeux = new BayeuxServerImpl();
    private final WebSocketContainer container = ContainerProvider.getWebSocketContainer();
    private BayeuxClient client;

    @BeforeEach
    void start() throws Exception {
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ContextHandler context = new ContextHandler("/");
        context.setHandler(WebSocketUpgradeHandler.from(server, context));
        server.setHandler(context);
        server.start();
        bayeux.setOption(Context.class.getName(), context.getContext());
        bayeux.setOption("ws.cometdURLMapping", "/cometd/*");
        bayeux.setTransports(new JettyWebSocketTransport(bayeux));
        bayeux.start();
        client = new BayeuxClient(
                "ws://127.0.0.1:" + connector.getLocalPort() + "/cometd",
                new WebSocketTransport(null, null, container));
    }

    @AfterEach
    void stop() throws Exception {
        client.disconnect(10_000);
        LifeCycle.stop(container);
        bayeux.stop();
        server.stop();
    }

    @Test
    void messagesGoByWebSocket() throws Exception {
        BlockingQueue<Object> messages = new LinkedBlockingQueue<>();
        client.handshake(reply -> client.getChannel("/news")
                .subscribe(
                        (channel, message) -> messages.add(message.getData()),
                        subscribed -> client.getChannel("/news").publish(Map.of("text", "h\u00e9"))));
        assertThat(messages.poll(30, TimeUnit.SECONDS)).isEqualTo(Map.of("text", "h\u00e9"));
        assertThat(client.getTransport().getName()).isEqualTo("websocket");
        String large = "x".repeat(50_000);
        client.getChannel("/news").publish(large);
        assertThat(messages.poll(30, TimeUnit.SECONDS)).isEqualTo(large);
    }

    @Test
    void clientComesBackWhenItsConnectionIsLost() throws Exception {
        BlockingQueue<Boolean> connects = new LinkedBlockingQueue<>();
        client.getChannel(Channel.META_CONNECT)
                .addListener((org.cometd.bayeux.client.ClientSessionChannel.MessageListener)
                        (channel, message) -> connects.add(message.isSuccessful()));
        client.handshake();
        assertThat(connects.poll(30, TimeUnit.SECONDS)).isTrue();
        String session = client.getId();
        connector.getConnectedEndPoints().forEach(endPoint -> endPoint.close());
        boolean failed = false;
        for (Boolean successful; (successful = connects.poll(30, TimeUnit.SECONDS)) != null; ) {
            failed |= !successful;
            if (failed && successful) {
                break;
            }
        }
        assertThat(failed).isTrue();
        // its listeners are called before its state changes
        assertThat(client.waitFor(30_000, BayeuxClient.State.CONNECTED)).isTrue();
        assertThat(client.getId()).isEqualTo(session);
    }
}
