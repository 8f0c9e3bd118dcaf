package org.eclipse.jetty.unixdomain.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.ForwardedRequestCustomizer;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnixDomainServerConnectorTest {
    @TempDir
    Path directory;

    private final Server server = new Server();
    private UnixDomainServerConnector connector;

    private void start(int acceptors, HttpConfiguration configuration) throws Exception {
        connector = new UnixDomainServerConnector(server, acceptors, 1, new HttpConnectionFactory(configuration));
        connector.setUnixDomainPath(directory.resolve("s"));
        connector.setAcceptedReceiveBufferSize(4096);
        connector.setAcceptedSendBufferSize(4096);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                String text = Request.getServerName(request) + " " + Request.getRemoteAddr(request) + " "
                        + request.isSecure();
                Content.Sink.write(response, true, text, callback);
                return true;
            }
        });
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        assertThat(directory.resolve("s")).doesNotExist();
    }

    private String ask(String... fields) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(directory.resolve("s")))) {
            String request = "GET / HTTP/1.1\r\nHost: front.example\r\nConnection: close\r\n"
                    + String.join("\r\n", fields) + (fields.length == 0 ? "\r\n" : "\r\n\r\n");
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            ByteBuffer response = ByteBuffer.allocate(100_000);
            while (channel.read(response) >= 0) {
                // up to the end
            }
            return new String(response.array(), 0, response.position(), StandardCharsets.US_ASCII);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void requestsAreServed(int acceptors) throws Exception {
        start(acceptors, new HttpConfiguration());
        for (int i = 0; i < 3; i++) {
            assertThat(ask())
                    .startsWith("HTTP/1.1 200 ")
                    .contains("front.example ")
                    .endsWith(" false");
        }
        assertThat(connector.getLocalSocketAddress()).isEqualTo(UnixDomainSocketAddress.of(directory.resolve("s")));
    }

    @Test
    void proxyAtTheSocketIsBelievedIfSoSet() throws Exception {
        HttpConfiguration configuration = new HttpConfiguration();
        ForwardedRequestCustomizer customizer = new ForwardedRequestCustomizer();
        customizer.setForwardedTrusted("unix");
        configuration.addCustomizer(customizer);
        start(1, configuration);
        assertThat(ask("X-Forwarded-For: 6.6.6.6, 192.0.2.1", "X-Forwarded-Proto: https"))
                .endsWith("front.example 192.0.2.1 true");
        customizer.setForwardedTrusted("10.0.0.0/8");
        assertThat(ask("X-Forwarded-For: 192.0.2.1")).doesNotContain("192.0.2.1");
    }

    @Test
    void fileThatNoProcessListensOnIsReplaced() throws Exception {
        ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        killed.bind(UnixDomainSocketAddress.of(directory.resolve("s")));
        killed.close();
        assertThat(directory.resolve("s")).exists();
        start(1, new HttpConfiguration());
        assertThat(ask()).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void socketOfAnotherProcessIsNotTaken() throws Exception {
        try (ServerSocketChannel other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            other.bind(UnixDomainSocketAddress.of(directory.resolve("s")));
            assertThatThrownBy(() -> start(1, new HttpConfiguration()))
                    .hasMessageContaining("another process listens on it");
            assertThat(directory.resolve("s")).exists();
        }
        Files.delete(directory.resolve("s"));
    }

    @Test
    void otherFileIsNotReplaced() throws Exception {
        Files.writeString(directory.resolve("s"), "precious");
        assertThatThrownBy(() -> start(1, new HttpConfiguration()))
                .isInstanceOf(BindException.class)
                .hasMessageContaining("(expected: no file, or a socket)");
        assertThat(directory.resolve("s")).hasContent("precious");
        Files.delete(directory.resolve("s"));
    }

    @Test
    void pathThatIsTooLongIsRefused() {
        UnixDomainServerConnector other = new UnixDomainServerConnector(server);
        assertThatThrownBy(() -> other.setUnixDomainPath(Path.of("/" + "x".repeat(107))))
                .hasMessageContaining("of 108 bytes (expected: at most 107)");
    }

    @Test
    void acceptingCanPause() throws Exception {
        start(0, new HttpConfiguration());
        connector.setAccepting(false);
        connector.setAccepting(true);
        assertThat(ask()).startsWith("HTTP/1.1 200 ");
    }
}
