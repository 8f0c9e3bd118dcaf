package org.eclipse.jetty.acme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.SecuredRedirectHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.ssl.X509;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Certificates from the real ACME server Pebble. */
class AcmeCertificatesTest {
    private static final String[] NAMES = {"one.example", "www.one.example"};

    @TempDir
    Path directory;

    private final AcmeSettings settings = new AcmeSettings();
    private Server server;
    private ServerConnector clear;
    private ServerConnector secure;
    private SslContextFactory.Server factory;
    private AcmeCertificates certificates;
    private Pebble pebble;

    @BeforeAll
    static void requirePebble() {
        Pebble.require();
    }

    @BeforeEach
    void makeServer() throws Exception {
        AcmeFiles files = new AcmeFiles(directory.resolve("acme").toString());
        files.prepare(NAMES);
        server = new Server();
        clear = new ServerConnector(server);
        factory = new SslContextFactory.Server();
        factory.setCertificatePath(files.getCertificateFile().toString());
        secure = new ServerConnector(
                server,
                new SslConnectionFactory(factory, "alpn"),
                new ALPNServerConnectionFactory(""),
                new HttpConnectionFactory(),
                new AcmeTlsConnectionFactory());
        server.addConnector(clear);
        server.addConnector(secure);
        clear.open();
        secure.open();
        // the authority comes to these after a restart, too
        clear.setPort(clear.getLocalPort());
        secure.setPort(secure.getLocalPort());
        settings.setNames(NAMES);
        settings.setContacts("operator@one.example");
        settings.setTermsOfServiceAgreed(true);
        settings.setMinRetrySeconds(1);
        AcmeChallengeHandler challenges = new AcmeChallengeHandler();
        challenges.setHandler(new SecuredRedirectHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                response.write(true, null, callback);
                return true;
            }
        }));
        server.setHandler(challenges);
        certificates = new AcmeCertificates(server, factory, settings, files, challenges);
        server.addBean(certificates);
    }

    private void startPebble(boolean customersOnly) {
        pebble = Pebble.start(directory, clear.getLocalPort(), secure.getLocalPort(), customersOnly);
        settings.setDirectoryUrl(pebble.directoryUrl());
        settings.setTrustStorePath(pebble.trust().toString());
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        clear.close();
        secure.close();
        if (pebble != null) {
            pebble.close();
        }
    }

    /** The certificate that a client gets. */
    private X509Certificate served(String protocol) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, SslContextFactory.TRUST_ALL_CERTS, null);
        try (SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", secure.getLocalPort())) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(NAMES[0])));
            parameters.setApplicationProtocols(new String[] {protocol});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    private X509Certificate awaitIssued() {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(
                        () -> served("http/1.1"),
                        certificate ->
                                certificate.getIssuerX500Principal().getName().contains("Pebble"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-01", "tls-alpn-01"})
    void temporaryCertificateIsReplacedByOneOfTheAuthority(String challenge) throws Exception {
        startPebble(false);
        settings.setChallenge(challenge);
        assertThat(new X509("before", new AcmeFiles(directory.resolve("acme").toString()).readCertificate()).getHosts())
                .containsExactlyInAnyOrder(NAMES);
        server.start();
        X509Certificate issued = awaitIssued();
        assertThat(new X509("issued", issued).getHosts()).containsExactlyInAnyOrder(NAMES);
        assertThat(issued.getPublicKey().getAlgorithm()).isEqualTo("EC");
        assertThat(factory.getKeyStore().getCertificateChain("1")).hasSizeGreaterThan(1);
        for (String file : List.of("certificate.pem", "account.pem", "state.properties")) {
            Path path = directory.resolve("acme").resolve(file);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .as(file)
                    .isEqualTo("rw-------");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("acme"))))
                .isEqualTo("rwx------");
        assertThat(certificates.getLastFailure()).isNull();
    }

    @Test
    void certificateIsKeptAtTheNextStartAndReplacedWhenTheNamesChange() throws Exception {
        startPebble(false);
        server.start();
        X509Certificate first = awaitIssued();
        byte[] account = Files.readAllBytes(directory.resolve("acme/account.pem"));
        server.stop();
        new AcmeFiles(directory.resolve("acme").toString()).prepare(NAMES);
        server.start();
        // it has looked, and found nothing to do
        Awaitility.await()
                .until(() -> certificates.getNextAttempt() != null
                        && java.time.Instant.parse(certificates.getNextAttempt())
                                .isAfter(java.time.Instant.now().plusSeconds(60)));
        assertThat(served("http/1.1")).isEqualTo(first);
        server.stop();
        settings.setNames("two.example");
        settings.setKeyType("RSA");
        server.start();
        Awaitility.await()
                .until(() -> new X509("two", served("http/1.1")).getHosts().contains("two.example"));
        assertThat(served("http/1.1").getPublicKey().getAlgorithm()).isEqualTo("RSA");
        assertThat(directory.resolve("acme/account.pem")).hasBinaryContent(account);
        assertThat(pebble.log().split("There are now \\d+ accounts in memory|There are now 1 accounts", -1).length)
                .isLessThanOrEqualTo(2);
    }

    @Test
    void certificateThatIsDueIsRenewedWhileRequestsAreServed() throws Exception {
        startPebble(false);
        server.start();
        X509Certificate first = awaitIssued();
        certificates.renew();
        Awaitility.await().until(() -> !served("http/1.1").equals(first));
        assertThat(served("http/1.1").getIssuerX500Principal().getName()).contains("Pebble");
        server.stop();
        // with ten days of life in all, five before the end is the most that counts
        settings.setRenewBeforeDays(90);
        X509Certificate second = new AcmeFiles(directory.resolve("acme").toString()).readCertificate();
        server.start();
        Awaitility.await().until(() -> certificates.getNextAttempt() != null);
        assertThat(served("http/1.1")).isEqualTo(second);
    }

    @Test
    void failedCheckLeavesTheCertificateAndIsTriedAgain() throws Exception {
        startPebble(false);
        settings.setNames("www.missing.example");
        server.start();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> certificates.getFailures() > 1);
        assertThat(certificates.getLastFailure()).contains("the check of www.missing.example by http-01");
        assertThat(served("http/1.1").getIssuerX500Principal().getName()).contains("Temporary certificate of Jetty");
        assertThat(certificates.getNextAttempt()).isNotNull();
    }

    @Test
    void authorityThatCannotBeReachedIsAFailureThatNamesIt() throws Exception {
        startPebble(false);
        pebble.close();
        server.start();
        Awaitility.await().until(() -> certificates.getLastFailure() != null);
        assertThat(served("http/1.1").getIssuerX500Principal().getName()).contains("Temporary");
    }

    @Test
    void renewalThatSucceedsEndsTheFailuresBefore() throws Exception {
        startPebble(true);
        settings.setMinRetrySeconds(3600);
        server.start();
        Awaitility.await().until(() -> certificates.getLastFailure() != null);
        settings.setEabKeyId(Pebble.EAB_KEY_ID);
        settings.setEabSecret(Pebble.EAB_SECRET);
        certificates.renew();
        awaitIssued();
        Awaitility.await().until(() -> certificates.getLastFailure() == null);
        assertThat(certificates.getFailures()).isZero();
    }

    @Test
    void refusedSettingFailsTheStartAlone() throws Exception {
        settings.setTermsOfServiceAgreed(false);
        assertThatThrownBy(server::start)
                .hasMessageContaining("jetty.acme.termsOfServiceAgreed: false")
                .satisfies(failure -> assertThat(failure.getSuppressed()).isEmpty());
    }

    @Test
    void authorityOfCustomersGetsTheirIdentifier() throws Exception {
        startPebble(true);
        server.start();
        Awaitility.await().until(() -> certificates.getLastFailure() != null);
        assertThat(certificates.getLastFailure()).contains("jetty.acme.eabKeyId and jetty.acme.eabSecret");
        server.stop();
        settings.setEabKeyId(Pebble.EAB_KEY_ID);
        settings.setEabSecret(Pebble.EAB_SECRET);
        server.start();
        awaitIssued();
    }

    @Test
    void handshakeForTheProtocolOfChecksGetsNoOtherCertificate() throws Exception {
        settings.setDirectoryUrl("https://localhost:1/dir");
        server.start();
        assertThatThrownBy(() -> served("acme-tls/1")).isInstanceOf(java.io.IOException.class);
        assertThat(served("http/1.1")).isNotNull();
    }

    @Test
    void pathOfChecksIsThatOfTheApplicationWhileThereIsNone() throws Exception {
        settings.setDirectoryUrl("https://localhost:1/dir");
        server.start();
        try (Socket socket = new Socket("127.0.0.1", clear.getLocalPort())) {
            socket.getOutputStream()
                    .write(
                            "GET /.well-known/acme-challenge/a HTTP/1.1\r\nHost: one.example\r\nConnection: close\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 403 ");
        }
    }
}
