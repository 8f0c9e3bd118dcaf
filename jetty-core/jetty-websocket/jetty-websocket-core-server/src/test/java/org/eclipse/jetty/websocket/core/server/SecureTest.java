package org.eclipse.jetty.websocket.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.keystore.KeystoreGenerator;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** WebSocket within TLS, over HTTP/1.1 and HTTP/2 as ALPN chooses. */
class SecureTest extends AbstractWebSocketTest {
    @TempDir
    static Path folder;

    private static SSLContext trusting;
    private static Path keyStore;

    @BeforeAll
    static void makeCertificate() throws Exception {
        keyStore = folder.resolve("etc/test.p12");
        KeystoreGenerator.generateTestKeystore(keyStore.toString(), "storepwd");
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
    void begin() throws Exception {
        start();
    }

    @Override
    protected ConnectionFactory[] connectionFactories(HttpConfiguration http) {
        http.addCustomizer(new SecureRequestCustomizer());
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
        alpn.setDefaultProtocol("http/1.1");
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(keyStore.toString());
        tls.setKeyStorePassword("storepwd");
        return new ConnectionFactory[] {
            new SslConnectionFactory(tls, "alpn"),
            alpn,
            new HTTP2ServerConnectionFactory(http),
            new HttpConnectionFactory(http)
        };
    }

    private RawClient connect(boolean http2) throws IOException {
        SSLSocket socket = (SSLSocket)
                trusting.getSocketFactory().createSocket(new Socket("localhost", port()), "localhost", port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {http2 ? "h2" : "http/1.1"});
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(30_000);
        socket.startHandshake();
        assertThat(socket.getApplicationProtocol()).isEqualTo(http2 ? "h2" : "http/1.1");
        return RawClient.open(socket, http2, "/echo?a=b");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void messagesOfAllSizesComeBack(boolean http2) throws Exception {
        try (RawClient client = connect(http2)) {
            EchoHandler handler = handler();
            assertThat(handler.opened.get(30, TimeUnit.SECONDS).isSecure()).isTrue();
            assertThat(handler.session.getRequestURI()).hasToString("wss://localhost/echo?a=b");
            for (int size : new int[] {0, 1, 125, 126, 16 * 1024, 65_535, 65_536}) {
                String text = "x".repeat(size);
                client.text(text);
                assertThat(client.message().text()).isEqualTo(text);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void closeHandshakeEndsBothSides(boolean http2) throws Exception {
        try (RawClient client = connect(http2)) {
            EchoHandler handler = handler();
            client.close(CloseStatus.NORMAL);
            assertThat(client.read().code()).isEqualTo(CloseStatus.NORMAL);
            assertThat(handler.closed.get(30, TimeUnit.SECONDS).getCode()).isEqualTo(CloseStatus.NORMAL);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void violationOfTheProtocolIsToldWithinTls(boolean http2) throws Exception {
        try (RawClient client = connect(http2)) {
            client.raw(RawClient.frame(0x81, "unmasked".getBytes(java.nio.charset.StandardCharsets.US_ASCII), false));
            assertThat(client.read().code()).isEqualTo(CloseStatus.PROTOCOL);
        }
    }

    /** The other side is gone without close_notify of TLS. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void lostConnectionEndsTheSession(boolean http2) throws Exception {
        Socket plain = new Socket("localhost", port());
        SSLSocket socket = (SSLSocket) trusting.getSocketFactory().createSocket(plain, "localhost", port(), false);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {http2 ? "h2" : "http/1.1"});
        socket.setSSLParameters(parameters);
        RawClient.open(socket, http2, "/echo");
        EchoHandler handler = handler();
        handler.opened.get(30, TimeUnit.SECONDS);
        plain.setSoLinger(true, 0);
        plain.close();
        assertThat(handler.closed.get(30, TimeUnit.SECONDS).getCode()).isEqualTo(CloseStatus.NO_CLOSE);
    }
}
