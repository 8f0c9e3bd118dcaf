package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ConnectionStatistics;
import org.eclipse.jetty.io.NetworkTrafficListener;
import org.eclipse.jetty.io.NetworkTrafficSocketChannelEndPoint;
import org.eclipse.jetty.server.handler.LocalServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionLimitsTest {
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";

    private final Server server = new Server();
    private ServerConnector connector;

    @BeforeEach
    void handler() {
        server.setHandler(LocalServer.answer("ok"));
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private void start(int acceptors) throws Exception {
        connector = new ServerConnector(server, acceptors, 1);
        server.addConnector(connector);
        server.start();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("localhost", connector.getLocalPort());
        socket.setSoTimeout(30_000);
        return socket;
    }

    private static String ask(Socket socket) throws IOException {
        socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
        byte[] bytes = new byte[4096];
        int length = socket.getInputStream().read(bytes);
        return length < 0 ? "" : new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void networkConnectionsAreLimited(int acceptors) throws Exception {
        NetworkConnectionLimit limit = new NetworkConnectionLimit(2, server);
        server.addBean(limit);
        start(acceptors);
        try (Socket first = connect();
                Socket second = connect()) {
            assertThat(ask(first)).startsWith("HTTP/1.1 200");
            assertThat(ask(second)).startsWith("HTTP/1.1 200");
            await().untilAsserted(
                            () -> assertThat(limit.getNetworkConnectionCount()).isEqualTo(2));
            assertThat(connector.isAccepting()).isFalse();
            first.close();
            await().until(connector::isAccepting);
            try (Socket third = connect()) {
                assertThat(ask(third)).startsWith("HTTP/1.1 200");
            }
        }
        await().untilAsserted(
                        () -> assertThat(limit.getNetworkConnectionCount()).isZero());
    }

    @Test
    void connectionsAreLimited() throws Exception {
        ConnectionLimit limit = new ConnectionLimit(1, server);
        server.addBean(limit);
        start(1);
        try (Socket first = connect()) {
            assertThat(ask(first)).startsWith("HTTP/1.1 200");
            await().untilAsserted(() -> assertThat(limit.getConnections()).isEqualTo(1));
            assertThat(connector.isAccepting()).isFalse();
        }
        await().until(connector::isAccepting);
        await().untilAsserted(() -> assertThat(limit.getConnections()).isZero());
    }

    @Test
    void theRateOfConnectionsIsLimited() throws Exception {
        AcceptRateLimit limit = new AcceptRateLimit(2, 1, TimeUnit.HOURS, server);
        server.addBean(limit);
        start(1);
        for (int i = 0; i < 3; i++) {
            try (Socket socket = connect()) {
                assertThat(ask(socket)).startsWith("HTTP/1.1 200");
            }
        }
        assertThat(connector.isAccepting()).isFalse();
        assertThat(limit.getRate()).isEqualTo(3);
        limit.age(2, TimeUnit.HOURS);
        limit.run();
        assertThat(connector.isAccepting()).isTrue();
        assertThat(limit.getRate()).isZero();
        assertThat(limit.getMaxRate()).isEqualTo(3);
        assertThat(limit.getLimitReachedCount()).isEqualTo(1);
    }

    @Test
    void acceptingGoesOnWhenNoLimitIsReachedAnyMore() throws Exception {
        NetworkConnectionLimit count = new NetworkConnectionLimit(1, server);
        AcceptRateLimit rate = new AcceptRateLimit(1, 1, TimeUnit.HOURS, server);
        server.addBean(count);
        server.addBean(rate);
        start(0);
        for (int i = 0; i < 2; i++) {
            try (Socket socket = connect()) {
                assertThat(ask(socket)).startsWith("HTTP/1.1 200");
                assertThat(connector.isAccepting()).isFalse();
            }
            await().untilAsserted(
                            () -> assertThat(count.getNetworkConnectionCount()).isZero());
        }
        assertThat(connector.isAccepting()).as("the rate is still exceeded").isFalse();
        assertThat(count.getLimitReachedCount()).isEqualTo(2);
        rate.reset();
        // a connection is not counted any more a moment before its place is free
        await().until(connector::isAccepting);
    }

    @Test
    void idleConnectionsAreShedWhenResourcesRunLow() throws Exception {
        AtomicBoolean low = new AtomicBoolean();
        LowResourceMonitor monitor = new LowResourceMonitor(server);
        monitor.setPeriod(20);
        monitor.setLowResourcesIdleTimeout(20);
        monitor.setAcceptingInLowResources(false);
        monitor.addLowResourceCheck(new LowResourceMonitor.LowResourceCheck() {
            @Override
            public boolean isLowOnResources() {
                return low.get();
            }

            @Override
            public String getReason() {
                return "as the test wants it";
            }
        });
        server.addBean(monitor);
        start(1);
        try (Socket socket = connect()) {
            assertThat(ask(socket)).startsWith("HTTP/1.1 200");
            assertThat(monitor.isLowOnResources()).isFalse();
            low.set(true);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            await().until(monitor::isLowOnResources);
            assertThat(monitor.getReasons()).isEqualTo("as the test wants it");
            assertThat(monitor.getLowResourcesCount()).isEqualTo(1);
            await().until(() -> !connector.isAccepting());
            low.set(false);
            await().until(connector::isAccepting);
            assertThat(monitor.isLowOnResources()).isFalse();
        }
    }

    @Test
    void connectionsAreCounted() throws Exception {
        ConnectionStatistics statistics = new ConnectionStatistics();
        connector = new ServerConnector(server, 1, 1);
        server.addConnector(connector);
        server.addBeanToAllConnectors(statistics);
        server.start();
        try (Socket socket = connect()) {
            assertThat(ask(socket)).startsWith("HTTP/1.1 200");
            assertThat(ask(socket)).startsWith("HTTP/1.1 200");
            assertThat(statistics.getConnections()).isEqualTo(1);
        }
        await().untilAsserted(() -> assertThat(statistics.getConnections()).isZero());
        // counted last of what a connection adds when it is closed
        await().untilAsserted(() -> assertThat(statistics.getSentMessages()).isEqualTo(2));
        assertThat(statistics.getReceivedBytes()).isEqualTo(2L * REQUEST.length());
        assertThat(statistics.getConnectionsTotal()).isEqualTo(1);
        assertThat(statistics.getConnectionsMax()).isEqualTo(1);
        assertThat(statistics.getReceivedMessages()).isEqualTo(2);
        assertThat(statistics.getSentBytes()).isPositive();
        assertThat(statistics.getConnectionStatisticsGroups()).hasSize(1);
        assertThat(statistics.dump()).contains("connections=");
    }

    @Test
    void trafficWithoutAListenerIsThatOfAnyConnector() throws Exception {
        NetworkTrafficServerConnector traffic = new NetworkTrafficServerConnector(server);
        traffic.setIdleTimeout(12_345);
        connector = traffic;
        server.addConnector(connector);
        server.start();
        try (Socket socket = connect()) {
            assertThat(ask(socket)).startsWith("HTTP/1.1 200");
            assertThat(connector.getConnectedEndPoints()).singleElement().satisfies(endPoint -> {
                assertThat(endPoint).isNotInstanceOf(NetworkTrafficSocketChannelEndPoint.class);
                assertThat(endPoint.getIdleTimeout()).isEqualTo(12_345);
            });
        }
    }

    @Test
    void trafficIsShownToAListener() throws Exception {
        List<String> events = new CopyOnWriteArrayList<>();
        NetworkTrafficServerConnector traffic = new NetworkTrafficServerConnector(server);
        traffic.setNetworkTrafficListener(new NetworkTrafficListener() {
            @Override
            public void opened(Socket socket) {
                events.add("opened");
            }

            @Override
            public void incoming(Socket socket, ByteBuffer bytes) {
                events.add("in " + StandardCharsets.US_ASCII.decode(bytes));
            }

            @Override
            public void outgoing(Socket socket, ByteBuffer bytes) {
                events.add("out " + StandardCharsets.US_ASCII.decode(bytes));
            }

            @Override
            public void closed(Socket socket) {
                events.add("closed");
            }
        });
        connector = traffic;
        List<String> customized = new CopyOnWriteArrayList<>();
        connector.addBean(new SocketCustomizationListener() {
            @Override
            protected void customize(Socket socket, Class<? extends Connection> connection, boolean ssl) {
                customized.add(connection.getSimpleName() + " " + ssl);
            }
        });
        server.addConnector(connector);
        server.start();
        try (Socket socket = connect()) {
            assertThat(ask(socket)).startsWith("HTTP/1.1 200");
        }
        await().until(() -> events.contains("closed"));
        assertThat(events.get(0)).isEqualTo("opened");
        assertThat(events.get(1)).isEqualTo("in " + REQUEST);
        assertThat(String.join("", events)).contains("out HTTP/1.1 200 OK");
        assertThat(customized).containsExactly("HttpConnection false");
    }
}
