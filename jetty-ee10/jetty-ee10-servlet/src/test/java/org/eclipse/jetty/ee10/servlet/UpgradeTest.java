package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HttpServletRequest.upgrade (Servlet section 2.3.3.5). */
class UpgradeTest {
    private static final Queue<String> EVENTS = new ConcurrentLinkedQueue<>();

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final ServletContextHandler context = new ServletContextHandler("/app", 0);

    /** Answers each line by itself in capitals, until one is "end". */
    public static class Blocking implements HttpUpgradeHandler {
        @Override
        public void init(WebConnection connection) {
            EVENTS.add("init " + (Thread.currentThread().getContextClassLoader() != null));
            try (connection) {
                InputStream in = connection.getInputStream();
                StringBuilder line = new StringBuilder();
                for (int b; (b = in.read()) >= 0; ) {
                    line.append((char) b);
                    if (b != '\n') {
                        continue;
                    }
                    connection.getOutputStream().print(line.toString().toUpperCase());
                    if (line.toString().equals("end\n")) {
                        return;
                    }
                    line.setLength(0);
                }
                EVENTS.add("eof");
            } catch (Exception x) {
                EVENTS.add(x.getClass().getSimpleName());
            }
        }

        @Override
        public void destroy() {
            EVENTS.add("destroy");
        }
    }

    /** Sends back what comes, driven by both listeners. */
    public static class Echo implements HttpUpgradeHandler, ReadListener, WriteListener {
        private final byte[] buffer = new byte[1000];
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
                EVENTS.add(x.toString());
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
                int read = in.read(buffer);
                if (read > 0) {
                    out.write(buffer, 0, read);
                }
            }
        }

        @Override
        public void onAllDataRead() {
            EVENTS.add("all");
            over = true;
            if (out.isReady()) {
                finish();
            }
        }

        private void finish() {
            try {
                connection.close();
            } catch (Exception x) {
                EVENTS.add(x.toString());
            }
        }

        @Override
        public void onError(Throwable x) {
            EVENTS.add("error " + x.getClass().getSimpleName());
        }

        @Override
        public void destroy() {
            EVENTS.add("destroy");
        }
    }

    public static class Failing implements HttpUpgradeHandler {
        @Override
        public void init(WebConnection connection) {
            throw new IllegalStateException("init fails");
        }

        @Override
        public void destroy() {
            EVENTS.add("destroy");
        }
    }

    public static class NoHandler implements HttpUpgradeHandler {
        public NoHandler(String none) {}

        @Override
        public void init(WebConnection connection) {}

        @Override
        public void destroy() {}
    }

    private static final HttpServlet SERVLET = new HttpServlet() {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            switch (request.getPathInfo()) {
                case "/blocking" -> {
                    response.setHeader("Upgrade", "lines");
                    response.setHeader("X-More", "yes");
                    request.upgrade(Blocking.class);
                }
                case "/echo" -> request.upgrade(Echo.class);
                case "/failing" -> request.upgrade(Failing.class);
                case "/thrown" -> {
                    request.upgrade(Blocking.class);
                    throw new ServletException("after the upgrade");
                }
                case "/committed" -> {
                    response.flushBuffer();
                    try {
                        request.upgrade(Blocking.class);
                    } catch (IllegalStateException x) {
                        response.getWriter().print(x.getMessage().replace(Blocking.class.getName(), "it"));
                    }
                }
                default -> {
                    try {
                        request.upgrade(NoHandler.class);
                    } catch (ServletException x) {
                        response.getWriter().print(x.getMessage());
                    }
                }
            }
        }
    };

    @BeforeEach
    void start() throws Exception {
        EVENTS.clear();
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(30000);
        server.addConnector(connector);
        context.addServlet(new ServletHolder(SERVLET), "/*");
        server.setHandler(context);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private Socket connect(String path, String after) throws IOException {
        Socket socket = new Socket("127.0.0.1", connector.getLocalPort());
        socket.setSoTimeout(60000);
        send(
                socket,
                "GET /app" + path + " HTTP/1.1\r\nHost: local\r\nConnection: Upgrade\r\nUpgrade: one, two\r\n\r\n"
                        + after);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String head(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = socket.getInputStream().read();
            if (b < 0) {
                break;
            }
            head.append((char) b);
        }
        return head.toString();
    }

    private static String read(Socket socket, int length) throws IOException {
        return new String(socket.getInputStream().readNBytes(length), StandardCharsets.ISO_8859_1);
    }

    private static void destroyed() {
        await().atMost(Duration.ofMinutes(1)).until(() -> EVENTS.contains("destroy"));
        assertThat(EVENTS.stream().filter("destroy"::equals)).hasSize(1);
    }

    @Test
    void handlerReadsAndWritesByBlocking() throws Exception {
        // what comes right after the request is the new protocol's
        try (Socket socket = connect("/blocking", "early\n")) {
            assertThat(head(socket))
                    .startsWith("HTTP/1.1 101 ")
                    .contains("Connection: Upgrade\r\n", "Upgrade: lines\r\n", "X-More: yes\r\n")
                    .doesNotContain("Content-Length", "Transfer-Encoding");
            assertThat(read(socket, 6)).isEqualTo("EARLY\n");
            send(socket, "la");
            send(socket, "ter\n");
            assertThat(read(socket, 6)).isEqualTo("LATER\n");
            send(socket, "end\n");
            assertThat(read(socket, 100)).isEqualTo("END\n");
        }
        destroyed();
        assertThat(EVENTS).containsExactly("init true", "destroy");
    }

    /** Elements of a list may be empty (RFC 9110, section 5.6.1.2). */
    @Test
    void emptyProtocolIsPassedOver() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", connector.getLocalPort())) {
            socket.setSoTimeout(60000);
            send(
                    socket,
                    "GET /app/echo HTTP/1.1\r\nHost: local\r\nConnection: Upgrade\r\nUpgrade: ,\r\nUpgrade: one\r\n\r\n");
            assertThat(head(socket)).startsWith("HTTP/1.1 101 ").contains("Upgrade: one\r\n");
        }
        destroyed();
    }

    @Test
    void endOfTheClientIsTheEndOfTheInput() throws Exception {
        try (Socket socket = connect("/blocking", "")) {
            head(socket);
            socket.shutdownOutput();
            assertThat(read(socket, 100)).isEmpty();
        }
        destroyed();
        assertThat(EVENTS).containsExactly("init true", "eof", "destroy");
    }

    @Test
    void listenersAreToldOfWhatComesAndGoes() throws Exception {
        try (Socket socket = connect("/echo", "early ")) {
            assertThat(head(socket)).startsWith("HTTP/1.1 101 ").contains("Upgrade: one\r\n");
            assertThat(read(socket, 6)).isEqualTo("early ");
            String big = "0123456789".repeat(200_000);
            Thread sender = new Thread(() -> {
                try {
                    send(socket, big);
                    socket.shutdownOutput();
                } catch (IOException x) {
                    EVENTS.add(x.toString());
                }
            });
            sender.start();
            ByteArrayOutputStream echoed = new ByteArrayOutputStream();
            socket.getInputStream().transferTo(echoed);
            sender.join();
            assertThat(echoed.toString(StandardCharsets.ISO_8859_1)).isEqualTo(big);
        }
        destroyed();
        assertThat(EVENTS).containsExactly("all", "destroy");
    }

    @Test
    void failureOfInitClosesAndDestroys() throws Exception {
        try (Socket socket = connect("/failing", "")) {
            assertThat(head(socket)).startsWith("HTTP/1.1 101 ");
            assertThat(read(socket, 1)).isEmpty();
        }
        destroyed();
    }

    @Test
    void servletThatFailsAfterTheUpgradeIsAnsweredAsAnyOther() throws Exception {
        try (Socket socket = connect("/thrown", "")) {
            assertThat(head(socket)).startsWith("HTTP/1.1 500 ");
        }
        assertThat(EVENTS).isEmpty();
    }

    @Test
    void committedResponseCannotBeUpgraded() throws Exception {
        try (Socket socket = connect("/committed", "")) {
            assertThat(head(socket)).startsWith("HTTP/1.1 200 ");
            assertThat(read(socket, 51)).contains("committed");
        }
    }

    @Test
    void handlerThatCannotBeMadeIsTold() throws Exception {
        try (Socket socket = connect("/none", "")) {
            assertThat(head(socket)).startsWith("HTTP/1.1 200 ");
            assertThat(read(socket, 20)).contains("Cannot make a ");
        }
    }

    @Test
    void requestOfHttp10IsNotUpgraded() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", connector.getLocalPort())) {
            send(socket, "GET /app/none HTTP/1.0\r\n\r\n");
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .contains("expected: HTTP/1.1");
        }
    }

    @Test
    void idleConnectionIsClosed() throws Exception {
        try (Socket socket = connect("/echo", "")) {
            head(socket);
            // not before the upgrade, which may take its time
            connector.getConnectedEndPoints().forEach(endPoint -> endPoint.setIdleTimeout(200));
            assertThat(read(socket, 1)).isEmpty();
        }
        destroyed();
        assertThat(EVENTS).anySatisfy(event -> assertThat(event).startsWith("error"));
    }

    @Test
    void stoppedApplicationClosesItsConnections() throws Exception {
        try (Socket socket = connect("/echo", "x")) {
            head(socket);
            assertThat(read(socket, 1)).isEqualTo("x");
            context.stop();
            assertThat(read(socket, 1)).isEmpty();
        }
        destroyed();
    }
}
