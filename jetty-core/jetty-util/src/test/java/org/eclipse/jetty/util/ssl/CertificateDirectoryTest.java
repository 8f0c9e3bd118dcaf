package org.eclipse.jetty.util.ssl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory of certificates, of which the client's host name chooses one. */
class CertificateDirectoryTest {
    private static final char[] PASSWORD = "storepwd".toCharArray();

    private static KeyStore made;

    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    @BeforeAll
    static void makeKeys() throws Exception {
        Path store = shared.resolve("made.p12");
        keytool(store, "a", "RSA", "90");
        keytool(store, "b", "EC", "90");
        keytool(store, "renewed", "EC", "90", "-ext", "san=dns:b.example");
        keytool(store, "default", "EC", "90");
        keytool(store, "expired", "EC", "1", "-startdate", "-9d");
        made = KeyStore.getInstance(store.toFile(), PASSWORD);
    }

    private static void keytool(Path store, String name, String algorithm, String days, String... more)
            throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair"));
        // a quick compiler for a process that ends at once
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        command.addAll(List.of("-alias", name, "-dname", "CN=" + name + ".example", "-keyalg", algorithm));
        command.addAll(List.of("-validity", days, "-keystore", store.toString(), "-storepass", new String(PASSWORD)));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n" + Base64.getMimeEncoder().encodeToString(der) + "\n-----END " + label
                + "-----\n";
    }

    private static String key(String name) throws Exception {
        return pem("PRIVATE KEY", made.getKey(name, PASSWORD).getEncoded());
    }

    private static String certificate(String name) throws Exception {
        return pem("CERTIFICATE", made.getCertificate(name).getEncoded());
    }

    private Path write(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    private SslContextFactory.Server server() {
        SslContextFactory.Server server = new SslContextFactory.Server();
        server.setCertificatesDirectory(directory.toString());
        return server;
    }

    @BeforeEach
    void writePairs() throws Exception {
        write("A.example.crt", certificate("a"));
        write("a.example.key", key("a"));
        write("b/fullchain.pem", certificate("b"));
        write("b/privkey.pem", key("b"));
        write("b/README", "of certbot");
        write(".hidden.pem", "nothing");
        write("notes.txt", "nothing");
    }

    /** The common name of the certificate that a client gets which asks for this host, by TLS 1.3. */
    private static String served(SslContextFactory.Server server, String host) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, SslContextFactory.TRUST_ALL_CERTS, null);
        SSLEngine client = context.createSSLEngine();
        client.setUseClientMode(true);
        if (host != null) {
            SSLParameters parameters = client.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(host)));
            client.setSSLParameters(parameters);
        }
        SSLEngine engine = server.newSSLEngine();
        engine.setUseClientMode(false);
        Handshake.between(client, engine);
        X509Certificate certificate = (X509Certificate) client.getSession().getPeerCertificates()[0];
        return certificate.getSubjectX500Principal().getName().replaceAll("CN=|\\.example", "");
    }

    /** Moves bytes between two engines until the client has finished. */
    private static final class Handshake {
        private static void between(SSLEngine client, SSLEngine server) throws SSLException {
            ByteBuffer toServer = ByteBuffer.allocate(1 << 17);
            ByteBuffer toClient = ByteBuffer.allocate(1 << 17);
            client.beginHandshake();
            server.beginHandshake();
            for (int i = 0; i < 100; i++) {
                step(client, toClient, toServer);
                step(server, toServer, toClient);
                if (isDone(client) && isDone(server)) {
                    return;
                }
            }
            throw new SSLException("the handshake does not end");
        }

        private static boolean isDone(SSLEngine engine) {
            return engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
        }

        private static void step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> {
                    for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                        task.run();
                    }
                }
                case NEED_WRAP -> engine.wrap(ByteBuffer.allocate(0), out);
                default -> {
                    in.flip();
                    engine.unwrap(in, ByteBuffer.allocate(1 << 16));
                    in.compact();
                }
            }
        }
    }

    @Test
    void hostOfTheClientChoosesThePairWhateverTheTypeOfItsKey() throws Exception {
        SslContextFactory.Server server = server();
        server.start();
        assertThat(server.getAliases()).containsExactlyInAnyOrder("a.example", "b");
        assertThat(served(server, "a.example")).isEqualTo("a");
        assertThat(served(server, "b.example")).isEqualTo("b");
        // as with a key store: authorities of the JDK do not vouch for clients
        assertThat(server.getTrustStore()).isSameAs(server.getKeyStore());
        server.stop();
    }

    @Test
    void keyStoreWithKeysOfTwoTypesChoosesByTheHostToo() throws Exception {
        KeyStore two = KeyStore.getInstance("PKCS12");
        two.load(null, null);
        for (String alias : List.of("a", "b")) {
            two.setKeyEntry(alias, made.getKey(alias, PASSWORD), PASSWORD, made.getCertificateChain(alias));
        }
        SslContextFactory.Server server = new SslContextFactory.Server();
        server.setKeyStore(two);
        server.setKeyStorePassword(new String(PASSWORD));
        server.start();
        assertThat(served(server, "a.example")).isEqualTo("a");
        assertThat(served(server, "b.example")).isEqualTo("b");
        server.stop();
    }

    @Test
    void unknownHostGetsTheFirstByNameOrTheDefaultOrThatOfTheCertificatePath() throws Exception {
        SslContextFactory.Server server = server();
        server.start();
        assertThat(served(server, null)).isEqualTo("a");
        assertThat(served(server, "other.example")).isEqualTo("a");
        write("default.pem", certificate("default") + key("default"));
        server.reload(f -> {});
        assertThat(served(server, null)).isEqualTo("default");
        server.stop();
        server.setCertificatePath(Files.writeString(shared.resolve("main.pem"), certificate("renewed") + key("renewed"))
                .toString());
        server.start();
        assertThat(served(server, "other.example")).isEqualTo("renewed");
        assertThat(served(server, "a.example")).isEqualTo("a");
        server.stop();
    }

    @Test
    void unknownHostIsRefusedWhereANameIsRequired() throws Exception {
        SslContextFactory.Server server = server();
        server.setSniRequired(true);
        server.start();
        assertThatThrownBy(() -> served(server, "other.example")).isInstanceOf(SSLException.class);
        assertThat(served(server, "b.example")).isEqualTo("b");
        server.stop();
    }

    @Test
    void brokenPairKeepsItsFormerCertificateWhileTheOthersAreReplaced() throws Exception {
        SslContextFactory.Server server = server();
        server.start();
        write("a.example.key", key("b"));
        write("new.pem", "nothing");
        write("b/fullchain.pem", certificate("renewed"));
        write("b/privkey.pem", key("renewed"));
        server.reload(f -> {});
        assertThat(served(server, "a.example")).isEqualTo("a");
        assertThat(served(server, "b.example")).isEqualTo("renewed");
        assertThat(server.getAliases()).containsExactlyInAnyOrder("a.example", "b");
        Files.delete(directory.resolve("A.example.crt"));
        Files.delete(directory.resolve("a.example.key"));
        server.reload(f -> {});
        assertThat(server.getAliases()).containsExactly("b");
        server.stop();
    }

    @Test
    void certificateThatHasExpiredSinceStaysWhileTheOthersAreReplaced() throws Exception {
        write("old.pem", certificate("expired") + key("expired"));
        SslContextFactory.Server server = server();
        server.setExpiredCertificatesAllowed(true);
        server.start();
        server.setExpiredCertificatesAllowed(false);
        server.reload(f -> {});
        assertThat(server.getAliases()).contains("old");
        server.stop();
        assertThatThrownBy(server::start).hasMessageContaining("old.pem: the certificate has expired");
    }

    @Test
    void startWithAPairThatCannotBeUsedFailsByItsFile() throws Exception {
        write("a.example.key", key("b"));
        assertThatThrownBy(server()::start)
                .hasMessageContaining("Unable to load the certificate a.example")
                .hasMessageContaining("a.example.key: line 1: no certificate is that of this private key");
        Files.delete(directory.resolve("a.example.key"));
        assertThatThrownBy(server()::start)
                .hasMessageContaining("A.example.crt: no private key in it, nor in a.example.key");
        write("a.example.key", key("a"));
        Path second = write("a.example.pem", certificate("a"));
        assertThatThrownBy(server()::start).hasMessageContaining("two files for the alias a.example");
        Files.delete(second);
        Files.delete(directory.resolve("A.example.crt"));
        assertThatThrownBy(server()::start).hasMessageContaining("a.example.key: there is no certificate beside it");
        Files.delete(directory.resolve("a.example.key"));
        write("b/privkey.pem", key("b") + key("b"));
        assertThatThrownBy(server()::start).hasMessageContaining("more than one private key");
    }

    @Test
    void directoryThatIsEmptyOrMissingOrBesideABinaryKeyStoreIsRefused() throws Exception {
        SslContextFactory.Server server = new SslContextFactory.Server();
        Path empty = Files.createDirectory(directory.resolve("empty"));
        server.setCertificatesDirectory(empty.toString());
        assertThatThrownBy(server::start).hasMessageContaining("No certificate with its private key in " + empty);
        assertThatThrownBy(() ->
                        server.setCertificatesDirectory(empty.resolve("no").toString()))
                .hasMessageContaining("directory of certificates does not exist");
        SslContextFactory.Server both = server();
        both.setKeyStorePath(shared.resolve("made.p12").toString());
        both.setKeyStorePassword(new String(PASSWORD));
        assertThatThrownBy(both::start).hasMessageContaining("(expected: a certificate path, or no key store)");
    }

    @Test
    void changesInTheDirectoryAndOfTheTrustStoreAreSeen() throws Exception {
        Path trust = Files.writeString(shared.resolve("trust.pem"), certificate("a"));
        SslContextFactory.Server server = server();
        server.setTrustStorePath(trust.toString());
        server.setTrustStoreType("PEM");
        server.start();
        KeyStoreScanner scanner = new KeyStoreScanner(server);
        scanner.setScanInterval(0);
        scanner.start();
        write("c.pem", certificate("renewed") + key("renewed"));
        Files.delete(directory.resolve("b/privkey.pem"));
        Files.delete(directory.resolve("b/fullchain.pem"));
        // a change counts when the next scan finds it unchanged
        scanner.scan(30_000);
        scanner.scan(30_000);
        assertThat(server.getAliases()).containsExactlyInAnyOrder("a.example", "c");
        Files.writeString(trust, certificate("a") + certificate("b"));
        scanner.scan(30_000);
        scanner.scan(30_000);
        assertThat(server.getTrustStore().size()).isEqualTo(2);
        scanner.stop();
        server.stop();
    }
}
