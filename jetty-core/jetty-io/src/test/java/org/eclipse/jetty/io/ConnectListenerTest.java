package org.eclipse.jetty.io;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import org.eclipse.jetty.util.Promise;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a connector of clients tells its listeners, and what counts its connections. */
class ConnectListenerTest {
    private final Queue<String> events = new ConcurrentLinkedQueue<>();
    private final ClientConnector connector = new ClientConnector();

    /** A connection without a protocol. */
    private static class Idle extends AbstractConnection {
        private Idle(EndPoint endPoint) {
            super(endPoint, Runnable::run);
        }

        @Override
        public void onFillable() {
            close();
        }
    }

    private static final class SpecialIdle extends Idle {
        private SpecialIdle(EndPoint endPoint) {
            super(endPoint);
        }
    }

    private final ClientConnector.ConnectListener listener = new ClientConnector.ConnectListener() {
        @Override
        public void onConnectBegin(SocketChannel channel, SocketAddress address) {
            events.add("begin " + channel.isConnected() + " " + address);
            throw new IllegalStateException("as the test wants it");
        }

        @Override
        public void onConnectSuccess(SocketChannel channel) {
            events.add("success " + channel.isConnected());
        }

        @Override
        public void onConnectFailure(SocketChannel channel, SocketAddress address, Throwable failure) {
            events.add("failure " + address + " " + (failure instanceof IOException));
        }
    };

    private Promise.Completable<Connection> connect(SocketAddress address, boolean special) {
        Promise.Completable<Connection> promise = new Promise.Completable<>();
        ClientConnectionFactory factory = (endPoint, context) -> {
            Connection connection = special ? new SpecialIdle(endPoint) : new Idle(endPoint);
            promise.succeeded(connection);
            return connection;
        };
        Map<String, Object> context = new HashMap<>();
        context.put(ClientConnectionFactory.CONTEXT_KEY, factory);
        context.put(ClientConnector.CONNECTION_PROMISE_CONTEXT_KEY, promise);
        connector.connect(address, context);
        return promise;
    }

    @AfterEach
    void stop() throws Exception {
        connector.stop();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eachBeginningHasOneEnd(boolean blocking) throws Exception {
        connector.setConnectBlocking(blocking);
        connector.addEventListener(new ClientConnector.ConnectListener() {});
        connector.addBean(listener);
        connector.start();
        SocketAddress address;
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            address = server.getLocalSocketAddress();
            connect(address, false).get(30, SECONDS);
            assertThat(events).containsExactly("begin false " + address, "success true");
        }
        events.clear();
        assertThatThrownBy(() -> connect(address, false).get(30, SECONDS)).isInstanceOf(ExecutionException.class);
        assertThat(events).containsExactly("begin false " + address, "failure " + address + " true");
    }

    @Test
    void connectionsOfSomeClassesAreCounted() throws Exception {
        IncludeExcludeConnectionStatistics some = new IncludeExcludeConnectionStatistics();
        some.include(Idle.class);
        some.exclude(SpecialIdle.class.getName());
        IncludeExcludeConnectionStatistics special = new IncludeExcludeConnectionStatistics();
        special.include(SpecialIdle.class.getName());
        connector.addBean(some);
        connector.addBean(special);
        connector.start();
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            connect(server.getLocalSocketAddress(), false).get(30, SECONDS);
            connect(server.getLocalSocketAddress(), false).get(30, SECONDS);
            connect(server.getLocalSocketAddress(), true).get(30, SECONDS);
            org.awaitility.Awaitility.await().untilAsserted(() -> {
                assertThat(some.getConnectionsTotal()).isEqualTo(2);
                assertThat(special.getConnectionsTotal()).isEqualTo(1);
            });
        }
        assertThatThrownBy(() -> some.include("java.lang.String"))
                .isInstanceOf(ClassNotFoundException.class)
                .hasMessageContaining("expected: a class of connections");
    }

    @Test
    void countThatWasReleasedIsNotRetainedAgain() {
        Retainable.ReferenceCounter counter = new Retainable.ReferenceCounter();
        assertThat(counter.tryRetain()).isTrue();
        assertThat(counter.getRetained()).isEqualTo(2);
        counter.release();
        counter.release();
        assertThat(counter.tryRetain()).isFalse();
        assertThat(counter.getRetained()).isZero();
    }

    @Test
    void exceptionsThatAreMarkedAreQuiet() {
        Throwable cause = new IOException("cause");
        assertThat(new EofException("reason", cause)).hasMessage("reason").hasCause(cause);
        assertThat(new EofException("reason", null)).hasNoCause();
        assertThat(QuietException.isQuiet(new QuietException.Exception("reason", cause)))
                .isTrue();
        assertThat(QuietException.isQuiet(new QuietException.RuntimeException(cause)))
                .isTrue();
        assertThat(QuietException.isQuiet(new IllegalStateException())).isFalse();
    }
}
