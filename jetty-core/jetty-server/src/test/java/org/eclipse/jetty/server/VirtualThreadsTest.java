package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What runs in virtual threads, and what happens when there are too few. */
@EnabledForJreRange(
        min = JRE.JAVA_21,
        disabledReason = "THIS JAVA HAS NO VIRTUAL THREADS: run these tests on Java 21 or newer too")
class VirtualThreadsTest {
    private final VirtualThreadPool virtual = new VirtualThreadPool(2);
    private final Semaphore release = new Semaphore(0);
    private final AtomicInteger inside = new AtomicInteger();
    private final List<Socket> clients = new ArrayList<>();
    private Server server;
    private ServerConnector connector;

    @BeforeEach
    void create() {
        QueuedThreadPool pool = new QueuedThreadPool(8, 4);
        pool.setVirtualThreadsExecutor(virtual);
        server = new Server(pool);
        connector = new ServerConnector(server, 1, 1);
        server.addConnector(connector);
    }

    private void start(Handler handler) throws Exception {
        server.setHandler(handler);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        release.release(1000);
        for (Socket client : clients) {
            client.close();
        }
        server.stop();
        assertThat(virtual.getThreads()).isZero();
    }

    private Socket open() throws IOException {
        Socket socket = new Socket("localhost", connector.getLocalPort());
        socket.setSoTimeout(30_000);
        clients.add(socket);
        return socket;
    }

    /** Opens connections, so that from now on no task but requests comes from them. */
    private void open(int count) throws IOException {
        while (clients.size() < count) {
            open();
        }
        await().until(() -> connector.getConnectedEndPoints().size() == count && virtual.getThreads() == 0);
    }

    private static void ask(Socket socket, String path) throws IOException {
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
    }

    private Socket ask(String path) throws IOException {
        Socket socket = open();
        ask(socket, path);
        return socket;
    }

    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    private Handler blocking() {
        return new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                inside.incrementAndGet();
                release.acquire();
                Content.Sink.write(response, true, "ok", callback);
                return true;
            }
        };
    }

    @ParameterizedTest
    @EnumSource
    void onlyWhatMayBlockRunsInAVirtualThread(org.eclipse.jetty.util.thread.Invocable.InvocationType type)
            throws Exception {
        start(new Handler.Abstract(type) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Content.Sink.write(response, true, "virtual=" + VirtualThreads.isVirtualThread(), callback);
                return true;
            }
        });
        assertThat(answer(ask("/"))).endsWith("virtual=" + (type == Handler.InvocationType.BLOCKING));
    }

    @Test
    void connectionsThatMayNotBeServedAreNotReadAndWaitWithoutAThread() throws Exception {
        start(blocking());
        open(50);
        for (Socket client : clients) {
            ask(client, "/");
        }
        await().until(() -> virtual.getQueueSize() == 48 && inside.get() == 2);
        assertThat(virtual.getThreads()).isEqualTo(2);
        release.release(50);
        for (Socket client : clients) {
            assertThat(answer(client)).endsWith("ok");
        }
        assertThat(inside).hasValue(50);
    }

    @Test
    void acceptingStopsLastAndGoesOnAfterwards() throws Exception {
        virtual.setMaxQueuedTasks(16);
        start(blocking());
        open(10);
        for (Socket client : clients) {
            ask(client, "/");
        }
        await().until(() -> virtual.getQueueSize() == 8);
        await().until(() -> !connector.isAccepting());
        release.release(4);
        await().until(() -> inside.get() == 6);
        assertThat(connector.isAccepting()).isFalse();
        release.release(6);
        await().until(connector::isAccepting);
        for (Socket client : clients) {
            assertThat(answer(client)).endsWith("ok");
        }
        release.release();
        assertThat(answer(ask("/later"))).endsWith("ok");
    }

    @Test
    void beyondTheQueueAConnectionIsClosedAndCounted() throws Exception {
        virtual.setMaxQueuedTasks(1);
        start(blocking());
        for (int i = 1; i <= 4; i++) {
            open(i);
        }
        for (int i = 0; i < 4; i++) {
            ask(clients.get(i), "/");
            int expected = Math.min(i + 1, 2);
            int waiting = i < 2 ? 0 : 1;
            await().until(() -> inside.get() == expected && virtual.getQueueSize() == waiting);
        }
        assertThat(read(clients.get(3))).doesNotContain("ok");
        assertThat(virtual.getRefusedTasks()).isEqualTo(1);
        assertThat(connector.isAccepting()).isFalse();
        release.release(3);
        for (int i = 0; i < 3; i++) {
            assertThat(read(clients.get(i))).endsWith("ok");
        }
        await().until(() -> connector.getConnectedEndPoints().isEmpty());
        await().until(connector::isAccepting);
    }

    private static String read(Socket client) {
        try {
            return answer(client);
        } catch (IOException reset) {
            return reset.toString();
        }
    }
}
