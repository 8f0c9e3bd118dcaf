package org.eclipse.jetty.security.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.security.Authenticator;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Authentication by the certificate of the TLS session, which is told by the request. */
class SslClientCertAuthenticatorTest {
    @TempDir
    Path folder;

    private final UserStore users = new UserStore();
    private X509Certificate certificate;
    private EndPoint.SslSessionData session;
    private Server server;
    private LocalConnector connector;

    @BeforeEach
    void start() throws Exception {
        certificate = generate();
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.addCustomizer((request, headers) -> {
            request.setAttribute(EndPoint.SslSessionData.ATTRIBUTE, session);
            return request;
        });
        server = new Server();
        connector = new LocalConnector(server, new HttpConnectionFactory(configuration));
        server.addConnector(connector);
        HashLoginService login = new HashLoginService("realm");
        login.setUserStore(users);
        SecurityHandler.PathMapped security = new SecurityHandler.PathMapped();
        security.setLoginService(login);
        security.setAuthenticationType(Authenticator.CERT_AUTH2);
        security.put("/*", Constraint.ANY_USER);
        security.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Content.Sink.write(response, true, "for " + Request.getAuthenticationState(request), callback);
                return true;
            }
        });
        server.setHandler(security);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private X509Certificate generate() throws Exception {
        Path store = folder.resolve("client.p12");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        "storepwd",
                        "-alias",
                        "client",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=client")
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        KeyStore keyStore = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keyStore.load(in, "storepwd".toCharArray());
        }
        return (X509Certificate) keyStore.getCertificate("client");
    }

    private String get() throws Exception {
        return connector.getResponse("GET / HTTP/1.1\r\nHost: local\r\nConnection: close\r\n\r\n");
    }

    @Test
    void certificateOfAKnownUserIsAccepted() throws Exception {
        String signature = Base64.getEncoder().encodeToString(certificate.getSignature());
        users.addUser("CN=client", Credential.getCredential(signature), new String[] {"user"});
        session = EndPoint.SslSessionData.from(null, null, null, new X509Certificate[] {certificate});
        assertThat(get()).startsWith("HTTP/1.1 200").contains("CN=client");
    }

    @Test
    void certificateWithAnotherSignatureIsRefused() throws Exception {
        users.addUser("CN=client", Credential.getCredential("another"), new String[] {"user"});
        session = EndPoint.SslSessionData.from(null, null, null, new X509Certificate[] {certificate});
        assertThat(get()).startsWith("HTTP/1.1 403");
    }

    @Test
    void requestWithoutACertificateIsRefused() throws Exception {
        assertThat(get()).startsWith("HTTP/1.1 403");
        session = EndPoint.SslSessionData.from(null, null, null, null);
        assertThat(get()).startsWith("HTTP/1.1 403");
    }
}
