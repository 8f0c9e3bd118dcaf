package org.eclipse.jetty.util.ssl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.eclipse.jetty.util.security.Password;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class SslContextFactoryTest {
    @TempDir
    static Path temp;

    private static Path keyStore;

    @BeforeAll
    public static void createKeyStore() throws Exception {
        keyStore = temp.resolve("keystore.p12");
        generate("one", "CN=one.example", "DNS:one.example");
        generate("wild", "CN=wild", "DNS:*.wild.example,IP:127.0.0.1");
    }

    private static void generate(String alias, String name, String san) throws Exception {
        generate(keyStore, "PKCS12", alias, name, san, "-1d");
    }

    private static void generate(Path keyStore, String type, String alias, String name, String san, String from)
            throws Exception {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder(
                        keytool.toString(),
                        // a quick compiler for a process that ends at once
                        "-J-XX:TieredStopAtLevel=1",
                        "-J-XX:+UseSerialGC",
                        "-genkeypair",
                        "-alias",
                        alias,
                        "-keyalg",
                        "EC",
                        "-dname",
                        name,
                        "-ext",
                        "san=" + san,
                        "-keystore",
                        keyStore.toString(),
                        "-storetype",
                        type,
                        "-storepass",
                        "storepwd",
                        "-keypass",
                        "storepwd",
                        "-startdate",
                        from,
                        "-validity",
                        "30")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static SslContextFactory.Server server() {
        SslContextFactory.Server server = new SslContextFactory.Server();
        server.setKeyStorePath(keyStore.toString());
        server.setKeyStorePassword(Password.obfuscate("storepwd"));
        return server;
    }

    /** The certificate that a client gets for this name. */
    private static String handshake(SslContextFactory.Server factory, String sni) throws Exception {
        SslContextFactory.Client clientFactory = new SslContextFactory.Client(true);
        clientFactory.start();
        SSLEngine client = clientFactory.newSSLEngine(sni, 443);
        client.setUseClientMode(true);
        if (sni != null) {
            SSLParameters parameters = client.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(sni)));
            client.setSSLParameters(parameters);
        }
        SSLEngine server = factory.newSSLEngine();
        server.setUseClientMode(false);
        ByteBuffer toServer = ByteBuffer.allocate(65536);
        ByteBuffer toClient = ByteBuffer.allocate(65536);
        for (int i = 0; i < 50; i++) {
            step(client, toServer, toClient);
            step(server, toClient, toServer);
            if (client.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING
                    && server.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING) {
                break;
            }
        }
        clientFactory.stop();
        X509Certificate[] chain = SslContextFactory.getCertChain(client.getSession());
        return chain[0].getSubjectX500Principal().getName();
    }

    private static void step(SSLEngine engine, ByteBuffer out, ByteBuffer in) throws SSLException {
        ByteBuffer none = ByteBuffer.allocate(0);
        ByteBuffer application = ByteBuffer.allocate(65536);
        for (int i = 0; i < 20; i++) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> engine.getDelegatedTask().run();
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    in.flip();
                    boolean empty = !in.hasRemaining();
                    if (!empty) {
                        engine.unwrap(in, application);
                    }
                    in.compact();
                    if (empty) {
                        return;
                    }
                }
                case FINISHED, NOT_HANDSHAKING -> {
                    if (i > 0
                            || engine.getSession().isValid()
                                    && engine.getSession().getCreationTime() > 0
                                    && in.position() == 0
                                    && !"SSL_NULL_WITH_NULL_NULL"
                                            .equals(engine.getSession().getCipherSuite())) {
                        return;
                    }
                    if (engine.getUseClientMode()) {
                        engine.wrap(none, out);
                    } else {
                        in.flip();
                        if (in.hasRemaining()) {
                            engine.unwrap(in, application);
                        }
                        in.compact();
                        if (in.position() == 0) {
                            return;
                        }
                    }
                }
                default -> engine.wrap(none, out);
            }
        }
    }

    @Test
    public void certificateIsChosenByTheNameOfTheClient() throws Exception {
        SslContextFactory.Server server = server();
        server.start();
        assertThat(server.getAliases()).containsExactlyInAnyOrder("one", "wild");
        assertThat(server.getX509("wild").matches("a.wild.example")).isTrue();
        assertThat(server.getX509("wild").matches("a.b.wild.example")).isFalse();
        assertThat(server.getX509("wild").matches("127.0.0.1")).isTrue();
        assertThat(handshake(server, "one.example")).isEqualTo("CN=one.example");
        assertThat(handshake(server, "x.WILD.example")).isEqualTo("CN=wild");
        server.stop();
    }

    @Test
    public void unknownNameIsRefusedWhenRequired() throws Exception {
        SslContextFactory.Server server = server();
        server.setSniRequired(true);
        server.start();
        assertThatThrownBy(() -> handshake(server, "other.example")).isInstanceOf(SSLException.class);
        server.stop();
    }

    @Test
    public void configuredAliasWins() throws Exception {
        SslContextFactory.Server server = server();
        server.setCertAlias("wild");
        server.start();
        assertThat(handshake(server, "one.example")).isEqualTo("CN=wild");
        server.stop();
        SslContextFactory.Server wrong = server();
        wrong.setCertAlias("none");
        assertThatThrownBy(wrong::start).hasMessageContaining("none").hasMessageContaining("wild");
    }

    @Test
    public void weakProtocolsAndCipherSuitesAreExcludedAndListsAreChecked() throws Exception {
        SslContextFactory.Server server = server();
        server.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        server.addExcludeProtocols("TLSv1.2");
        server.start();
        assertThat(server.getSelectedProtocols()).containsExactly("TLSv1.3");
        assertThat(server.getSelectedCipherSuites())
                .isNotEmpty()
                .noneMatch(s -> s.startsWith("TLS_RSA_") || s.endsWith("_SHA"));
        server.stop();
        SslContextFactory.Server none = server();
        none.setIncludeCipherSuites("NO_SUCH");
        assertThatThrownBy(none::start).hasMessageContaining("NO_SUCH");
    }

    @Test
    public void failedReloadKeepsTheFormerContext() throws Exception {
        SslContextFactory.Server server = server();
        server.start();
        var context = server.getSslContext();
        assertThatThrownBy(() -> server.reload(f -> f.setKeyStorePassword("wrong")))
                .hasMessageContaining("password");
        assertThat(server.getSslContext()).isSameAs(context);
        server.reload(f -> f.setKeyStorePassword("storepwd"));
        assertThat(server.getSslContext()).isNotSameAs(context);
        server.stop();
    }

    @Test
    public void missingKeyStoreIsRefused() {
        assertThatThrownBy(() -> server().setKeyStorePath("/no/such.p12")).hasMessageContaining("/no/such.p12");
    }

    @Test
    public void expiredCertificateIsRefusedUnlessAllowed() throws Exception {
        Path store = temp.resolve("expired.p12");
        generate(store, "PKCS12", "old", "CN=old", "DNS:old.example", "-60d");
        SslContextFactory.Server server = server();
        server.setKeyStorePath(store.toString());
        assertThatThrownBy(server::start)
                .hasMessageContaining("certificate old of key store")
                .hasMessageContaining("expired.p12")
                .hasMessageContaining("has expired: it was valid until ");
        server.setExpiredCertificatesAllowed(true);
        server.start();
        server.stop();
    }

    @Test
    public void keyStoreOfTheOlderTypeIsRead() throws Exception {
        Path store = temp.resolve("keystore.jks");
        generate(store, "JKS", "older", "CN=older", "DNS:older.example", "-1d");
        SslContextFactory.Server server = server();
        server.setKeyStorePath(store.toString());
        server.setKeyStoreType("JKS");
        server.start();
        assertThat(handshake(server, "older.example")).isEqualTo("CN=older");
        server.stop();
    }

    @Test
    public void unreadableKeyStoreIsRefusedByItsName() throws Exception {
        Path junk = Files.write(temp.resolve("junk.p12"), new byte[] {1, 2, 3});
        SslContextFactory.Server server = server();
        server.setKeyStorePath(junk.toString());
        assertThatThrownBy(server::start)
                .hasMessageContaining("Unable to load PKCS12 key store")
                .hasMessageContaining("junk.p12: ");
        SslContextFactory.Server wrong = server();
        wrong.setKeyStorePassword("wrong");
        assertThatThrownBy(wrong::start).hasMessageContaining("keystore.p12: ").hasMessageContaining("password");
        SslContextFactory.Server alias = server();
        alias.setCertAlias("none");
        assertThatThrownBy(alias::start).hasMessageContaining("none").hasMessageContaining("keystore.p12");
    }

    @Test
    void connectionsThatComeDuringAReloadAreServed() throws Exception {
        AtomicInteger served = new AtomicInteger();
        SslContextFactory.Server server = new SslContextFactory.Server() {
            @Override
            protected KeyManager[] getKeyManagers(KeyStore keyStore) throws Exception {
                if (isStarted()) {
                    assertThat(newSSLEngine().getSupportedProtocols()).isNotEmpty();
                    served.incrementAndGet();
                }
                return super.getKeyManagers(keyStore);
            }
        };
        server.setKeyStorePath(keyStore.toString());
        server.setKeyStorePassword("storepwd");
        server.start();
        server.reload(f -> {});
        assertThat(served).hasValue(1);
        server.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SunX509", "PKIX"})
    void keyThatCannotBeReadIsNamed(String algorithm) throws Exception {
        Path store = temp.resolve("other-password-" + algorithm + ".jks");
        generate(store, "JKS", "first", "CN=first", "DNS:first.example", "-1d");
        SslContextFactory.Server server = new SslContextFactory.Server();
        server.setKeyStorePath(store.toString());
        server.setKeyStoreType("JKS");
        server.setKeyStorePassword("storepwd");
        server.setKeyManagerPassword("wrong");
        server.setKeyManagerFactoryAlgorithm(algorithm);
        assertThatThrownBy(server::start)
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessageStartingWith("key first of ")
                .hasMessageContaining(store.getFileName() + " cannot be read: ");
    }
}
