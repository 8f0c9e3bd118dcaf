package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server over real sockets. */
class ServerConnectorTest {
    private static final int LARGE = 8 << 20;

    private final PoisoningByteBufferPool pool = new PoisoningByteBufferPool();
    private final AtomicInteger active = new AtomicInteger();
    private final CountDownLatch release = new CountDownLatch(1);
    private Server server;
    private ServerConnector connector;

    private void start(int acceptors, int maxThreads) throws Exception {
        QueuedThreadPool threads = new QueuedThreadPool(maxThreads, 4);
        server = new Server(threads, null, pool);
        connector = new ServerConnector(server, acceptors, 1);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                switch (Request.getPathInContext(request)) {
                    case "/echo" -> Content.copy(request, response, callback);
                    case "/large" -> response.write(true, ByteBuffer.allocate(LARGE), callback);
                    case "/block" -> {
                        active.incrementAndGet();
                        release.await(30, TimeUnit.SECONDS);
                        response.write(true, text("unblocked"), callback);
                    }
                    case "/read" -> {
                        String content = Content.Source.asString(request);
                        response.write(true, text(content), callback);
                    }
                    default -> response.write(true, text("hello"), callback);
                }
                return true;
            }
        });
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.stop();
        }
        BufferChecks.assertAllReleased(pool);
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("localhost", connector.getLocalPort());
        socket.setSoTimeout(30_000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        OutputStream output = socket.getOutputStream();
        output.write(text.getBytes(StandardCharsets.ISO_8859_1));
        output.flush();
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    private static String readUntil(Socket socket, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        InputStream input = socket.getInputStream();
        int b;
        while (text.indexOf(end) < 0 && (b = input.read()) >= 0) {
            text.append((char) b);
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void keepAliveConnectionServesManyRequests(int acceptors) throws Exception {
        start(acceptors, 8);
        try (Socket socket = connect()) {
            for (int i = 0; i < 1000; i++) {
                send(socket, get("/"));
                assertThat(readUntil(socket, "hello")).startsWith("HTTP/1.1 200");
            }
        }
        Awaitility.await().until(() -> connector.getConnectedEndPoints().isEmpty());
    }

    @Test
    void slowReaderGetsALargeResponse() throws Exception {
        start(1, 8);
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(4096);
            socket.connect(new InetSocketAddress("localhost", connector.getLocalPort()));
            socket.setSoTimeout(30_000);
            send(socket, get("/large").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
            assertThat(readUntil(socket, "\r\n\r\n")).contains("Content-Length: " + LARGE);
            assertThat(socket.getInputStream().readAllBytes()).hasSize(LARGE);
        }
    }

    @Test
    void readerThatGoesAwayLosesNothingElse() throws Exception {
        start(1, 8);
        for (int i = 0; i < 20; i++) {
            try (Socket socket = connect()) {
                send(socket, get("/large"));
                socket.setSoLinger(true, 0);
            }
        }
        try (Socket socket = connect()) {
            send(socket, get("/"));
            assertThat(readUntil(socket, "hello")).startsWith("HTTP/1.1 200");
        }
        Awaitility.await().until(() -> connector.getConnectedEndPoints().isEmpty());
    }

    @Test
    void blockedHandlersDoNotKeepOthersFromBeingServed() throws Exception {
        start(1, 16);
        List<Socket> blocked = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Socket socket = connect();
            blocked.add(socket);
            send(socket, get("/block"));
        }
        Awaitility.await().until(() -> active.get() == 8);
        try (Socket socket = connect()) {
            send(socket, get("/"));
            assertThat(readUntil(socket, "hello")).startsWith("HTTP/1.1 200");
        }
        release.countDown();
        for (Socket socket : blocked) {
            assertThat(readUntil(socket, "unblocked")).startsWith("HTTP/1.1 200");
            socket.close();
        }
    }

    @Test
    void connectionThatWaitsForAThreadIsQueuedOnce() throws Exception {
        start(1, 6);
        List<Socket> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Socket socket = connect();
            waiting.add(socket);
            send(socket, get("/block"));
        }
        QueuedThreadPool threads = (QueuedThreadPool) server.getThreadPool();
        Awaitility.await().until(() -> active.get() > 0 && threads.getQueueSize() > 0);
        Awaitility.await()
                .during(200, TimeUnit.MILLISECONDS)
                .atMost(30, TimeUnit.SECONDS)
                .until(() -> threads.getQueueSize() <= 24);
        release.countDown();
        for (Socket socket : waiting) {
            assertThat(readUntil(socket, "unblocked")).startsWith("HTTP/1.1 200");
            socket.close();
        }
    }

    @Test
    void blockingReadsOfSlowSendersDoNotKeepTheSelector() throws Exception {
        start(1, 16);
        List<Socket> senders = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Socket socket = connect();
            senders.add(socket);
            send(socket, "POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabcde");
        }
        try (Socket socket = connect()) {
            send(socket, get("/"));
            assertThat(readUntil(socket, "hello")).startsWith("HTTP/1.1 200");
        }
        for (Socket socket : senders) {
            send(socket, "fghij");
            assertThat(readUntil(socket, "abcdefghij")).startsWith("HTTP/1.1 200");
            socket.close();
        }
    }

    @Test
    void manyClientsAtOnceAreAllServed() throws Exception {
        start(1, 16);
        ExecutorService clients = Executors.newFixedThreadPool(16);
        try {
            List<Future<Integer>> results = new ArrayList<>();
            for (int c = 0; c < 16; c++) {
                results.add(clients.submit(() -> {
                    int served = 0;
                    for (int k = 0; k < 10; k++) {
                        try (Socket socket = connect()) {
                            for (int i = 0; i < 20; i++) {
                                String body = "x".repeat(i * 100) + "END";
                                send(
                                        socket,
                                        "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length()
                                                + "\r\n\r\n" + body);
                                if (readUntil(socket, "END").startsWith("HTTP/1.1 200")) {
                                    served++;
                                }
                            }
                        }
                    }
                    return served;
                }));
            }
            for (Future<Integer> result : results) {
                assertThat(result.get(60, TimeUnit.SECONDS)).isEqualTo(200);
            }
        } finally {
            clients.shutdownNow();
        }
    }

    @Test
    void portInUseIsNamed() throws Exception {
        start(1, 8);
        Server other = new Server();
        ServerConnector second = new ServerConnector(other);
        second.setPort(connector.getLocalPort());
        other.addConnector(second);
        assertThatThrownBy(other::start)
                .hasMessageContaining("cannot bind")
                .hasMessageContaining(Integer.toString(connector.getLocalPort()));
        other.stop();
    }

    @Test
    void stoppedServerRefusesConnectionsAndStartsAgain() throws Exception {
        start(1, 8);
        int port = connector.getLocalPort();
        server.stop();
        assertThatThrownBy(() -> new Socket("localhost", port)).isInstanceOf(IOException.class);
        server.start();
        try (Socket socket = connect()) {
            send(socket, get("/"));
            assertThat(readUntil(socket, "hello")).startsWith("HTTP/1.1 200");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void connectorThatMustNotAcceptYetStartsWithoutDoingSo(int acceptors) throws Exception {
        server = new Server();
        connector = new ServerConnector(server, acceptors, 1);
        connector.setAccepting(false);
        server.addConnector(connector);
        server.setHandler(LocalServer.answer("hello"));
        server.start();
        try (Socket socket = connect()) {
            send(socket, get("/"));
            selected();
            assertThat(connector.getConnectedEndPoints()).isEmpty();
            connector.setAccepting(true);
            assertThat(readUntil(socket, "hello")).startsWith("HTTP/1.1 200 ");
        }
    }

    /** Returns once the selector has selected, and has handled what was ready when this was called. */
    private void selected() throws Exception {
        for (ManagedSelector selector : connector.getSelectorManager().getBeans(ManagedSelector.class)) {
            for (int i = 0; i < 2; i++) {
                CountDownLatch updated = new CountDownLatch(1);
                selector.submit(s -> updated.countDown());
                assertThat(updated.await(30, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    @Test
    void idleConnectionsAreClosed() throws Exception {
        start(1, 8);
        try (Socket socket = connect()) {
            send(socket, get("/"));
            readUntil(socket, "hello");
            connector.getConnectedEndPoints().forEach(endPoint -> endPoint.setIdleTimeout(100));
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        connector.setIdleTimeout(100);
        try (Socket socket = connect()) {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }
}
