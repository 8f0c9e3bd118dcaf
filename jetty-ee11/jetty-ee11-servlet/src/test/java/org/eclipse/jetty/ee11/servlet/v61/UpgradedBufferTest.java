package org.eclipse.jetty.ee11.servlet.v61;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Byte buffers on connections that are upgraded (Servlet 6.1). */
class UpgradedBufferTest {
    private static final Queue<Throwable> FAILURES = new ConcurrentLinkedQueue<>();

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    /** Sends back what comes, by blocking, until the end. */
    public static class Blocking implements HttpUpgradeHandler {
        @Override
        public void init(WebConnection connection) {
            try (connection) {
                ByteBuffer buffer = ByteBuffer.allocate(100);
                buffer.position(7);
                while (connection.getInputStream().read(buffer) >= 0) {
                    assertThat(buffer.position()).isEqualTo(7);
                    connection.getOutputStream().write(buffer);
                    assertThat(buffer.hasRemaining()).isFalse();
                    buffer.limit(100).position(7);
                }
            } catch (Throwable x) {
                FAILURES.add(x);
            }
        }

        @Override
        public void destroy() {}
    }

    /** Sends back what comes, driven by both listeners, until the end. */
    public static class Listening implements HttpUpgradeHandler, ReadListener, WriteListener {
        private WebConnection connection;
        private ServletInputStream in;
        private ServletOutputStream out;
        private boolean over;

        @Override
        public void init(WebConnection webConnection) {
            try {
                connection = webConnection;
                in = connection.getInputStream();
                out = connection.getOutputStream();
                in.setReadListener(this);
                out.setWriteListener(this);
            } catch (IOException x) {
                FAILURES.add(x);
            }
        }

        @Override
        public void onWritePossible() throws IOException {
            onDataAvailable();
            if (over && out.isReady()) {
                finish();
            }
        }

        @Override
        public void onDataAvailable() throws IOException {
            while (out.isReady() && in.isReady() && !in.isFinished()) {
                // a buffer of its own for each write, which may be on its way still
                ByteBuffer buffer = ByteBuffer.allocate(100);
                if (in.read(buffer) > 0) {
                    out.write(buffer);
                }
            }
        }

        @Override
        public void onAllDataRead() {
            over = true;
            if (out.isReady()) {
                finish();
            }
        }

        private void finish() {
            try {
                connection.close();
            } catch (Exception x) {
                FAILURES.add(x);
            }
        }

        @Override
        public void onError(Throwable x) {
            FAILURES.add(x);
        }

        @Override
        public void destroy() {}
    }

    @BeforeEach
    void start() throws Exception {
        FAILURES.clear();
        ServletContextHandler context = new ServletContextHandler("/", 0);
        context.addServlet(
                new HttpServlet() {
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response)
                            throws IOException, ServletException {
                        if (request.getPathInfo().equals("/Blocking")) {
                            request.upgrade(Blocking.class);
                        } else {
                            request.upgrade(Listening.class);
                        }
                    }
                },
                "/*");
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(context);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Blocking", "Listening"})
    void upgradedConnectionReadsAndWritesBuffers(String kind) throws Exception {
        String text = "0123456789".repeat(1000);
        try (Socket socket = new Socket("127.0.0.1", connector.getLocalPort())) {
            socket.setSoTimeout(60_000);
            String request = "GET /" + kind + " HTTP/1.1\r\nHost: l\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n";
            socket.getOutputStream().write((request + text).getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(all).startsWith("HTTP/1.1 101 ").endsWith("\r\n\r\n" + text);
        }
        assertThat(FAILURES).isEmpty();
    }
}
