package org.eclipse.jetty.util.ssl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.PBEParameterSpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Key stores of text (RFC 7468). */
class PemKeyStoreTest {
    @TempDir
    static Path temp;

    /** By openssl req -x509, and openssl pkcs8 -topk8, which encrypts by PBES2 with AES. */
    private static final String SEALED = """
            -----BEGIN ENCRYPTED PRIVATE KEY-----
            MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjbur2ANrQzcgICCAAw
            DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEMJDHGFFnAeX10M7DGKDUK4EgZCG
            xesnUo0C/UHx4NtmASYvpNsS79S59Nc8IAc4HPF6O62+LvqKjFNqTUuFIAIR+k4B
            HQfaZqyGez8a5itcKOAGwX6ufW5k8fhsnurouYb75SXmMH5j/B25IYtzGrC6GO0x
            2dMLTpsEjIbVFz9xNBpEagQLReXTGFkf/cY+WimPZSD65Hxa2Gk3QdON99NO4wg=
            -----END ENCRYPTED PRIVATE KEY-----
            -----BEGIN CERTIFICATE-----
            MIIBejCCAR+gAwIBAgIURhwvZNQuemKu/OEb2qLdQoYAXpUwCgYIKoZIzj0EAwIw
            ETEPMA0GA1UEAwwGc2VhbGVkMCAXDTI2MTEyMjExNTkyMVoYDzIxMjYxMDI5MTE1
            OTIxWjARMQ8wDQYDVQQDDAZzZWFsZWQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
            AAQD7wxfN4zykvisJq4ah0eM/afWPrvZzK3YSxqO8B2xP5xBIgBT9nmBFzUP163M
            HdxwBJ/oyxXqwFA1E+exx53Bo1MwUTAdBgNVHQ4EFgQUMiqC3ROaR+VFk9+Ol/Nu
            eFCLiBEwHwYDVR0jBBgwFoAUMiqC3ROaR+VFk9+Ol/NueFCLiBEwDwYDVR0TAQH/
            BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAwaQCZ/s6qOmPmxHyn1Z63gsZ62Ix
            90m5MS4rtVGrGqICIQDXWc6jVTS/hCI3x1uPOYO3/QcTfALf7IaLMdTeMKC0nw==
            -----END CERTIFICATE-----
            """;

    /** A root, {@code inner} which it has signed, {@code leaf} which that has signed, and another certificate of its own. */
    private static KeyStore made;

    @BeforeAll
    static void makeKeys() throws Exception {
        Path store = temp.resolve("made.p12");
        keytool(store, "-genkeypair", "-alias", "root", "-dname", "CN=root", "-keyalg", "EC", "-ext", "bc:c");
        keytool(store, "-genkeypair", "-alias", "inner", "-dname", "CN=inner", "-keyalg", "RSA", "-signer", "root");
        keytool(store, "-genkeypair", "-alias", "leaf", "-dname", "CN=leaf", "-keyalg", "EC", "-signer", "inner");
        keytool(store, "-genkeypair", "-alias", "other", "-dname", "CN=other", "-keyalg", "RSA");
        keytool(store, "-genkeypair", "-alias", "edwards", "-dname", "CN=edwards", "-keyalg", "Ed25519");
        made = KeyStore.getInstance(store.toFile(), "storepwd".toCharArray());
    }

    private static void keytool(Path store, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        // a quick compiler for a process that ends at once
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", "storepwd"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static String pem(String label, byte[] der) {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(der);
        return "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n";
    }

    private static String key(String alias) throws Exception {
        return pem("PRIVATE KEY", made.getKey(alias, "storepwd".toCharArray()).getEncoded());
    }

    private static String certificate(String alias) throws Exception {
        return pem("CERTIFICATE", made.getCertificate(alias).getEncoded());
    }

    private static KeyStore load(String text, String password) throws Exception {
        return PemKeyStore.load(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)),
                password == null ? null : password.toCharArray());
    }

    private static List<String> names(Certificate[] chain) {
        List<String> names = new ArrayList<>();
        for (Certificate certificate : chain) {
            names.add(((X509Certificate) certificate).getSubjectX500Principal().getName());
        }
        return names;
    }

    /** As tools write them: the key first, or last, or among the certificates, and text in between. */
    @ParameterizedTest
    @ValueSource(strings = {"kLIR", "LIRk", "RkLI", "tLtIRk", "kLI"})
    void keyFindsItsChainInAnyOrder(String order) throws Exception {
        StringBuilder text = new StringBuilder();
        for (char what : order.toCharArray()) {
            text.append(
                    switch (what) {
                        case 'k' -> key("leaf");
                        case 'L' -> certificate("leaf");
                        case 'I' -> certificate("inner");
                        case 'R' -> certificate("root");
                        default ->
                            "subject=/CN=leaf\r\n\n-----BEGIN EC PARAMETERS-----\nBgUr\n-----END EC PARAMETERS-----\n";
                    });
        }
        KeyStore store = load(text.toString(), null);
        assertThat(Collections.list(store.aliases())).containsExactly("1");
        assertThat(names(store.getCertificateChain("1")))
                .isEqualTo(
                        order.contains("R")
                                ? List.of("CN=leaf", "CN=inner", "CN=root")
                                : List.of("CN=leaf", "CN=inner"));
        assertThat(store.getKey("1", new char[0])).isEqualTo(made.getKey("leaf", "storepwd".toCharArray()));
    }

    @Test
    void keysOfManyKindsAndTrustedCertificatesStandSideBySide() throws Exception {
        String text =
                key("other") + key("edwards") + certificate("root") + certificate("edwards") + certificate("other");
        KeyStore store = load(text, "storepwd");
        assertThat(Collections.list(store.aliases())).containsExactlyInAnyOrder("1", "2", "trusted1");
        assertThat(names(store.getCertificateChain("1"))).containsExactly("CN=other");
        assertThat(names(store.getCertificateChain("2"))).containsExactly("CN=edwards");
        assertThat(store.isCertificateEntry("trusted1")).isTrue();
        assertThat(store.getKey("2", "storepwd".toCharArray())).isNotNull();
    }

    @Test
    void keyThatIsEncryptedIsOpenedByThePassword() throws Exception {
        KeyStore store = load(SEALED, "secret");
        assertThat(names(store.getCertificateChain("1"))).containsExactly("CN=sealed");
        assertThat(store.getKey("1", "secret".toCharArray()).getAlgorithm()).isEqualTo("EC");
        assertThatThrownBy(() -> load(SEALED, null))
                .isInstanceOf(IOException.class)
                .hasMessage("line 1: ENCRYPTED PRIVATE KEY: it is encrypted, and there is no password");
        assertThatThrownBy(() -> load(SEALED, "wrong"))
                .isInstanceOf(IOException.class)
                .hasMessage("line 1: ENCRYPTED PRIVATE KEY: the password does not open it");
    }

    @Test
    void keyThatIsEncryptedInTheOlderWayIsOpenedToo() throws Exception {
        String text = certificate("leaf") + pem("ENCRYPTED PRIVATE KEY", encrypted("PBEWithSHA1AndDESede"));
        assertThat(load(text, "secret").getKey("1", "secret".toCharArray()))
                .isEqualTo(made.getKey("leaf", "storepwd".toCharArray()));
    }

    private static byte[] encrypted(String algorithm) throws Exception {
        Key secret = SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec("secret".toCharArray()));
        Cipher cipher = Cipher.getInstance(algorithm);
        cipher.init(Cipher.ENCRYPT_MODE, secret, new PBEParameterSpec(new byte[8], 2048));
        byte[] data =
                cipher.doFinal(made.getKey("leaf", "storepwd".toCharArray()).getEncoded());
        return new EncryptedPrivateKeyInfo(cipher.getParameters(), data).getEncoded();
    }

    @Test
    void whatCannotBeUsedIsRefusedByItsLine() throws Exception {
        assertThatThrownBy(() -> load("\n" + key("leaf") + certificate("other"), null))
                .hasMessage("line 2: no certificate is that of this private key");
        assertThatThrownBy(() -> load(pem("DSA PRIVATE KEY", new byte[3]), null))
                .hasMessage("line 1: DSA PRIVATE KEY: not in PKCS #8 (convert it by: openssl pkcs8 -topk8)");
        assertThatThrownBy(() -> load(pem("PRIVATE KEY", new byte[30]), null))
                .hasMessageStartingWith("line 1: PRIVATE KEY: ");
        assertThatThrownBy(() -> load(pem("ENCRYPTED PRIVATE KEY", new byte[30]), "secret"))
                .hasMessageStartingWith("line 1: ENCRYPTED PRIVATE KEY: its encryption is not known")
                .hasMessageContaining("openssl pkcs8 -topk8 -v2 aes-256-cbc");
        assertThatThrownBy(() -> load("-----BEGIN CERTIFICATE-----\n?!\n-----END CERTIFICATE-----\n", null))
                .hasMessageStartingWith("line 1: CERTIFICATE: ");
        assertThatThrownBy(() -> load(pem("CERTIFICATE", new byte[30]), null))
                .hasMessageStartingWith("line 1: CERTIFICATE: ");
        assertThatThrownBy(() -> load("a\n-----BEGIN CERTIFICATE-----\nabc", null))
                .hasMessage("line 2: CERTIFICATE has no end");
        assertThatThrownBy(() -> load("nothing\nhere", null))
                .hasMessage("neither a certificate nor a private key in 2 lines");
    }

    @Test
    void certificateAndKeyAreReadFromTwoFilesAndTrustedByDefault() throws Exception {
        Path certificates =
                Files.writeString(temp.resolve("fullchain.pem"), certificate("leaf") + certificate("inner"));
        Path key = Files.writeString(temp.resolve("privkey.pem"), key("leaf"));
        SslContextFactory.Server server = new SslContextFactory.Server();
        server.setKeyStoreType("PKCS12");
        server.setCertificatePath(certificates.toString());
        server.setPrivateKeyPath(key.toString());
        server.start();
        assertThat(server.getAliases()).containsExactly("1");
        assertThat(server.getKeyStore().getCertificateChain("1")).hasSize(2);
        assertThat(server.getTrustStore().containsAlias("1")).isTrue();
        Files.writeString(key, "nothing");
        assertThatThrownBy(() -> server.reload(f -> {}))
                .hasMessageContaining("fullchain.pem with private key")
                .hasMessageContaining("privkey.pem");
        server.stop();
    }

    @Test
    void privateKeyOfItsOwnNeedsCertificatesOfTheirOwn() throws Exception {
        SslContextFactory.Server server = new SslContextFactory.Server();
        server.setPrivateKeyPath(
                Files.writeString(temp.resolve("privkey.pem"), key("leaf")).toString());
        server.setKeyStorePath(Files.createFile(temp.resolve("empty.p12")).toString());
        server.setKeyStoreType("PKCS12");
        assertThatThrownBy(server::start)
                .hasMessageContaining("(expected: a certificate path, or a key store of type PEM)");
        assertThatThrownBy(() -> server.setCertificatePath("/no/such.pem"))
                .hasMessageContaining("certificate path does not exist");
    }

    @Test
    void changeOfThePrivateKeyFileReloads() throws Exception {
        Path certificates = Files.writeString(temp.resolve("chain.pem"), certificate("leaf") + certificate("inner"));
        Path keys = Files.createDirectories(temp.resolve("private"));
        Path key = Files.writeString(keys.resolve("key.pem"), key("leaf"));
        SslContextFactory.Server server = new SslContextFactory.Server();
        server.setCertificatePath(certificates.toString());
        server.setPrivateKeyPath(key.toString());
        server.start();
        KeyStoreScanner scanner = new KeyStoreScanner(server);
        scanner.setScanInterval(0);
        scanner.start();
        var before = server.getKeyStore();
        Files.writeString(key, "# changed\n" + key("leaf"));
        // a change counts when the next scan finds it unchanged
        scanner.scan(30_000);
        scanner.scan(30_000);
        assertThat(server.getKeyStore()).isNotSameAs(before);
        scanner.stop();
        server.stop();
    }

    @Test
    void serverAndItsTrustAreReadFromTextAndErrorsNameTheFile() throws Exception {
        Path keys = temp.resolve("server.pem");
        Files.writeString(keys, key("leaf") + certificate("leaf") + certificate("inner"));
        Path trust = Files.writeString(temp.resolve("trust.pem"), certificate("root"));
        SslContextFactory.Server server = new SslContextFactory.Server();
        server.setKeyStorePath(keys.toString());
        server.setKeyStoreType("PEM");
        server.setTrustStorePath(trust.toString());
        server.start();
        assertThat(server.getAliases()).containsExactly("1");
        assertThat(server.getTrustStore().getCertificate("trusted1")).isEqualTo(made.getCertificate("root"));
        // what a reload meets
        Files.writeString(keys, key("leaf"));
        assertThatThrownBy(() -> server.reload(f -> {}))
                .hasMessageContaining("Unable to load PEM key store")
                .hasMessageContaining("server.pem: line 1: no certificate");
        assertThat(server.getAliases()).containsExactly("1");
        server.stop();
    }
}
