package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.handler.LocalServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Changes of protocol, which become tunnels. */
class ProxyUpgradeTest {
    private static final String SWITCH =
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" + UpgradeClient.ACCEPT
                    + "\r\n";

    private LocalServer front;
    private BackEnd backEnd;
    private volatile boolean brokenFilter;

    private UpgradeClient open(BackEnd.Script script) throws Exception {
        backEnd = new BackEnd(script);
        startFront(new ProxyHandler.Reverse(this::uriOfBackEnd) {
            @Override
            protected HttpField filterServerToProxyResponseField(HttpField field) {
                if (brokenFilter) {
                    throw new IllegalStateException("broken");
                }
                return super.filterServerToProxyResponseField(field);
            }
        });
        return connect();
    }

    private void startFront(ProxyHandler proxy) throws Exception {
        front = new LocalServer(Transport.all()
                .filter(transport -> transport.toString().equals("HTTP/1.1"))
                .findAny()
                .orElseThrow());
        front.start(proxy);
    }

    private HttpURI uriOfBackEnd(Request request) {
        return HttpURI.build(request.getHttpURI())
                .scheme("http")
                .host("localhost")
                .port(backEnd.port());
    }

    private UpgradeClient connect() throws IOException {
        return new UpgradeClient(((ServerConnector) front.connector.getConnector()).getLocalPort());
    }

    @AfterEach
    void stop() throws Exception {
        try (BackEnd server = backEnd) {
            front.close();
        }
    }

    private static void echo(BackEnd.Exchange exchange) throws IOException {
        byte[] buffer = new byte[8192];
        for (int n; (n = exchange.socket.getInputStream().read(buffer)) >= 0; ) {
            exchange.socket.getOutputStream().write(buffer, 0, n);
        }
    }

    @Test
    void clientLearnsThatTheProxyCouldNotUpgrade() throws Exception {
        brokenFilter = true;
        try (UpgradeClient client = open(exchange -> {
            exchange.write(SWITCH + "first");
            // the proxy closes the connection
            echo(exchange);
        })) {
            client.send(UpgradeClient.REQUEST);
            assertThat(client.readHead()).startsWith("HTTP/1.1 502 ").doesNotContain("Upgrade: ");
        }
    }

    @Test
    void bytesPassInBothDirectionsAfterTheUpgrade() throws Exception {
        try (UpgradeClient client = open(exchange -> {
            exchange.write(SWITCH + "first");
            echo(exchange);
        })) {
            client.send(UpgradeClient.REQUEST + "early");
            String head = client.readHead();
            assertThat(head)
                    .startsWith("HTTP/1.1 101 ")
                    .contains("Upgrade: websocket\r\n", UpgradeClient.ACCEPT)
                    .containsOnlyOnce("Connection: ");
            assertThat(client.read(10)).isEqualTo("firstearly");
            String big = "x".repeat(100_000);
            client.send(big);
            assertThat(client.read(big.length())).isEqualTo(big);
            client.shutdownOutput();
            assertThat(client.read()).isEqualTo(-1);
        }
        String head = backEnd.take().head();
        assertThat(head)
                .contains(
                        "Upgrade: websocket\r\n",
                        "Connection: Upgrade\r\n",
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
    }

    @Test
    void serverThatClosesEndsTheTunnel() throws Exception {
        try (UpgradeClient client = open(exchange -> {
            exchange.write(SWITCH + "bye");
            exchange.socket.close();
        })) {
            client.send(UpgradeClient.REQUEST);
            client.readHead();
            assertThat(client.read(3)).isEqualTo("bye");
            assertThat(client.read()).isEqualTo(-1);
        }
    }

    @Test
    void clientThatClosesEndsTheTunnel() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        try (UpgradeClient client = open(exchange -> {
            exchange.write(SWITCH);
            echo(exchange);
            ended.countDown();
        })) {
            client.send(UpgradeClient.REQUEST);
            client.readHead();
        }
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void serverThatRefusesIsHeard() throws Exception {
        try (UpgradeClient client =
                open(exchange -> exchange.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno"))) {
            client.send(UpgradeClient.REQUEST);
            assertThat(client.readHead()).startsWith("HTTP/1.1 403 ");
            assertThat(client.read(2)).isEqualTo("no");
            // the connection goes on
            client.send(UpgradeClient.REQUEST);
            assertThat(client.readHead()).startsWith("HTTP/1.1 403 ");
        }
    }

    @Test
    void serverThatSwitchesToAnotherProtocolIsABadGateway() throws Exception {
        try (UpgradeClient client = open(exchange -> exchange.write(SWITCH.replace("websocket", "other")))) {
            client.send(UpgradeClient.REQUEST);
            assertThat(client.readHead()).startsWith("HTTP/1.1 502 ");
        }
    }

    @Test
    void idleTunnelEnds() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        try (UpgradeClient client = open(exchange -> {
            exchange.write(SWITCH);
            echo(exchange);
            ended.countDown();
        })) {
            ((ServerConnector) front.connector.getConnector()).setIdleTimeout(200);
            try (UpgradeClient idle = connect()) {
                idle.send(UpgradeClient.REQUEST);
                idle.readHead();
                assertThat(idle.read()).isEqualTo(-1);
            }
        }
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void tunnelHoldsNothingOfItsRequest() throws Exception {
        AtomicReference<WeakReference<Request>> request = new AtomicReference<>();
        backEnd = new BackEnd(exchange -> {
            exchange.write(SWITCH);
            echo(exchange);
        });
        startFront(new ProxyHandler.Reverse(received -> {
            request.set(new WeakReference<>(received));
            return uriOfBackEnd(received);
        }));
        try (UpgradeClient client = connect()) {
            client.send(UpgradeClient.REQUEST + "echo");
            client.readHead();
            assertThat(client.read(4)).isEqualTo("echo");
            Awaitility.await().untilAsserted(() -> {
                System.gc();
                assertThat(request.get().get()).isNull();
            });
            client.send("more");
            assertThat(client.read(4)).isEqualTo("more");
        }
    }
}
