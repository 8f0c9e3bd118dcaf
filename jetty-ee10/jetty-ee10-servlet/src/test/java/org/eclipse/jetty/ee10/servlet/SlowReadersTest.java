package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A response that fits in the aggregation buffer is sent after the servlet has returned, however slowly its client reads. */
class SlowReadersTest {
    private static final int READERS = 200;
    private static final int THREADS = 8;
    private static final int LENGTH = 400_000;

    private final AtomicInteger returned = new AtomicInteger();
    private final List<Socket> sockets = new ArrayList<>();
    private Server server;
    private ServerConnector connector;

    private void start(int aggregation) throws Exception {
        server = new Server(new QueuedThreadPool(THREADS));
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setOutputAggregationSize(aggregation);
        connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration));
        // less than the response, and not adapted by the system
        connector.setAcceptedSendBufferSize(16 * 1024);
        connector.setAcceptQueueSize(READERS);
        // the last reader begins when all others have ended, which takes its time on a busy machine
        connector.setIdleTimeout(Duration.ofMinutes(5).toMillis());
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        context.addServlet(new ServletHolder(new Large()), "/large");
        context.addServlet(new ServletHolder(new Small()), "/small");
        server.setHandler(context);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.stop();
    }

    private final class Large extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            byte[] part = new byte[4000];
            for (int i = 0; i < LENGTH / part.length; i++) {
                response.getOutputStream().write(part);
            }
            returned.incrementAndGet();
        }
    }

    private static final class Small extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getOutputStream().print("small");
        }
    }

    private Socket ask(String path) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setReceiveBufferSize(4096);
        socket.setSoTimeout(60_000);
        socket.connect(new InetSocketAddress("localhost", connector.getLocalPort()));
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static byte[] read(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        return in.readAllBytes();
    }

    @Test
    void slowReadersKeepNoThread() throws Exception {
        start(LENGTH + 1);
        List<Socket> readers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            readers.add(ask("/large"));
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> returned.get() == READERS);
        // nobody has read anything, and all threads serve others
        QueuedThreadPool pool = (QueuedThreadPool) server.getThreadPool();
        await().atMost(Duration.ofMinutes(1)).until(() -> pool.getUtilizedThreads() <= 1);
        assertThat(connector.getConnectedEndPoints()).hasSize(READERS);
        for (int i = 0; i < 20; i++) {
            assertThat(new String(read(ask("/small")), StandardCharsets.US_ASCII))
                    .endsWith("small");
        }
        assertThat(connector.getConnectedEndPoints()).hasSizeGreaterThanOrEqualTo(READERS);
        for (Socket reader : readers) {
            byte[] response = read(reader);
            assertThat(new String(response, 0, 15, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200 OK");
            assertThat(response.length).isBetween(LENGTH, LENGTH + 500);
        }
        await().atMost(Duration.ofMinutes(1))
                .until(() -> connector.getConnectedEndPoints().isEmpty());
    }

    @Test
    void withoutAggregationTheServletWaitsForItsClient() throws Exception {
        start(8192);
        Socket reader = ask("/large");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> connector.getConnectedEndPoints().size() == 1);
        assertThat(new String(read(ask("/small")), StandardCharsets.US_ASCII)).endsWith("small");
        assertThat(returned).as("the response is more than all buffers hold").hasValue(0);
        assertThat(read(reader).length).isGreaterThan(LENGTH);
        await().atMost(Duration.ofMinutes(1)).until(() -> returned.get() == 1);
    }
}
