package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What keeps a server from being replaced, and that a connector which accepts no more loses no connection. */
class RestartServiceTest {
    private final Server server = new Server();
    private final ShutdownService shutdown = new ShutdownService("127.0.0.1", 0, "key", false);
    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void release() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        shutdown.stop();
        server.stop();
    }

    private ServerConnector connector(int acceptors) {
        ServerConnector connector = new ServerConnector(server, acceptors, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        return connector;
    }

    private void start() throws Exception {
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                response.setStatus(204);
                callback.succeeded();
                return true;
            }
        });
        server.addBean(new RestartService(server, shutdown));
        server.start();
        shutdown.start();
    }

    private Socket connect(int port) throws Exception {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(30_000);
        sockets.add(socket);
        return socket;
    }

    private static String answer(Socket socket) throws Exception {
        OutputStream out = socket.getOutputStream();
        out.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        return new String(in.readNBytes(12), StandardCharsets.US_ASCII);
    }

    private String restart() throws Exception {
        Socket socket = connect(shutdown.getLocalPort());
        socket.getOutputStream().write("key\r\nrestart\r\n".getBytes(StandardCharsets.US_ASCII));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void connectorThatIsNoSocketCannotBeHandedOver() throws Exception {
        connector(1);
        server.addConnector(new LocalConnector(server));
        start();
        assertThat(restart()).startsWith("Failed: ").contains("(expected: an open ServerConnector)");
    }

    @Test
    void closedPackageOfTheJdkIsToldWithTheRemedy() throws Exception {
        ServerConnector connector = connector(1);
        start();
        assertThat(restart())
                .isEqualTo(
                        "Failed: sockets cannot be handed over unless the JVM is started with"
                                + " --add-opens java.base/sun.nio.ch=ALL-UNNAMED --add-opens java.base/java.lang=ALL-UNNAMED\r\n");
        assertThat(answer(connect(connector.getLocalPort()))).isEqualTo("HTTP/1.1 204");
    }

    @Test
    void serverWithoutConnectorIsNotReplaced() throws Exception {
        start();
        assertThat(restart()).isEqualTo("Failed: the server has no connector\r\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void connectionsThatComeWhenNoneAreAcceptedStayInTheQueue(int acceptors) throws Exception {
        ServerConnector connector = connector(acceptors);
        start();
        Socket before = connect(connector.getLocalPort());
        assertThat(answer(before)).isEqualTo("HTTP/1.1 204");
        connector.stopAccepting(true);
        assertThat(connector.isInAccept()).isFalse();
        List<Socket> waiting = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waiting.add(connect(connector.getLocalPort()));
        }
        connector.setAccepting(true);
        for (Socket socket : waiting) {
            assertThat(answer(socket)).isEqualTo("HTTP/1.1 204");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void queueThatIsNotSharedIsEmptiedBeforeItIsClosed(int acceptors) throws Exception {
        ServerConnector connector = connector(acceptors);
        start();
        connector.stopAccepting(true);
        List<Socket> waiting = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waiting.add(connect(connector.getLocalPort()));
        }
        connector.stopAccepting(false);
        assertThat(connector.isOpen()).isFalse();
        for (Socket socket : waiting) {
            assertThat(answer(socket)).isEqualTo("HTTP/1.1 204");
        }
    }
}
