package org.eclipse.jetty.http2.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.awaitility.Awaitility;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.keystore.KeystoreGenerator;
import org.eclipse.jetty.server.DetectorConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.ProxyConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/2 and HTTP/1.1 behind ALPN, with the certificate of jetty-keystore and one selector. */
class Http2TlsTest {
    @TempDir
    static Path folder;

    private static SSLContext trusting;
    private static Path keyStore;
    private final AtomicInteger reading = new AtomicInteger();
    private Server server;
    private ServerConnector connector;

    @BeforeAll
    static void makeCertificate() throws Exception {
        keyStore = folder.resolve("etc/test.p12");
        KeystoreGenerator.generateTestKeystore(keyStore.toString(), "OBF:1vny1zlo1x8e1vnw1vn61x8g1zlu1vn4");
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStore)) {
            store.load(in, "storepwd".toCharArray());
        }
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("server", store.getCertificate("localhost"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trust);
        trusting = SSLContext.getInstance("TLS");
        trusting.init(null, factory.getTrustManagers(), null);
    }

    @BeforeEach
    void start() throws Exception {
        server = new Server();
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.addCustomizer(new SecureRequestCustomizer());
        HttpConnectionFactory http1 = new HttpConnectionFactory(configuration);
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
        alpn.setDefaultProtocol("http/1.1");
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(keyStore.toString());
        tls.setKeyStorePassword("storepwd");
        SslConnectionFactory ssl = new SslConnectionFactory(tls, "alpn");
        connector =
                new ServerConnector(server, 1, 1, ssl, alpn, new HTTP2ServerConnectionFactory(configuration), http1);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                if (request.getMethod().equals("POST")) {
                    reading.incrementAndGet();
                    byte[] content;
                    try (InputStream in = Content.Source.asInputStream(request)) {
                        content = in.readAllBytes();
                    }
                    Content.Sink.write(response, true, "read " + content.length, callback);
                } else {
                    Content.Sink.write(
                            response,
                            true,
                            request.getConnectionMetaData().getHttpVersion() + " " + request.isSecure(),
                            callback);
                }
                return true;
            }
        });
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private static SSLSocket socket(Socket over, int port, String... protocols) throws IOException {
        SSLSocket socket = (SSLSocket) trusting.getSocketFactory().createSocket(over, "localhost", port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(30_000);
        return socket;
    }

    private Http2Client connect() throws IOException {
        int port = connector.getLocalPort();
        SSLSocket socket = socket(new Socket("localhost", port), port, "h2");
        socket.startHandshake();
        assertThat(socket.getApplicationProtocol()).isEqualTo("h2");
        Http2Client client = new Http2Client(socket);
        client.out().put(FrameType.PREFACE.getBytes(StandardCharsets.US_ASCII));
        FrameWriter.settings(client.out());
        return client;
    }

    private static void get(Http2Client client, int stream, String authority) {
        client.fields(stream, true, ":method", "GET", ":scheme", "https", ":authority", authority, ":path", "/");
    }

    private void assertServes() throws IOException {
        try (Http2Client client = connect()) {
            get(client, 1, "localhost");
            assertThat(client.await(1).content).hasToString("HTTP/2.0 true");
        }
    }

    @Test
    void clientOfTheJdkSpeaksHttp2() throws Exception {
        HttpClient client = HttpClient.newBuilder().sslContext(trusting).build();
        URI uri = URI.create("https://localhost:" + connector.getLocalPort() + "/");
        HttpResponse<String> got =
                client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(got.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(got.body()).isEqualTo("HTTP/2.0 true");
        byte[] large = new byte[3 << 20];
        HttpResponse<String> posted = client.send(
                HttpRequest.newBuilder(uri)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(large))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(posted.body()).isEqualTo("read " + large.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "http/1.1"})
    void clientWithoutHttp2GetsHttp11(String protocol) throws Exception {
        int port = connector.getLocalPort();
        String[] protocols = protocol.isEmpty() ? new String[0] : new String[] {protocol};
        try (SSLSocket socket = socket(new Socket("localhost", port), port, protocols)) {
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isEqualTo(protocol);
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.ISO_8859_1));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("HTTP/1.1 true");
        }
    }

    @Test
    void clientThatNamesNoProtocolSpokenHereIsRefusedByTheHandshake() throws Exception {
        int port = connector.getLocalPort();
        try (SSLSocket socket = socket(new Socket("localhost", port), port, "spdy/3")) {
            assertThatThrownBy(() -> {
                        socket.startHandshake();
                        socket.getInputStream().read();
                    })
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessageContaining("no_application_protocol");
        }
        assertServes();
    }

    /** Clear text, junk, a record that is cut off, a record that is too long, nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
                "\0\0\0\0\0\0\0\0\0\0\0\0",
                "\26\3\1\0\100",
                "\26\3\1\377\377",
                ""
            })
    void whatIsNotTlsIsClosedAndOthersAreServed(String bytes) throws Exception {
        try (Socket socket = new Socket("localhost", connector.getLocalPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            byte[] answer;
            try {
                answer = socket.getInputStream().readAllBytes();
            } catch (java.net.SocketException x) {
                answer = new byte[0];
            }
            // an alert or nothing
            assertThat(answer.length == 0 || answer[0] == 0x15).isTrue();
        }
        assertServes();
    }

    @Test
    void junkWithinTlsEndsTheConnectionWithGoAway() throws Exception {
        int port = connector.getLocalPort();
        try (SSLSocket socket = socket(new Socket("localhost", port), port, "h2")) {
            socket.startHandshake();
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            byte[] answer = socket.getInputStream().readAllBytes();
            // SETTINGS, WINDOW_UPDATE, GOAWAY with PROTOCOL_ERROR
            int goAway = new String(answer, StandardCharsets.ISO_8859_1).indexOf("\7\0\0\0\0\0");
            assertThat(goAway).isPositive();
            assertThat(Arrays.copyOfRange(answer, goAway + 10, goAway + 14)).containsExactly(0, 0, 0, 1);
        }
    }

    /** One port for TLS and clear text. */
    @Test
    void detectorTellsTlsFromClearText() throws Exception {
        SslConnectionFactory ssl = (SslConnectionFactory) connector.getConnectionFactory("SSL");
        HttpConfiguration configuration = new HttpConfiguration();
        ServerConnector both = new ServerConnector(
                server,
                1,
                1,
                new DetectorConnectionFactory(new SslConnectionFactory(ssl.getSslContextFactory(), "http/1.1")),
                new HttpConnectionFactory(configuration));
        server.addConnector(both);
        both.start();
        byte[] request =
                "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
        try (Socket clear = new Socket("localhost", both.getLocalPort());
                SSLSocket secure = socket(new Socket("localhost", both.getLocalPort()), both.getLocalPort())) {
            clear.getOutputStream().write(request);
            assertThat(new String(clear.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .endsWith("HTTP/1.1 false");
            secure.getOutputStream().write(request);
            assertThat(new String(secure.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .endsWith("HTTP/1.1 true");
        }
    }

    /** One port for TLS, for TLS behind the PROXY protocol, and for clear text. */
    @Test
    void detectorTellsTheProxyProtocolToo() throws Exception {
        SslConnectionFactory ssl = (SslConnectionFactory) connector.getConnectionFactory("SSL");
        SslConnectionFactory tls = new SslConnectionFactory(ssl.getSslContextFactory(), "http/1.1");
        HttpConfiguration configuration = new HttpConfiguration();
        ServerConnector all = new ServerConnector(
                server,
                1,
                1,
                new DetectorConnectionFactory(new ProxyConnectionFactory(tls.getProtocol()), tls),
                new HttpConnectionFactory(configuration),
                tls);
        server.addConnector(all);
        all.start();
        byte[] request =
                "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
        String local = "\r\n\r\n\0\r\nQUIT\n\40\0\0\0";
        for (String before : List.of("", "PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n", local)) {
            Socket raw = new Socket("localhost", all.getLocalPort());
            raw.setTcpNoDelay(true);
            for (byte b : before.getBytes(StandardCharsets.ISO_8859_1)) {
                raw.getOutputStream().write(b);
            }
            try (SSLSocket secure = socket(raw, all.getLocalPort())) {
                secure.getOutputStream().write(request);
                assertThat(new String(secure.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                        .as(before)
                        .endsWith("HTTP/1.1 true");
            }
        }
        try (Socket clear = new Socket("localhost", all.getLocalPort())) {
            clear.getOutputStream().write(request);
            assertThat(new String(clear.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .endsWith("HTTP/1.1 false");
        }
    }

    @Test
    void hostThatTheCertificateIsNotForIsRefused() throws Exception {
        try (Http2Client client = connect()) {
            get(client, 1, "elsewhere.example");
            assertThat(client.await(1).status).isEqualTo(421);
            get(client, 3, "localhost");
            assertThat(client.await(3).status).isEqualTo(200);
        }
    }

    /** Content that is late, of requests that came in one flight with the end of the handshake: nobody else waits for it. */
    @Test
    void lateContentWithTheEndOfTheHandshakeKeepsNobodyElseWaiting() throws Exception {
        int port = connector.getLocalPort();
        List<Http2Client> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 12; i++) {
                HoldingSocket held = new HoldingSocket(new Socket("localhost", port));
                SSLSocket socket = socket(held, port, "h2");
                socket.startHandshake();
                Http2Client client = new Http2Client(socket);
                clients.add(client);
                client.out().put(FrameType.PREFACE.getBytes(StandardCharsets.US_ASCII));
                FrameWriter.settings(client.out());
                client.fields(1, false, ":method", "POST", ":scheme", "https", ":authority", "localhost", ":path", "/");
                client.flush();
                held.release();
            }
            Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> reading.get() == 12);
            assertServes();
            for (Http2Client client : clients) {
                client.data(1, true, "late");
                assertThat(client.await(1).content).hasToString("read 4");
            }
        } finally {
            for (Http2Client client : clients) {
                client.close();
            }
        }
    }

    /** The same over HTTP/1.1. */
    @Test
    void lateContentOfHttp11WithTheEndOfTheHandshakeKeepsNobodyElseWaiting() throws Exception {
        int port = connector.getLocalPort();
        List<SSLSocket> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 12; i++) {
                HoldingSocket held = new HoldingSocket(new Socket("localhost", port));
                SSLSocket socket = socket(held, port, "http/1.1");
                clients.add(socket);
                socket.startHandshake();
                socket.getOutputStream()
                        .write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.ISO_8859_1));
                held.release();
            }
            Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> reading.get() == 12);
            assertServes();
            for (SSLSocket client : clients) {
                client.getOutputStream().write("late".getBytes(StandardCharsets.ISO_8859_1));
                assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                        .endsWith("read 4");
            }
        } finally {
            for (SSLSocket client : clients) {
                client.close();
            }
        }
    }
}
