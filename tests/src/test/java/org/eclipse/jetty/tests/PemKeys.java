package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key with a certificate that it has signed itself, for the name "localhost", as proxies and clients of tests use them. */
final class PemKeys {
    private static final char[] PASSWORD = "password".toCharArray();

    private final KeyStore keys;
    private final Path file;

    private PemKeys(KeyStore keys, Path file) {
        this.keys = keys;
        this.file = file;
    }

    /**
     * Makes a key; its file NAME.pem in the base holds the certificate and the key.
     *
     * @param subject the distinguished name
     */
    static PemKeys make(Base base, String name, String subject) throws GeneralSecurityException, IOException {
        Path store = base.resolve(name + ".p12");
        Command keytool = base.run(
                List.of(
                        Jdk.oldest().java().resolveSibling("keytool").toString(),
                        // a quick compiler for a process that ends at once
                        "-J-XX:TieredStopAtLevel=1",
                        "-J-XX:+UseSerialGC",
                        "-genkeypair",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        new String(PASSWORD),
                        "-alias",
                        "a",
                        "-keyalg",
                        "EC",
                        "-dname",
                        subject,
                        "-ext",
                        "san=dns:localhost"),
                base.folder());
        assertThat(keytool.awaitExit()).as(keytool::output).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
        base.write(
                name + ".pem",
                pem("CERTIFICATE", keys.getCertificate("a").getEncoded())
                        + pem("PRIVATE KEY", keys.getKey("a", PASSWORD).getEncoded()));
        return new PemKeys(keys, base.resolve(name + ".pem"));
    }

    private static String pem(String type, byte[] bytes) {
        return "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + type + "-----\n";
    }

    /** The file in PEM. */
    Path file() {
        return file;
    }

    /** A client that trusts this certificate alone, and shows its own one if it has one. */
    HttpClient trusting(PemKeys own) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("a", (X509Certificate) keys.getCertificate("a"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(own == null ? null : own.keys, own == null ? null : PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }
}
