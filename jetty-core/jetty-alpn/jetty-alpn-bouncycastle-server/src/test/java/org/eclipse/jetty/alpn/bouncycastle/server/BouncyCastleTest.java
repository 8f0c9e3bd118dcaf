package org.eclipse.jetty.alpn.bouncycastle.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.keystore.KeystoreGenerator;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/2 and HTTP/1.1 within the TLS of Bouncy Castle, with a client of the JDK. */
class BouncyCastleTest {
    private static final String PASSWORD = "storepwd";

    @TempDir
    Path folder;

    private final Server server = new Server();
    private final SslContextFactory.Server tls = new SslContextFactory.Server();
    private ServerConnector connector;
    private HttpClient client;

    @BeforeEach
    void start() throws Exception {
        File keys = KeystoreGenerator.generateTestKeystore(
                folder.resolve("keystore.p12").toString(), PASSWORD);
        // makes the provider known
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
        alpn.setDefaultProtocol("http/1.1");
        tls.setProvider("BCJSSE");
        tls.setKeyStorePath(keys.toString());
        tls.setKeyStorePassword(PASSWORD);
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.addCustomizer(new SecureRequestCustomizer());
        connector = new ServerConnector(
                server,
                new SslConnectionFactory(tls, alpn.getProtocol()),
                alpn,
                new HTTP2ServerConnectionFactory(configuration),
                new HttpConnectionFactory(configuration));
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                String content = Content.Source.asString(request);
                String protocol = request.getConnectionMetaData().getProtocol();
                Content.Sink.write(response, true, protocol + " " + request.isSecure() + " " + content, callback);
                return true;
            }
        });
        server.start();
        client = HttpClient.newBuilder().sslContext(trusting(keys)).build();
    }

    private static SSLContext trusting(File keys) throws Exception {
        KeyStore store = KeyStore.getInstance(keys, PASSWORD.toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "server", store.getCertificate(store.aliases().nextElement()));
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX", "SunJSSE");
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS", "SunJSSE");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private HttpResponse<String> post(HttpClient.Version version, String content) throws Exception {
        URI uri = URI.create("https://localhost:" + connector.getLocalPort() + "/");
        HttpRequest request = HttpRequest.newBuilder(uri)
                .version(version)
                .POST(HttpRequest.BodyPublishers.ofString(content))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    @Test
    void http2IsNegotiated() throws Exception {
        String content = "content ".repeat(20_000);
        HttpResponse<String> response = post(HttpClient.Version.HTTP_2, content);
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(response.body()).isEqualTo("HTTP/2.0 true " + content);
        assertThat(tls.getSslContext().getProvider().getName()).isEqualTo("BCJSSE");
    }

    @Test
    void clientWithoutHttp2IsServed() throws Exception {
        String content = "content ".repeat(20_000);
        HttpResponse<String> response = post(HttpClient.Version.HTTP_1_1, content);
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        assertThat(response.body()).isEqualTo("HTTP/1.1 true " + content);
    }
}
