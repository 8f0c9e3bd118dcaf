package org.eclipse.jetty.io.ssl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key made by keytool, and contexts of TLS that use it. */
final class TestKeys {
    private static final String PASSWORD = "storepwd";

    private static TestKeys made;

    private final KeyStore keyStore;

    /** Returns the key of these tests, which the first call makes. */
    static synchronized TestKeys get() throws Exception {
        if (made == null) {
            made = new TestKeys(Files.createTempDirectory("keys"));
        }
        return made;
    }

    /** @param folder where the key store is written to */
    private TestKeys(Path folder) throws Exception {
        Path file = folder.resolve("keys.p12");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        // a quick compiler for a process that ends at once
                        "-J-XX:TieredStopAtLevel=1",
                        "-J-XX:+UseSerialGC",
                        "-J-Dkeystore.pkcs12.keyPbeIterationCount=1",
                        "-genkeypair",
                        "-keystore",
                        file.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        "key",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-validity",
                        "10")
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        keyStore = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keyStore.load(in, PASSWORD.toCharArray());
        }
    }

    /** Returns a context with the key; it accepts the certificate of the key if {@code trusting}, otherwise none. */
    SSLContext newContext(boolean trusting) throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(keyStore, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        if (trusting) {
            trusted.setCertificateEntry("trusted", keyStore.getCertificate("key"));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance("SunX509");
        trust.init(trusted);
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
