package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Key stores of a server and a client that trust each other, made by keytool. */
public final class TestKeyStores {
    static final String PASSWORD = "storepwd";

    private final Path folder;
    private final KeyStore server;
    private final KeyStore client;

    public TestKeyStores(Path folder) throws Exception {
        this.folder = folder;
        server = generate("server.p12", "server", "CN=localhost", "SAN=DNS:localhost,IP:127.0.0.1");
        client = generate("client.p12", "client", "CN=client", null);
        server.setCertificateEntry("trusted", client.getCertificate("client"));
        client.setCertificateEntry("trusted", server.getCertificate("server"));
    }

    private KeyStore generate(String file, String alias, String name, String extension) throws Exception {
        Path store = folder.resolve(file);
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                // a quick compiler for a process that ends at once
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                // the key is decrypted for each server of each test: 10,000 rounds of it took most of their time
                "-J-Dkeystore.pkcs12.keyPbeIterationCount=1",
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-dname",
                name,
                "-validity",
                "10");
        if (extension != null) {
            builder.command().add("-ext");
            builder.command().add(extension);
        }
        Process process = builder.redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        KeyStore keyStore = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keyStore.load(in, PASSWORD.toCharArray());
        }
        return keyStore;
    }

    public SslContextFactory.Server newServerFactory() {
        SslContextFactory.Server factory = new SslContextFactory.Server();
        factory.setKeyStore(server);
        factory.setKeyStorePassword(PASSWORD);
        factory.setTrustStore(server);
        factory.setTrustStorePassword(PASSWORD);
        return factory;
    }

    public X509Certificate getClientCertificate() throws Exception {
        return (X509Certificate) client.getCertificate("client");
    }

    /** The key and the certificate of the server. */
    String getServerPem() throws Exception {
        return pem("CERTIFICATE", server.getCertificate("server").getEncoded())
                + pem(
                        "PRIVATE KEY",
                        server.getKey("server", PASSWORD.toCharArray()).getEncoded());
    }

    /** The certificate of the client. */
    String getClientPem() throws Exception {
        return pem("CERTIFICATE", getClientCertificate().getEncoded());
    }

    private static String pem(String type, byte[] bytes) {
        return "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + type
                + "-----\n";
    }

    public SSLContext newClientContext(boolean withCertificate) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(client, PASSWORD.toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(client);
        context.init(withCertificate ? keys.getKeyManagers() : null, trust.getTrustManagers(), null);
        return context;
    }
}
