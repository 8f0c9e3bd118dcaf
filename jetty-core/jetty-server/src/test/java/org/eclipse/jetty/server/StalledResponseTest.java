package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that reads nothing of a response, while the application is not interested in idle timeouts. */
class StalledResponseTest {
    private final Server server = new Server();
    private final CompletableFuture<Throwable> failed = new CompletableFuture<>();

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private ServerConnector start(long minResponseDataRate, long idleTimeout) throws Exception {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setMinResponseDataRate(minResponseDataRate);
        ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(configuration));
        connector.setIdleTimeout(idleTimeout);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                request.addIdleTimeoutListener(x -> false);
                // the kernel takes megabytes of it at once, which is no merit of the client
                response.write(true, ByteBuffer.allocate(64 << 20), Callback.from(callback, x -> {
                    if (x != null) {
                        failed.complete(x);
                    }
                }));
                return true;
            }
        });
        server.start();
        return connector;
    }

    @ParameterizedTest
    @ValueSource(longs = {240, 0})
    void connectionIsClosedWhateverListenersSay(long minResponseDataRate) throws Exception {
        ServerConnector connector = start(minResponseDataRate, 500);
        try (Socket socket = new Socket("localhost", connector.getLocalPort())) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(failed.get(60, TimeUnit.SECONDS)).isInstanceOfAny(TimeoutException.class, IOException.class);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> connector.getConnectedEndPoints().isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {240, 0})
    void clientThatReadsOnWithinTheTimeoutGetsAll(long minResponseDataRate) throws Exception {
        ServerConnector connector = start(minResponseDataRate, 15_000);
        try (Socket socket = new Socket("localhost", connector.getLocalPort())) {
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().readAllBytes().length).isGreaterThan(64 << 20);
        }
        assertThat(failed).isNotDone();
    }
}
