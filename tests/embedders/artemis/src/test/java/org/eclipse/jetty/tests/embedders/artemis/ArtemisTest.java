package org.eclipse.jetty.tests.embedders.artemis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.activemq.artemis.component.WebServerComponent;
import org.apache.activemq.artemis.dto.AppDTO;
import org.apache.activemq.artemis.dto.BindingDTO;
import org.apache.activemq.artemis.dto.RequestLogDTO;
import org.apache.activemq.artemis.dto.WebServerDTO;
import org.eclipse.jetty.keystore.KeystoreGenerator;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Jetty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The web server of Artemis 2, which is made for ee9: a console on two bindings, in the clear and within TLS. */
class ArtemisTest {
    private static final String PASSWORD = "storepwd";

    @TempDir
    Path folder;

    private final Logger audit = (Logger) LoggerFactory.getLogger("org.apache.activemq.audit");
    private final ListAppender<ILoggingEvent> audited = new ListAppender<>();
    private final WebServerComponent component = new WebServerComponent();
    private Path keys;

    @BeforeEach
    void start() throws Exception {
        audited.start();
        audit.addAppender(audited);
        Console.write(folder.resolve("web/console.war"));
        keys = KeystoreGenerator.generateTestKeystore(
                        folder.resolve("keystore.p12").toString(), PASSWORD)
                .toPath();
        WebServerDTO configuration = new WebServerDTO();
        configuration.path = "web";
        configuration.rootRedirectLocation = "console";
        configuration.requestLog = new RequestLogDTO();
        configuration.requestLog.filename = folder.resolve("request.log").toString();
        BindingDTO clear = binding("clear", "http://127.0.0.1:0");
        BindingDTO secure = binding("secure", "https://127.0.0.1:0");
        secure.keyStorePath = keys.toString();
        secure.keyStoreType = "PKCS12";
        secure.setKeyStorePassword(PASSWORD);
        configuration.addBinding(clear);
        configuration.addBinding(secure);
        component.configure(configuration, folder.toString(), folder.toString());
        component.start();
    }

    private static BindingDTO binding(String name, String uri) {
        BindingDTO binding = new BindingDTO();
        binding.name = name;
        binding.uri = uri;
        AppDTO console = new AppDTO();
        console.name = "console";
        console.url = "console";
        console.war = "console.war";
        binding.addApp(console);
        return binding;
    }

    @AfterEach
    void stop() throws Exception {
        component.stop(true);
        audit.detachAppender(audited);
    }

    private static HttpResponse<String> get(HttpClient client, String uri) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString());
    }

    @Test
    void serverIsThatOfThisBuild() {
        assertThat(Server.getVersion()).isEqualTo(Jetty.VERSION).doesNotStartWith("12.");
    }

    @Test
    void consoleIsServedAndLoginsAreAudited() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        String base = "http://127.0.0.1:" + component.getPort(0);
        assertThat(get(client, base + "/console/").body()).isEqualTo("<p>welcome");
        HttpResponse<String> root = get(client, base + "/");
        assertThat(root.statusCode()).isEqualTo(302);
        assertThat(root.headers().firstValue("Location"))
                .hasValueSatisfying(to -> assertThat(to).endsWith("console"));
        HttpResponse<String> login = get(client, base + "/console/auth/login?user=anna");
        assertThat(login.body()).isEqualTo("Hello, anna, by http");
        // Artemis sets it at the session handler of the context
        assertThat(login.headers().firstValue("Set-Cookie"))
                .hasValueSatisfying(cookie -> assertThat(cookie).containsIgnoringCase("SameSite=Strict"));
        assertThat(get(client, base + "/console/auth/login").statusCode()).isEqualTo(403);
        await().untilAsserted(() -> assertThat(audited.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .anyMatch(message -> message.contains("anna") && message.contains("successfully authenticated"))
                .anyMatch(message -> message.contains("403")));
        await().untilAsserted(() -> assertThat(Files.readString(folder.resolve("request.log")))
                .contains("GET /console/auth/login?user=anna"));
    }

    @Test
    void consoleIsServedWithinTlsByHttp2() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
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
        HttpResponse<String> login = get(
                HttpClient.newBuilder().sslContext(context).build(),
                "https://localhost:" + component.getPort(1) + "/console/auth/login?user=anna");
        assertThat(login.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(login.body()).isEqualTo("Hello, anna, by https");
    }
}
