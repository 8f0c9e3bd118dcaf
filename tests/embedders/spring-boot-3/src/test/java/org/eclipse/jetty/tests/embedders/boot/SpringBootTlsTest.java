package org.eclipse.jetty.tests.embedders.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.jetty.keystore.KeystoreGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application of Spring Boot over TLS, by HTTP/2 and HTTP/1.1. */
class SpringBootTlsTest {
    private static final String PASSWORD = "storepwd";

    @TempDir
    static Path folder;

    private static RunningShop shop;

    @BeforeAll
    static void start() throws Exception {
        File keys = KeystoreGenerator.generateTestKeystore(
                folder.resolve("keystore.p12").toString(), PASSWORD);
        shop = new RunningShop(
                HttpClient.newBuilder().sslContext(trusting(keys)).build(),
                true,
                "--server.http2.enabled=true",
                "--server.ssl.key-store=" + keys.toURI(),
                "--server.ssl.key-store-type=PKCS12",
                "--server.ssl.key-store-password=" + PASSWORD);
    }

    private static SSLContext trusting(File keys) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys.toPath())) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "server", store.getCertificate(store.aliases().nextElement()));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @Test
    void http2IsNegotiated() throws Exception {
        HttpResponse<String> response = shop.get("/protocol");
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(response.body()).isEqualTo("HTTP/2.0 https true");
    }

    @Test
    void http11IsServedOnTheSamePort() throws Exception {
        HttpResponse<String> response = shop.send(shop.request("/protocol").version(HttpClient.Version.HTTP_1_1));
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        assertThat(response.body()).isEqualTo("HTTP/1.1 https true");
    }

    @Test
    void manyRequestsShareAConnection() throws Exception {
        String content = "content ".repeat(10_000);
        List<CompletableFuture<HttpResponse<String>>> responses = Stream.generate(() -> shop.client()
                        .sendAsync(
                                shop.request("/echo")
                                        .POST(BodyPublishers.ofString(content))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString()))
                .limit(20)
                .toList();
        for (CompletableFuture<HttpResponse<String>> response : responses) {
            assertThat(response.get().statusCode()).isEqualTo(200);
            assertThat(response.get().body()).isEqualTo(content);
        }
    }

    @Test
    void webSocketTalksWithinTls() throws Exception {
        assertThat(shop.say("/talk", "hello")).isEqualTo("Spring heard hello");
        assertThat(shop.say("/endpoint", "hello")).isEqualTo("The endpoint heard hello");
    }
}
