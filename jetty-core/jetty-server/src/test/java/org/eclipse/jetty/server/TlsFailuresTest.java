package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What an operator sees of handshakes that fail. */
class TlsFailuresTest {
    @TempDir
    static Path folder;

    private static TestKeyStores keyStores;

    private final Logger logger = (Logger) LoggerFactory.getLogger(SslConnectionFactory.class);
    private final Queue<String> log = new ConcurrentLinkedQueue<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            log.add(event.getLevel() + " " + event.getFormattedMessage());
        }
    };
    private final Queue<Throwable> told = new ConcurrentLinkedQueue<>();
    private final Server server = new Server();
    private ServerConnector connector;
    private SslConnectionFactory factory;

    @BeforeAll
    static void makeKeys() throws Exception {
        keyStores = new TestKeyStores(folder);
    }

    @BeforeEach
    void start() throws Exception {
        var context = keyStores.newServerFactory();
        context.setNeedClientAuth(true);
        context.setIncludeProtocols("TLSv1.2");
        connector = new ServerConnector(server, context, new HttpConnectionFactory());
        connector.setHost("127.0.0.1");
        connector.addBean(new SslHandshakeListener() {
            @Override
            public void handshakeFailed(Event event, Throwable failure) {
                told.add(failure);
            }
        });
        server.addConnector(connector);
        server.start();
        factory = connector.getConnectionFactory(SslConnectionFactory.class);
        logger.setLevel(Level.INFO);
        appender.start();
        logger.addAppender(appender);
    }

    @AfterEach
    void stop() throws Exception {
        logger.detachAppender(appender);
        logger.setLevel(null);
        server.stop();
    }

    private String connectWithoutCertificate(String name, String protocol) throws Exception {
        SSLContext context = keyStores.newClientContext(false);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", connector.getLocalPort()));
            socket.setSoTimeout(30_000);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(name)));
            parameters.setProtocols(new String[] {protocol});
            socket.setSSLParameters(parameters);
            assertThatThrownBy(() -> {
                        socket.startHandshake();
                        socket.getInputStream().read();
                    })
                    .isInstanceOf(IOException.class);
            return "/127.0.0.1:" + socket.getLocalPort();
        }
    }

    private void awaitCount(int count) {
        Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> factory.getFailedHandshakes() >= count);
        assertThat(factory.getFailedHandshakes()).isEqualTo(count);
    }

    private void awaitLines(int count) {
        Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> log.size() >= count);
    }

    @Test
    void clientNameAndReasonAreInOneLine() throws Exception {
        String client = connectWithoutCertificate("www.example.com", "TLSv1.2");
        awaitCount(1);
        awaitLines(1);
        assertThat(log).hasSize(1);
        assertThat(log.peek())
                .startsWith("INFO TLS handshake of " + client + " for www.example.com failed: ")
                .contains("cert")
                .doesNotContain("\n");
        assertThat(server.dump()).contains("TLS handshakes failed: 1");
    }

    @Test
    void failureOfTheFirstMessageHasItsReason() throws Exception {
        String client = connectWithoutCertificate("www.example.com", "TLSv1.3");
        awaitCount(1);
        awaitLines(1);
        assertThat(log.peek()).startsWith("INFO TLS handshake of " + client).contains(" failed: ", "TLSv1.3");
    }

    @Test
    void plainTextIsToldOf() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", connector.getLocalPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            socket.getInputStream().readAllBytes();
        }
        awaitCount(1);
        awaitLines(1);
        assertThat(told.peek()).isInstanceOf(SSLException.class);
    }

    @Test
    void clientThatSendsNothingIsNotToldOf() throws Exception {
        new Socket("127.0.0.1", connector.getLocalPort()).close();
        Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> told.size() == 1);
        connectWithoutCertificate("other", "TLSv1.2");
        awaitCount(1);
        awaitLines(1);
        assertThat(log).hasSize(1);
    }

    @Test
    void manyAreCountedAndFewAreLogged() throws Exception {
        for (int i = 0; i < 25; i++) {
            connectWithoutCertificate("scanned", "TLSv1.2");
        }
        awaitCount(25);
        assertThat(log).hasSizeLessThanOrEqualTo(20).hasSizeGreaterThanOrEqualTo(10);
    }
}
