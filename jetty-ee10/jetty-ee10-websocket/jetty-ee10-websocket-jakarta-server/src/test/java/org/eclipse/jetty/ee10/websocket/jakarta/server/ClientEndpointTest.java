package org.eclipse.jetty.ee10.websocket.jakarta.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.websocket.ClientEndpoint;
import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.CloseReason;
import jakarta.websocket.ContainerProvider;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Extension;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.Session;
import jakarta.websocket.WebSocketContainer;
import jakarta.websocket.server.ServerEndpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.websocket.jakarta.client.JakartaWebSocketClientContainerProvider;
import org.eclipse.jetty.ee10.websocket.jakarta.common.JakartaWebSocketExtension;
import org.eclipse.jetty.keystore.KeystoreGenerator;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.websocket.core.exception.UpgradeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Endpoints that connect to those of the server. */
class ClientEndpointTest extends EndpointServer {
    private static final BlockingQueue<String> EVENTS = new LinkedBlockingQueue<>();

    private final WebSocketContainer client = ContainerProvider.getWebSocketContainer();

    @BeforeEach
    void forget() {
        EVENTS.clear();
    }

    @AfterEach
    void stopClient() throws Exception {
        JakartaWebSocketClientContainerProvider.stop(client);
    }

    private static String next() throws InterruptedException {
        String next = EVENTS.poll(60, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing happened");
        }
        return next;
    }

    @ServerEndpoint(
            value = "/echo",
            subprotocols = {"a", "b"})
    public static class Echo {
        @OnMessage
        public String text(String message) {
            return message;
        }
    }

    @ClientEndpoint(subprotocols = "b", configurator = Headers.class)
    public static class Annotated {
        @OnOpen
        public void open(Session session) {
            EVENTS.add("open " + session.getNegotiatedSubprotocol());
        }

        @OnMessage
        public void text(String message) {
            EVENTS.add(message);
        }

        @OnClose
        public void close(CloseReason reason) {
            EVENTS.add("close " + reason.getCloseCode().getCode());
        }
    }

    public static class Headers extends ClientEndpointConfig.Configurator {
        @Override
        public void beforeRequest(Map<String, List<String>> headers) {
            headers.put("X-Client", List.of("yes"));
        }

        @Override
        public void afterResponse(HandshakeResponse response) {
            EVENTS.add("accepted " + response.getHeaders().containsKey(HandshakeResponse.SEC_WEBSOCKET_ACCEPT));
        }
    }

    public static class Programmatic extends Endpoint {
        @Override
        public void onOpen(Session session, EndpointConfig config) {
            session.addMessageHandler(String.class, (MessageHandler.Whole<String>) EVENTS::add);
        }
    }

    @Test
    void annotatedEndpointConnectsAndTalks() throws Exception {
        start(Echo.class);
        Session session = client.connectToServer(Annotated.class, URI.create(uri("/echo")));
        assertThat(next()).isEqualTo("accepted true");
        assertThat(next()).isEqualTo("open b");
        session.getBasicRemote().sendText("hello");
        assertThat(next()).isEqualTo("hello");
        assertThat(client.getDefaultMaxSessionIdleTimeout()).isEqualTo(session.getMaxIdleTimeout());
        session.close();
        assertThat(next()).isEqualTo("close 1000");
    }

    @Test
    void programmaticEndpointTalksCompressed() throws Exception {
        start(Echo.class);
        List<Extension> offer = List.of(new JakartaWebSocketExtension("permessage-deflate"));
        ClientEndpointConfig config =
                ClientEndpointConfig.Builder.create().extensions(offer).build();
        Session session = client.connectToServer(new Programmatic(), config, URI.create(uri("/echo")));
        assertThat(session.getNegotiatedExtensions())
                .extracting(Extension::getName)
                .containsExactly("permessage-deflate");
        session.getBasicRemote().sendText("x".repeat(10000));
        assertThat(next()).isEqualTo("x".repeat(10000));
    }

    @Test
    void refusalIsToldWithItsStatus() throws Exception {
        start(Echo.class);
        assertThatThrownBy(() -> client.connectToServer(Programmatic.class, null, URI.create(uri("/nowhere"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("404")
                .hasCauseInstanceOf(UpgradeException.class);
    }

    @Test
    void nobodyListeningIsTold() throws Exception {
        try (Socket deaf = new Socket()) {
            // nobody else can have the port, and nobody listens there
            deaf.bind(new InetSocketAddress("localhost", 0));
            URI uri = URI.create("ws://localhost:" + deaf.getLocalPort() + "/");
            assertThatThrownBy(() -> client.connectToServer(Programmatic.class, null, uri))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void otherUrisAndClassesAreRefused() {
        assertThatThrownBy(() -> client.connectToServer(Programmatic.class, null, URI.create("http://localhost/")))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("http://localhost/");
        assertThatThrownBy(() -> client.connectToServer(Echo.class, URI.create("ws://localhost/")))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("no @ClientEndpoint");
    }

    @Test
    void sessionsOfAStoppedContainerGoAway() throws Exception {
        start(Echo.class);
        client.connectToServer(Annotated.class, URI.create(uri("/echo")));
        next();
        next();
        JakartaWebSocketClientContainerProvider.stop(client);
        assertThat(next()).isEqualTo("close 1001");
    }

    @Test
    void embeddedApplicationHasAClientOfItsOwnWithoutAClassLoader() throws Exception {
        assertThat(context.getClassLoader()).isNull();
        start(Echo.class);
        WebSocketContainer own = container();
        context.getContext()
                .run(() -> assertThat(ContainerProvider.getWebSocketContainer()).isSameAs(own));
        // a thread of no application
        WebSocketContainer other = ContainerProvider.getWebSocketContainer();
        assertThat(other).isNotSameAs(own);
        JakartaWebSocketClientContainerProvider.stop(other);
        own.connectToServer(Annotated.class, URI.create(uri("/echo")));
        next();
        next();
        context.stop();
        assertThat(next()).isEqualTo("close 1001");
        assertThatThrownBy(() -> own.connectToServer(Annotated.class, URI.create(uri("/echo"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not running");
    }

    @Test
    void tlsIsThatOfTheFactoryOfTheContainer(@TempDir Path folder) throws Exception {
        Path store = folder.resolve("keys.p12");
        KeystoreGenerator.generateTestKeystore(store.toString(), "secret");
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(store.toString());
        tls.setKeyStorePassword("secret");
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.addCustomizer(new SecureRequestCustomizer());
        ServerConnector secure = new ServerConnector(server, tls, new HttpConnectionFactory(configuration));
        server.addConnector(secure);
        start(Echo.class);
        URI uri = URI.create("wss://localhost:" + secure.getLocalPort() + "/app/echo");
        assertThatThrownBy(() -> client.connectToServer(Annotated.class, uri))
                .isInstanceOf(IOException.class)
                .hasStackTraceContaining("SSLHandshakeException");
        SslContextFactory.Client trust = new SslContextFactory.Client();
        trust.setTrustStorePath(store.toString());
        trust.setTrustStorePassword("secret");
        container().setSslContextFactory(trust);
        Session session = container().connectToServer(Annotated.class, uri);
        assertThat(session.isSecure()).isTrue();
        assertThat(next()).isEqualTo("accepted true");
        assertThat(next()).isEqualTo("open b");
        session.getBasicRemote().sendText("secret");
        assertThat(next()).isEqualTo("secret");
        assertThatThrownBy(() -> container().setSslContextFactory(null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("before endpoints connect");
        server.stop();
        assertThat(trust.isStopped()).isTrue();
    }

    @Test
    void applicationHasAClientOfItsOwn() throws Exception {
        context.setClassLoader(new ClassLoader(getClass().getClassLoader()) {});
        start(Echo.class);
        context.getContext()
                .run(() -> assertThat(ContainerProvider.getWebSocketContainer()).isSameAs(container()));
        Session session = container().connectToServer(Annotated.class, URI.create(uri("/echo")));
        next();
        next();
        session.getAsyncRemote().sendText("own");
        assertThat(next()).isEqualTo("own");
    }
}
