package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that goes on sending after it was answered for good. */
class RefusedSenderTest {
    private static final long MUCH = 1L << 30;

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    @BeforeEach
    void start() throws Exception {
        server.addConnector(connector);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: h\r\nno field\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1099511627776\r\n\r\n"
            })
    void connectionIsClosedLongBeforeAllHasCome(String head) throws Exception {
        try (Socket socket = new Socket("localhost", connector.getLocalPort())) {
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            byte[] content = new byte[1 << 16];
            long sent = 0;
            try {
                while (sent < MUCH) {
                    socket.getOutputStream().write(content);
                    sent += content.length;
                }
            } catch (IOException x) {
                // closed
            }
            assertThat(sent).isLessThan(MUCH);
        }
    }
}
