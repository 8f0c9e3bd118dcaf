package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ten times more clients than the back end serves at once: a semaphore of 8, as a pool of database connections. There are
 * fewer threads than clients: without the limit, the clients of the back end would take all of them.
 */
class OverloadTest {
    private static final int CLIENTS = 80;
    private static final int THREADS = 48;

    private final Semaphore backEnd = new Semaphore(8);
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger served = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger other = new AtomicInteger();
    private volatile boolean enough;
    private ServerConnector connector;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void surplusIsRefusedAndWhatNeedsNoBackEndIsServed(boolean virtual) throws Exception {
        if (virtual) {
            assumeThat(VirtualThreads.areSupported())
                    .as("THIS JAVA HAS NO VIRTUAL THREADS: run this test on Java 21 or newer too")
                    .isTrue();
        }
        QueuedThreadPool pool = new QueuedThreadPool(THREADS);
        if (virtual) {
            pool.setVirtualThreadsExecutor(new VirtualThreadPool(THREADS));
        }
        Server server = new Server(pool);
        connector = new ServerConnector(server, 1, 1);
        server.addConnector(connector);
        QoSHandler qos = new QoSHandler(application());
        qos.setAdaptive(true);
        qos.setMaxRequestCount(44);
        qos.setMinRequestCount(4);
        qos.setMaxSuspendedRequestCount(2);
        qos.excludePath("/free");
        server.setHandler(qos);
        server.start();
        List<Thread> clients = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                Thread client = new Thread(this::overload);
                clients.add(client);
                client.start();
            }
            try (Socket free = connect()) {
                await().atMost(Duration.ofMinutes(1)).until(() -> {
                    assertThat(ask(free, "/free")).isEqualTo(200);
                    return served.get() > 2000 && refused.get() > 2000;
                });
                await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                    assertThat(ask(free, "/free")).isEqualTo(200);
                    assertThat(qos.getCurrentLimit()).isBetween(8, 32);
                });
            }
            assertThat(other).hasValue(0);
            assertThat(most.get()).isLessThanOrEqualTo(44);
            assertThat(qos.getTotalExceededRequestCount()).isPositive();
        } finally {
            enough = true;
            for (Thread client : clients) {
                client.join();
            }
            server.stop();
        }
    }

    private Handler application() {
        return new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                if (Request.getPathInContext(request).equals("/backend")) {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    backEnd.acquire();
                    try {
                        // what the back end takes
                        new Semaphore(0).tryAcquire(10, java.util.concurrent.TimeUnit.MILLISECONDS);
                    } finally {
                        backEnd.release();
                        inside.decrementAndGet();
                    }
                }
                Content.Sink.write(response, true, "ok", callback);
                return true;
            }
        };
    }

    private void overload() {
        try (Socket socket = connect()) {
            while (!enough) {
                switch (ask(socket, "/backend")) {
                    case 200 -> served.incrementAndGet();
                    case 503 -> {
                        refused.incrementAndGet();
                        // a client that asks again at once would only measure the processor
                        new Semaphore(0).tryAcquire(10, java.util.concurrent.TimeUnit.MILLISECONDS);
                    }
                    default -> other.incrementAndGet();
                }
            }
        } catch (IOException | InterruptedException x) {
            other.incrementAndGet();
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("localhost", connector.getLocalPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(30_000);
        return socket;
    }

    /** Asks over a persistent connection; returns the status. */
    private static int ask(Socket socket, String path) throws IOException {
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: h\r\nAccept: text/plain\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            if (c < 0) {
                throw new IOException("closed after " + head);
            }
            head.append((char) c);
        }
        String length = head.substring(head.indexOf("Content-Length: ") + 16);
        in.skipNBytes(Integer.parseInt(length.substring(0, length.indexOf('\r'))));
        return Integer.parseInt(head.substring(9, 12));
    }
}
