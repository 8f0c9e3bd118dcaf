package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads whose pool is renewed end, also those that wait for idle connections, and others serve on. */
class RenewedThreadsTest {
    private static final byte[] REQUEST = "GET / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    private final QueuedThreadPool pool = new QueuedThreadPool(8);
    private final Server server = new Server(pool);
    private final ServerConnector connector = new ServerConnector(server, 0, 2);

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void threadsThatWaitForIdleConnectionsEndAndOthersServeThem() throws Exception {
        pool.setName("renewed");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                callback.succeeded();
                return true;
            }
        });
        server.start();
        try (Socket first = connect();
                Socket second = connect();
                Socket third = connect()) {
            List<Socket> sockets = List.of(first, second, third);
            for (int i = 0; i < 3; i++) {
                for (Socket socket : sockets) {
                    ask(socket);
                }
                List<Thread> before = threads();
                pool.renewThreads();
                Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> before.stream()
                        .noneMatch(Thread::isAlive));
            }
            for (Socket socket : sockets) {
                ask(socket);
            }
        }
    }

    private List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("renewed-"))
                .toList();
    }

    private Socket connect() throws Exception {
        Socket socket = new Socket("localhost", connector.getLocalPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void ask(Socket socket) throws Exception {
        socket.getOutputStream().write(REQUEST);
        byte[] answer = new byte[12];
        assertThat(socket.getInputStream().readNBytes(answer, 0, 12)).isEqualTo(12);
        assertThat(new String(answer, StandardCharsets.ISO_8859_1)).isEqualTo("HTTP/1.1 200");
        int read = 0;
        StringBuilder rest = new StringBuilder();
        while (!rest.toString().endsWith("\r\n\r\n")
                && (read = socket.getInputStream().read()) >= 0) {
            rest.append((char) read);
        }
    }
}
