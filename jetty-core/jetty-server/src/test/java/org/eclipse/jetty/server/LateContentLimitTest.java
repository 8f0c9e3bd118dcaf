package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that drip content to a handler which blocks get no more than their share of the threads. */
class LateContentLimitTest {
    private static final int THREADS = 8;
    private static final int CLIENTS = 50;
    private static final String POST = "POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n";

    private final Server server = new Server(new QueuedThreadPool(THREADS));
    private final ServerConnector connector = new ServerConnector(server, 1, 1);
    private final List<Socket> clients = new ArrayList<>();

    @BeforeEach
    void begin() {
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                response.write(true, Content.Source.asByteBuffer(request), callback);
                return true;
            }
        });
    }

    @AfterEach
    void end() throws Exception {
        for (Socket client : clients) {
            client.close();
        }
        server.stop();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Content-Length: 2\\r\\n\\r\\na | b",
                "Content-Length: 2\\r\\n\\r\\n | ab",
                "Transfer-Encoding: chunked\\r\\n\\r\\n2\\r\\na | b\\r\\n0\\r\\n\\r\\n"
            })
    void othersAreServedMeanwhileAndTheSlowOnesInTheirTurn(String begin, String rest) throws Exception {
        server.start();
        LateContentLimit limit = server.getLateContentLimit();
        for (int i = 0; i < CLIENTS; i++) {
            send(connect(), POST + begin.strip());
        }
        await().until(() -> limit.getWaitingRequests() == CLIENTS - THREADS / 2);
        assertThat(limit.getThreads()).isEqualTo(THREADS / 2);

        Socket get = connect();
        send(get, "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
        assertThat(read(get)).startsWith("HTTP/1.1 200");
        Socket whole = connect();
        send(whole, POST + "Content-Length: 5\r\n\r\nwhole");
        assertThat(read(whole)).startsWith("HTTP/1.1 200").endsWith("whole");

        for (Socket slow : clients.subList(0, CLIENTS)) {
            send(slow, rest.strip());
        }
        for (Socket slow : clients.subList(0, CLIENTS)) {
            assertThat(read(slow)).startsWith("HTTP/1.1 200").endsWith("ab");
        }
        await().until(() -> limit.getThreads() == 0);
        assertThat(limit.getWaitingRequests()).isZero();
        assertThat(limit.getDelayedRequests()).isEqualTo(CLIENTS - THREADS / 2);
    }

    @Test
    void whoWaitsIsLetGoWhenTheServerStops() throws Exception {
        server.start();
        for (int i = 0; i < CLIENTS; i++) {
            send(connect(), POST + "Content-Length: 2\r\n\r\na");
        }
        await().until(() -> server.getLateContentLimit().getWaitingRequests() == CLIENTS - THREADS / 2);
        server.stop();
        for (Socket client : clients) {
            assertThat(readToEnd(client)).doesNotStartWith("HTTP/1.1 200");
        }
    }

    @Test
    void handlersThatDoNotBlockNeedNoLimit() throws Exception {
        server.setHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Content.Source.consumeAll(request, callback);
                return true;
            }
        });
        // clients are slow here
        connector
                .getConnectionFactory(HttpConnectionFactory.class)
                .getHttpConfiguration()
                .setMinRequestDataRate(0);
        server.start();
        for (int i = 0; i < CLIENTS; i++) {
            send(connect(), POST + "Content-Length: 2\r\n\r\na");
        }
        for (Socket client : clients) {
            send(client, "b");
            assertThat(read(client)).startsWith("HTTP/1.1 200");
        }
        assertThat(server.getLateContentLimit().getDelayedRequests()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, Integer.MIN_VALUE})
    void aLimitThatIsNoneIsRefused(int threads) {
        assertThatThrownBy(() -> server.getLateContentLimit().setMaxThreads(threads))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(String.valueOf(threads));
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("localhost", connector.getLocalPort());
        clients.add(socket);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.replace("\\r\\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static String read(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    /** What comes before the end, however the connection ends. */
    private static String readToEnd(Socket socket) {
        try {
            return read(socket);
        } catch (IOException x) {
            return x.toString();
        }
    }
}
