package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/1.1 over TLS 1.2 and 1.3, with the JDK's sockets as clients. */
@org.junit.jupiter.api.Timeout(value = 60, threadMode = org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD)
class TlsTest {
    private static final String TLS12 = "TLSv1.2";
    private static final String TLS13 = "TLSv1.3";
    private static final String HELLO = "GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @TempDir
    static Path folder;

    private static TestKeyStores keyStores;

    private final PoisoningByteBufferPool pool = new PoisoningByteBufferPool();
    private final BlockingQueue<Throwable> handshakeFailures = new LinkedBlockingQueue<>();
    private final List<Socket> sockets = new ArrayList<>();
    private SslContextFactory.Server factory;
    private HttpConfiguration configuration;
    private Server server;
    private ServerConnector connector;

    @BeforeAll
    static void makeKeys() throws Exception {
        keyStores = new TestKeyStores(folder);
    }

    @BeforeEach
    void prepare() {
        TestHandler.STARTED.clear();
        TestHandler.FAILURES.clear();
        factory = keyStores.newServerFactory();
        server = new Server(null, null, pool);
        configuration = new HttpConfiguration();
        connector = new ServerConnector(server, factory, new HttpConnectionFactory(configuration));
        connector.addBean(new SslHandshakeListener() {
            @Override
            public void handshakeFailed(Event event, Throwable failure) {
                handshakeFailures.add(failure);
            }
        });
        server.addConnector(connector);
        server.setHandler(new TestHandler());
    }

    @AfterEach
    void stop() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        Awaitility.await().atMost(30, TimeUnit.SECONDS).untilAsserted(() -> assertThat(
                        connector.getConnectedEndPoints())
                .isEmpty());
        server.stop();
        BufferChecks.assertAllReleased(pool);
    }

    private SSLSocket connect(String protocol) throws Exception {
        return connect(protocol, connector.getLocalPort(), keyStores.newClientContext(false));
    }

    private SSLSocket connect(String protocol, int port, SSLContext context) throws Exception {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", port);
        sockets.add(socket);
        socket.setSoTimeout(30_000);
        socket.setEnabledProtocols(new String[] {protocol});
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** Reads a response with a Content-Length. */
    private static String receive(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("end in the head: " + head);
            }
            head.append((char) b);
        }
        int length = 0;
        for (String line : head.toString().split("\r\n")) {
            if (line.startsWith("Content-Length: ")) {
                length = Integer.parseInt(line.substring(16));
            }
        }
        return head + new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
    }

    private static String exchange(Socket socket, String request) throws IOException {
        send(socket, request);
        return receive(socket.getInputStream());
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS12, TLS13})
    void requestTellsThatItIsSecure(String protocol) throws Exception {
        server.start();
        SSLSocket socket = connect(protocol);
        assertThat(exchange(socket, "GET /tls HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK")
                .contains("true https " + protocol + " null")
                .doesNotContain("Strict-Transport-Security");
        assertThat(exchange(socket, HELLO)).endsWith("hello");
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS12, TLS13})
    void idleConnectionHoldsNoBuffer(String protocol) throws Exception {
        server.start();
        SSLSocket socket = connect(protocol);
        assertThat(exchange(socket, HELLO)).endsWith("hello");
        Awaitility.await().atMost(30, TimeUnit.SECONDS).untilAsserted(() -> assertThat(pool.getLeakCount())
                .as(pool::dumpLeaks)
                .isZero());
        assertThat(exchange(socket, HELLO)).endsWith("hello");
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS12, TLS13})
    void largeBodiesPassBothWays(String protocol) throws Exception {
        server.start();
        SSLSocket socket = connect(protocol);
        byte[] body = new byte[20_000_000];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) (i * 31 + (i >> 8));
        }
        for (int round = 0; round < 2; round++) {
            Thread writer = new Thread(() -> {
                try {
                    send(
                            socket,
                            "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length + "\r\n\r\n");
                    socket.getOutputStream().write(body);
                } catch (IOException x) {
                    throw new IllegalStateException(x);
                }
            });
            writer.start();
            InputStream in = new BufferedInputStream(socket.getInputStream());
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) in.read());
            }
            assertThat(head).startsWith("HTTP/1.1 200 OK").contains("Content-Length: " + body.length);
            assertThat(in.readNBytes(body.length)).isEqualTo(body);
            writer.join();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS12, TLS13})
    void bytesThatComeOneByOneAreUnderstood(String protocol) throws Exception {
        factory.setNeedClientAuth(true);
        server.start();
        try (ServerSocket proxy = new ServerSocket(0)) {
            Thread accepting = new Thread(() -> {
                try {
                    Socket in = proxy.accept();
                    Socket out = new Socket("localhost", connector.getLocalPort());
                    sockets.add(in);
                    out.setTcpNoDelay(true);
                    in.setTcpNoDelay(true);
                    Thread back = new Thread(() -> copyByteWise(out, in));
                    back.start();
                    copyByteWise(in, out);
                    back.join();
                    out.close();
                } catch (IOException | InterruptedException x) {
                    throw new IllegalStateException(x);
                }
            });
            accepting.start();
            SSLSocket socket = connect(protocol, proxy.getLocalPort(), keyStores.newClientContext(true));
            for (int i = 0; i < 3; i++) {
                assertThat(exchange(
                                socket,
                                "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n"
                                        + "x".repeat(5000)))
                        .endsWith("\r\n\r\n" + "x".repeat(5000));
            }
            socket.close();
            accepting.join(10_000);
        }
    }

    private static void copyByteWise(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[8192];
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                for (int i = 0; i < n; i++) {
                    out.write(bytes[i]);
                }
            }
            to.shutdownOutput();
        } catch (IOException x) {
            // the other direction has ended it
            assertThat(from.isClosed() || to.isClosed() || x.getMessage() != null)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS12, TLS13})
    void wantedClientCertificateIsTold(String protocol) throws Exception {
        factory.setWantClientAuth(true);
        server.start();
        String request = "GET /tls HTTP/1.1\r\nHost: localhost\r\n\r\n";
        SSLSocket with = connect(protocol, connector.getLocalPort(), keyStores.newClientContext(true));
        assertThat(exchange(with, request)).contains(protocol + " CN=client");
        assertThat(exchange(connect(protocol), request)).contains(protocol + " null");
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS12, TLS13})
    void neededClientCertificateIsNeeded(String protocol) throws Exception {
        factory.setNeedClientAuth(true);
        server.start();
        SSLSocket with = connect(protocol, connector.getLocalPort(), keyStores.newClientContext(true));
        assertThat(exchange(with, HELLO)).endsWith("hello");
        SSLSocket without = connect(protocol);
        assertThatThrownBy(() -> exchange(without, HELLO)).isInstanceOf(IOException.class);
        assertThat(handshakeFailures.poll(30, TimeUnit.SECONDS)).isInstanceOf(SSLException.class);
    }

    @Test
    void clientWithAnotherVersionGetsAnAlert() throws Exception {
        factory.setIncludeProtocols(TLS13);
        server.start();
        SSLSocket socket = connect(TLS12);
        assertThatThrownBy(socket::startHandshake)
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("protocol_version");
        assertThat(handshakeFailures.poll(30, TimeUnit.SECONDS)).isInstanceOf(SSLException.class);
    }

    @Test
    void plainTextIsRefused() throws Exception {
        server.start();
        try (Socket socket = new Socket("localhost", connector.getLocalPort())) {
            socket.setSoTimeout(30_000);
            send(socket, HELLO);
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            socket.getInputStream().transferTo(answer);
            // nothing, or an alert record
            assertThat(answer.size() == 0 || answer.toByteArray()[0] == 21).isTrue();
        }
        assertThat(handshakeFailures.poll(30, TimeUnit.SECONDS)).isInstanceOf(SSLException.class);
    }

    @Test
    void connectionThatEndsBeforeTheHandshakeIsClosed() throws Exception {
        server.start();
        new Socket("localhost", connector.getLocalPort()).close();
        assertThat(handshakeFailures.poll(30, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void handshakeThatDoesNotComeTimesOut() throws Exception {
        connector.setIdleTimeout(200);
        server.start();
        try (Socket socket = new Socket("localhost", connector.getLocalPort())) {
            socket.setSoTimeout(30_000);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(handshakeFailures.poll(30, TimeUnit.SECONDS)).isNotNull();
    }

    /** A hello of the client that comes an octet at a time, each within the idle timeout. */
    @Test
    void handshakeThatDripsTimesOut() throws Exception {
        connector.setIdleTimeout(1000);
        server.start();
        try (Socket socket = new Socket("localhost", connector.getLocalPort())) {
            socket.setSoTimeout(20);
            socket.getOutputStream().write(new byte[] {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc});
            Awaitility.await()
                    .atMost(30, TimeUnit.SECONDS)
                    .pollInterval(20, TimeUnit.MILLISECONDS)
                    .until(() -> {
                        try {
                            socket.getOutputStream().write(3);
                            return socket.getInputStream().read() >= 0;
                        } catch (java.net.SocketTimeoutException x) {
                            return false;
                        } catch (IOException x) {
                            return true;
                        }
                    });
        }
        assertThat(handshakeFailures.poll(30, TimeUnit.SECONDS)).hasMessageContaining("more than 1000 ms");
    }

    /** A reload in between: who is connected stays so, who connects meets the new certificate; a bad one changes nothing. */
    @ParameterizedTest
    @ValueSource(strings = {TLS12, TLS13})
    void reloadedKeyStoreIsForNewConnections(String protocol, @TempDir Path other) throws Exception {
        server.start();
        SSLSocket before = connect(protocol);
        assertThat(exchange(before, HELLO)).endsWith("hello");
        TestKeyStores changed = new TestKeyStores(other);
        factory.reload(f -> f.setKeyStore(changed.newServerFactory().getKeyStore()));
        assertThatThrownBy(() -> factory.reload(f -> f.setKeyStorePassword("wrong")))
                .hasMessageContaining("key server of the key store cannot be read");
        assertThat(exchange(before, HELLO)).endsWith("hello");
        SSLSocket after = connect(protocol, connector.getLocalPort(), changed.newClientContext(false));
        assertThat(exchange(after, HELLO)).endsWith("hello");
        SSLSocket old = connect(protocol);
        assertThatThrownBy(() -> exchange(old, HELLO)).isInstanceOf(SSLException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS12, TLS13})
    void idleConnectionIsClosedWithCloseNotify(String protocol) throws Exception {
        server.start();
        SSLSocket socket = connect(protocol);
        assertThat(exchange(socket, HELLO)).endsWith("hello");
        connector.getConnectedEndPoints().forEach(endPoint -> endPoint.setIdleTimeout(300));
        // a missing close_notify would be an SSLException
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS12, TLS13})
    void responseBeforeTheEndIsFollowedByCloseNotify(String protocol) throws Exception {
        server.start();
        SSLSocket socket = connect(protocol);
        send(socket, "GET /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                .startsWith("HTTP/1.1 200 OK")
                .endsWith("hello");
    }

    @Test
    void halfCloseOfTheClientLetsTheResponsePass() throws Exception {
        server.start();
        SSLSocket socket = connect(TLS13);
        send(socket, "GET /later HTTP/1.1\r\nHost: localhost\r\n\r\n");
        socket.shutdownOutput();
        assertThat(receive(socket.getInputStream())).endsWith("hello");
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void closeNotifyOfTheClientIsAnswered() throws Exception {
        server.start();
        SSLSocket socket = connect(TLS12);
        assertThat(exchange(socket, HELLO)).endsWith("hello");
        socket.shutdownOutput();
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS12, TLS13})
    void abruptCloseWithinContentFailsTheRequest(String protocol) throws Exception {
        server.start();
        try (Socket raw = new Socket("localhost", connector.getLocalPort())) {
            SSLSocket socket = (SSLSocket) keyStores
                    .newClientContext(false)
                    .getSocketFactory()
                    .createSocket(raw, "localhost", connector.getLocalPort(), false);
            socket.setEnabledProtocols(new String[] {protocol});
            send(socket, "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n12345");
            assertThat(TestHandler.STARTED.poll(30, TimeUnit.SECONDS)).isNotNull();
            raw.setSoLinger(true, 0);
        }
        assertThat(TestHandler.FAILURES.poll(30, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
    }

    @Test
    void renegotiationIsRefusedUnlessAllowed() throws Exception {
        server.start();
        SSLSocket socket = connect(TLS12);
        assertThat(exchange(socket, HELLO)).endsWith("hello");
        socket.startHandshake();
        assertThatThrownBy(() -> exchange(socket, HELLO)).isInstanceOf(IOException.class);
    }

    @Test
    void renegotiationIsLimited() throws Exception {
        factory.setRenegotiationAllowed(true);
        factory.setRenegotiationLimit(2);
        server.start();
        SSLSocket socket = connect(TLS12);
        assertThat(exchange(socket, HELLO)).endsWith("hello");
        for (int i = 0; i < 2; i++) {
            socket.startHandshake();
            assertThat(exchange(socket, HELLO)).endsWith("hello");
        }
        socket.startHandshake();
        assertThatThrownBy(() -> exchange(socket, HELLO)).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS12, TLS13})
    void requestForAnotherHostIsRefused(String protocol) throws Exception {
        server.start();
        SSLSocket socket = connect(protocol);
        assertThat(exchange(socket, "GET /hello HTTP/1.1\r\nHost: other.example\r\n\r\n"))
                .startsWith("HTTP/1.1 400 Bad Request")
                .contains("Invalid SNI");
    }

    @Test
    void requestForAnotherHostIsAllowedWithoutTheCheck() throws Exception {
        configuration.addCustomizer(new SecureRequestCustomizer(false, 100, true));
        server.start();
        assertThat(exchange(connect(TLS13), "GET /hello HTTP/1.1\r\nHost: other.example\r\n\r\n"))
                .contains("Strict-Transport-Security: max-age=100; includeSubDomains")
                .endsWith("hello");
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS12, TLS13})
    void requiredServerNameIsRequired(String protocol) throws Exception {
        configuration.addCustomizer(new SecureRequestCustomizer(true, true, -1, false));
        server.start();
        SSLContext context = keyStores.newClientContext(false);
        // the second one resumes the session of the first
        for (int i = 0; i < 2; i++) {
            SSLSocket with = connect(protocol, connector.getLocalPort(), context);
            SSLParameters parameters = with.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName("localhost")));
            with.setSSLParameters(parameters);
            assertThat(exchange(with, HELLO)).endsWith("hello");
        }
        SSLSocket without = connect(protocol);
        assertThat(exchange(without, HELLO)).startsWith("HTTP/1.1 400 Bad Request");
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS12, TLS13})
    void sessionOfClientThatTakesTicketsIsNotRemembered(String protocol) throws Exception {
        server.start();
        SSLSocket socket = connect(protocol);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setServerNames(List.of(new SNIHostName("localhost")));
        socket.setSSLParameters(parameters);
        for (int i = 0; i < 2; i++) {
            assertThat(exchange(socket, HELLO)).endsWith("hello");
        }
        assertThat(Collections.list(
                        factory.getSslContext().getServerSessionContext().getIds()))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS12, TLS13})
    void flightOfTheHandshakeIsOneWrite(String protocol) throws Exception {
        AtomicInteger writes = new AtomicInteger();
        SslConnectionFactory counting = new SslConnectionFactory(factory, "http/1.1") {
            @Override
            protected SslConnection newSslConnection(Connector connector, EndPoint endPoint, SSLEngine engine) {
                return new SslConnection(
                        connector.getByteBufferPool(),
                        connector.getExecutor(),
                        factory,
                        endPoint,
                        engine,
                        false,
                        false) {
                    @Override
                    protected boolean networkFlush(ByteBuffer into) throws IOException {
                        if (into.hasRemaining()) {
                            writes.incrementAndGet();
                        }
                        return super.networkFlush(into);
                    }
                };
            }
        };
        connector.removeConnectionFactory("SSL");
        connector.addFirstConnectionFactory(counting);
        server.start();
        assertThat(exchange(connect(protocol), HELLO)).endsWith("hello");
        // two flights (RFC 8446, section 2 with the ticket, RFC 5246, section 7.3) and the response
        assertThat(writes).hasValue(3);
    }

    @Test
    void wiringWithoutTheNextProtocolIsToldOfByItsName() {
        SslConnectionFactory ssl = new SslConnectionFactory(factory, "h9");
        ServerConnector other = new ServerConnector(server, ssl);
        EndPoint endPoint = new org.eclipse.jetty.io.ByteArrayEndPoint();
        assertThatThrownBy(() -> ssl.newConnection(other, endPoint))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'h9'");
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS12, TLS13})
    void manyConnectionsAreServedAtOnce(String protocol) throws Exception {
        server.start();
        SSLContext context = keyStores.newClientContext(false);
        ExecutorService clients = Executors.newFixedThreadPool(20);
        CountDownLatch ready = new CountDownLatch(20);
        try {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int c = 0; c < 20; c++) {
                int size = c * 1777;
                tasks.add(() -> {
                    int served = 0;
                    try (SSLSocket socket = (SSLSocket)
                            context.getSocketFactory().createSocket("localhost", connector.getLocalPort())) {
                        socket.setSoTimeout(30_000);
                        socket.setEnabledProtocols(new String[] {protocol});
                        ready.countDown();
                        ready.await();
                        for (int i = 0; i < 100; i++) {
                            String body = "b".repeat(size + i);
                            String answer = exchange(
                                    socket,
                                    "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length()
                                            + "\r\n\r\n" + body);
                            assertThat(answer).endsWith("\r\n\r\n" + body);
                            served++;
                        }
                    }
                    return served;
                });
            }
            int served = 0;
            for (Future<Integer> future : clients.invokeAll(tasks)) {
                served += future.get();
            }
            assertThat(served).isEqualTo(2000);
        } finally {
            clients.shutdownNow();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {TLS12, TLS13})
    void pipelinedRequestsOfManyRecordsAreAllAnswered(String protocol) throws Exception {
        server.start();
        SSLSocket socket = connect(protocol);
        int count = 2000;
        Thread writer = new Thread(() -> {
            try {
                for (int i = 0; i < count; i++) {
                    send(socket, HELLO);
                }
            } catch (IOException x) {
                throw new IllegalStateException(x);
            }
        });
        writer.start();
        InputStream in = new BufferedInputStream(socket.getInputStream());
        for (int i = 0; i < count; i++) {
            assertThat(receive(in)).endsWith("hello");
        }
        writer.join();
    }

    @Test
    void listenerMayRefuse() throws Exception {
        connector.addBean(new SslHandshakeListener() {
            @Override
            public void handshakeSucceeded(Event event) throws SSLException {
                assertThat(event.getEndPoint()).isInstanceOf(SslConnection.SslEndPoint.class);
                throw new SSLException("not you");
            }
        });
        server.start();
        SSLSocket socket = connect(TLS13);
        assertThatThrownBy(() -> exchange(socket, HELLO)).isInstanceOf(IOException.class);
    }

    private static final class TestHandler extends Handler.Abstract {
        private static final BlockingQueue<String> STARTED = new LinkedBlockingQueue<>();
        private static final BlockingQueue<Throwable> FAILURES = new LinkedBlockingQueue<>();

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            switch (Request.getPathInContext(request)) {
                case "/hello" -> Content.Sink.write(response, true, "hello", callback);
                case "/later" ->
                    request.getContext().execute(() -> Content.Sink.write(response, true, "hello", callback));
                case "/tls" -> {
                    EndPoint.SslSessionData data =
                            (EndPoint.SslSessionData) request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE);
                    String peer = data.peerCertificates() == null
                            ? "null"
                            : data.peerCertificates()[0]
                                    .getSubjectX500Principal()
                                    .getName();
                    String text = request.isSecure() + " "
                            + request.getHttpURI().getScheme() + " "
                            + data.sslSession().getProtocol() + " " + peer;
                    Content.Sink.write(response, true, text, callback);
                }
                case "/echo" -> {
                    STARTED.add("echo");
                    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, request.getLength());
                    Content.copy(request, response, new Callback.Nested(callback) {
                        @Override
                        public void failed(Throwable x) {
                            FAILURES.add(x);
                            super.failed(x);
                        }
                    });
                }
                default -> {
                    return false;
                }
            }
            return true;
        }
    }
}
