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
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Authentication by the certificate of the TLS session, which is told by the request. */
class SslClientCertAuthenticatorTest {
    @TempDir
    Path folder;

    private final UserStore users = new UserStore();
    private final SecurityHandler.PathMapped security = new SecurityHandler.PathMapped();
    private X509Certificate certificate;
    private EndPoint.SslSessionData session;
    private Server server;
    private LocalConnector connector;

    @BeforeEach
    void start() throws Exception {
        certificate = generate("CN=client");
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

    private X509Certificate generate(String subject) throws Exception {
        Path store = folder.resolve("client.p12");
        Files.deleteIfExists(store);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        // a quick compiler for a process that ends at once
                        "-J-XX:TieredStopAtLevel=1",
                        "-J-XX:+UseSerialGC",
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
                        subject)
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

    private String get(String... fields) throws Exception {
        String more = fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n";
        return connector.getResponse("GET / HTTP/1.1\r\nHost: local\r\nConnection: close\r\n" + more + "\r\n");
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

    /** As in Jetty: the name as the JDK prints it, and no password; the form of RFC 2253 does as well. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CN\\=alice,\\ OU\\=Dev\\ Team,\\ O\\=Acme,\\ C\\=DE: ,Administrator",
                "CN\\=alice,OU\\=Dev\\ Team,O\\=Acme,C\\=DE: ,Administrator",
                "CN\\=alice,\\ OU\\=Dev\\ Team,\\ O\\=Acme,\\ C\\=DE: SIGNATURE,Administrator",
                "CN\\=alice,OU\\=Dev\\ Team,O\\=Acme,C\\=DE: SIGNATURE,Administrator"
            })
    void userOfTheRealmNeedsNoPassword(String line) throws Exception {
        certificate = generate("CN=alice, OU=Dev Team, O=Acme, C=DE");
        session = EndPoint.SslSessionData.from(null, null, null, new X509Certificate[] {certificate});
        assertThat(get()).startsWith("HTTP/1.1 403");
        String signature = Base64.getEncoder().encodeToString(certificate.getSignature());
        realm(line.replace("SIGNATURE", signature));
        String name =
                line.contains("\\ OU") ? "CN=alice, OU=Dev Team, O=Acme, C=DE" : "CN=alice,OU=Dev Team,O=Acme,C=DE";
        assertThat(get()).startsWith("HTTP/1.1 200").contains(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"CN\\=alice: another,Administrator", "CN\\=issuer: ,Administrator", "alice: ,Administrator"})
    void otherNamesAndOtherCredentialsAreRefused(String line) throws Exception {
        certificate = generate("CN=alice");
        session = EndPoint.SslSessionData.from(null, null, null, new X509Certificate[] {certificate});
        realm(line);
        assertThat(get()).startsWith("HTTP/1.1 403");
    }

    @ParameterizedTest
    @ValueSource(strings = {"alice:", "alice: ,Administrator", "alice"})
    void userWithoutAPasswordCannotLogInByOne(String line) throws Exception {
        realm(line);
        server.stop();
        security.setAuthenticator(new BasicAuthenticator());
        server.start();
        for (String password : new String[] {"", "null", "x"}) {
            assertThat(get("Authorization: Basic "
                            + Base64.getEncoder().encodeToString(("alice:" + password).getBytes())))
                    .startsWith("HTTP/1.1 401");
        }
    }

    private void realm(String line) throws Exception {
        Path file = Files.writeString(folder.resolve("realm.properties"), line + "\n");
        server.stop();
        HashLoginService service =
                new HashLoginService("realm", ResourceFactory.root().newResource(file));
        security.setLoginService(service);
        server.start();
    }

    @Test
    void requestWithoutACertificateIsRefused() throws Exception {
        assertThat(get()).startsWith("HTTP/1.1 403");
        session = EndPoint.SslSessionData.from(null, null, null, null);
        assertThat(get()).startsWith("HTTP/1.1 403");
    }
}
