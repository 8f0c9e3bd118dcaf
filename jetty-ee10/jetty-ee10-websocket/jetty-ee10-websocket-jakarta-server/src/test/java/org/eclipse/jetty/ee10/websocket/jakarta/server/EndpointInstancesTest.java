package org.eclipse.jetty.ee10.websocket.jakarta.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.websocket.ClientEndpoint;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.Decorator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the context injects into endpoints that the container makes, and when they end (WebSocket section 7.1). */
class EndpointInstancesTest extends EndpointServer {
    private static final Shared SHARED = new Shared();

    private final BlockingQueue<Object> destroyed = new LinkedBlockingQueue<>();

    public static class Injected {
        private String name = "nobody";
    }

    @ServerEndpoint("/injected")
    public static class Server extends Injected {
        @OnMessage
        public String text(String message) {
            if (message.equals("fail")) {
                throw new IllegalStateException("on purpose");
            }
            return ((Injected) this).name;
        }
    }

    @ServerEndpoint("/fails")
    public static class FailsToOpen extends Injected {
        @OnOpen
        public void open() {
            throw new IllegalStateException("on purpose");
        }
    }

    public static class Sharing extends ServerEndpointConfig.Configurator {
        @Override
        public <T> T getEndpointInstance(Class<T> type) {
            return type.cast(SHARED);
        }
    }

    @ServerEndpoint(value = "/shared", configurator = Sharing.class)
    public static class Shared extends Injected {
        @OnMessage
        public String text(String message) {
            return "shared";
        }
    }

    public static class Naming extends ServerEndpointConfig.Configurator {
        @Override
        public boolean checkOrigin(String origin) {
            return true;
        }
    }

    @ServerEndpoint(value = "/named", configurator = Naming.class)
    public static class Named extends Server {}

    /** Has the container make an instance, and keeps it for all sessions. */
    public static class Keeping extends ServerEndpointConfig.Configurator {
        private Object kept;

        @Override
        public synchronized <T> T getEndpointInstance(Class<T> type) throws InstantiationException {
            if (kept == null) {
                kept = super.getEndpointInstance(type);
            }
            return type.cast(kept);
        }
    }

    @ServerEndpoint(value = "/kept", configurator = Keeping.class)
    public static class Kept extends Server {}

    @ClientEndpoint
    public static class Client extends Injected {
        @OnOpen
        public void open(Session session) throws IOException {
            session.getUserProperties().put("name", ((Injected) this).name);
        }
    }

    public static class ProgrammaticClient extends Endpoint {
        @Override
        public void onOpen(Session session, EndpointConfig config) {}
    }

    @BeforeEach
    void inject() {
        context.getObjectFactory().addDecorator(new Decorator() {
            @Override
            public <T> T decorate(T o) {
                if (o instanceof Injected injected) {
                    injected.name = "injected";
                }
                return o;
            }

            @Override
            public void destroy(Object o) {
                destroyed.add(o);
            }
        });
    }

    private Object nextDestroyed() throws InterruptedException {
        Object next = destroyed.poll(60, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing was destroyed");
        }
        return next;
    }

    @Test
    void endpointIsInjectedAndDestroyedWithItsSession() throws Exception {
        start(Server.class, Named.class);
        for (String path : new String[] {"/injected", "/named"}) {
            Peer peer = connect(path).send("who");
            assertThat(peer.next()).isEqualTo("injected");
            assertThat(destroyed).isEmpty();
            peer.close(1000, "");
            assertThat(nextDestroyed()).isInstanceOf(Server.class);
        }
    }

    @Test
    void endpointThatFailsIsDestroyedOnce() throws Exception {
        start(Server.class, FailsToOpen.class);
        connect("/injected").send("fail");
        assertThat(nextDestroyed()).isInstanceOf(Server.class);
        connect("/fails");
        assertThat(nextDestroyed()).isInstanceOf(FailsToOpen.class);
        connect("/injected").close(1000, "");
        assertThat(nextDestroyed()).isInstanceOf(Server.class);
        assertThat(destroyed).isEmpty();
    }

    @Test
    void endpointThatAConfiguratorSharesIsLeftToIt() throws Exception {
        start(Shared.class, Server.class);
        Peer peer = connect("/shared").send("who");
        assertThat(peer.next()).isEqualTo("shared");
        peer.close(1000, "");
        assertThat(peer.next()).startsWith("close 1000");
        connect("/injected").close(1000, "");
        assertThat(nextDestroyed()).isInstanceOf(Server.class);
        assertThat(destroyed).isEmpty();
    }

    @Test
    void endpointThatAConfiguratorHasMadeAndKeepsIsInjectedAndNotDestroyed() throws Exception {
        start(Kept.class, Server.class);
        for (int i = 0; i < 2; i++) {
            Peer peer = connect("/kept").send("who");
            assertThat(peer.next()).isEqualTo("injected");
            peer.close(1000, "");
            assertThat(peer.next()).startsWith("close 1000");
        }
        connect("/injected").close(1000, "");
        assertThat(nextDestroyed().getClass()).isEqualTo(Server.class);
        assertThat(destroyed).isEmpty();
    }

    @Test
    void clientEndpointOfAnApplicationIsInjectedAndDestroyedToo() throws Exception {
        start(Shared.class);
        Session session = container().connectToServer(Client.class, URI.create(uri("/shared")));
        assertThat(session.getUserProperties()).containsEntry("name", "injected");
        session.close();
        assertThat(nextDestroyed()).isInstanceOf(Client.class);
        container()
                .connectToServer(ProgrammaticClient.class, null, URI.create(uri("/shared")))
                .close();
        assertThat(nextDestroyed()).isInstanceOf(ProgrammaticClient.class);
        assertThatThrownBy(() -> container().connectToServer(Client.class, URI.create(uri("/nowhere"))))
                .isInstanceOf(IOException.class);
        assertThat(nextDestroyed()).isInstanceOf(Client.class);
        // an instance of the application's own
        container().connectToServer(new Client(), URI.create(uri("/shared"))).close();
        container().connectToServer(Client.class, URI.create(uri("/shared"))).close();
        Object made = nextDestroyed();
        assertThat(((Injected) made).name).isEqualTo("injected");
    }
}
