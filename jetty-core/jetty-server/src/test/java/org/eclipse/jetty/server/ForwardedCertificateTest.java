package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Collections;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Certificates of clients that a proxy passes on (RFC 9440). */
class ForwardedCertificateTest {
    private static String base64() throws Exception {
        return Base64.getEncoder()
                .encodeToString(Transport.keyStores().getClientCertificate().getEncoded());
    }

    private static String clientCert() throws Exception {
        return "Client-Cert: :" + base64() + ":";
    }

    private static String pem(String base64) {
        return "-----BEGIN CERTIFICATE-----\n" + base64.replaceAll("(.{64})", "$1\n") + "\n-----END CERTIFICATE-----\n";
    }

    /** As nginx escapes it. */
    private static String escaped(String text) {
        return "Ssl-Client-Cert: "
                + URLEncoder.encode(text, StandardCharsets.US_ASCII).replace("+", "%20");
    }

    /** Answers with what is known of TLS. */
    private static final class Report extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Object tls = request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE);
            X509Certificate[] certificates =
                    tls instanceof EndPoint.SslSessionData data ? data.peerCertificates() : null;
            String text = "secure=" + request.isSecure() + " certificates="
                    + (certificates == null
                            ? "none"
                            : certificates.length + " of " + certificates[0].getSubjectX500Principal())
                    + " fields=" + request.getHeaders().contains("Client-Cert")
                    + request.getHeaders().contains("Ssl-Client-Cert");
            Content.Sink.write(response, true, text, callback);
            return true;
        }
    }

    private static Stream<Transport> sockets() {
        return Transport.all().filter(transport -> !transport.isInMemory());
    }

    private static LocalServer serve(Transport transport, String trusted, String name) throws Exception {
        ForwardedRequestCustomizer customizer = new ForwardedRequestCustomizer();
        customizer.setForwardedTrusted(trusted);
        customizer.setForwardedCertificate(name);
        LocalServer local = new LocalServer(transport);
        local.configuration.setRequestHeaderSize(64 * 1024);
        local.configuration.addCustomizer(customizer);
        return local.start(new Report());
    }

    private static LocalServer serve(String name) throws Exception {
        return serve(sockets().findFirst().orElseThrow(), "127.0.0.1,::1", name);
    }

    private static String ask(Transport transport, String trusted, String name, String... fields) throws Exception {
        try (LocalServer local = serve(transport, trusted, name)) {
            String response = local.get("/", fields);
            return response.startsWith("HTTP/1.1 200")
                    ? LocalServer.body(response)
                    : response.substring(0, response.indexOf("\r\n"));
        }
    }

    private static String ask(String name, String... fields) throws Exception {
        return ask(sockets().findFirst().orElseThrow(), "127.0.0.1,::1", name, fields);
    }

    @ParameterizedTest
    @MethodSource("sockets")
    void certificateOfATrustedProxyIsThatOfTheClient(Transport transport) throws Exception {
        String subject = Transport.keyStores()
                .getClientCertificate()
                .getSubjectX500Principal()
                .toString();
        String chain = clientCert().replace("Client-Cert", "Client-Cert-Chain");
        assertThat(ask(transport, "127.0.0.1,::1", "client-cert", clientCert()))
                .startsWith("secure=true certificates=1 of " + subject);
        assertThat(ask(transport, "127.0.0.1,::1", "client-cert", clientCert(), chain, chain))
                .startsWith("secure=true certificates=3 of " + subject);
        assertThat(ask(transport, "127.0.0.1,::1", "ssl-client-cert", escaped(pem(base64()))))
                .startsWith("secure=true certificates=1 of " + subject);
    }

    @ParameterizedTest
    @MethodSource("sockets")
    void certificateOfAnotherClientIsRemoved(Transport transport) throws Exception {
        assertThat(ask(transport, "192.0.2.1", "client-cert", clientCert()))
                .isEqualTo("secure=" + transport.isSecure() + " certificates=none fields=falsefalse");
    }

    @Test
    void otherFieldsAreNotBelieved() throws Exception {
        assertThat(ask("none", clientCert())).startsWith("secure=false certificates=none");
        assertThat(ask("ssl-client-cert", clientCert())).startsWith("secure=false certificates=none");
        assertThat(ask("client-cert", escaped(pem(base64())))).startsWith("secure=false certificates=none");
    }

    @Test
    void clientWithoutCertificateHasNone() throws Exception {
        assertThat(ask("client-cert")).startsWith("secure=false certificates=none");
        assertThat(ask("ssl-client-cert", "Ssl-Client-Cert:")).startsWith("secure=false certificates=none");
    }

    private static void assertRefused(String name, String... fields) throws Exception {
        try (LocalServer local = serve(name)) {
            for (String each : fields) {
                assertThat(local.get("/", each)).as(each).startsWith("HTTP/1.1 400 ");
            }
        }
    }

    @Test
    void malformedFieldIsABadRequest() throws Exception {
        String base64 = base64();
        assertRefused(
                "client-cert",
                "Client-Cert: " + base64,
                "Client-Cert: :" + base64,
                "Client-Cert: ::",
                "Client-Cert: :",
                "Client-Cert: :MAA=:",
                "Client-Cert: :x y:",
                "Client-Cert: :" + base64 + ":;a=b",
                "Client-Cert: :" + base64 + ":, :" + base64 + ":",
                "Client-Cert: :" + base64.substring(0, base64.length() / 4 * 2) + ":",
                "Client-Cert: :"
                        + Base64.getEncoder().encodeToString(pem(base64).getBytes(StandardCharsets.US_ASCII)) + ":",
                clientCert() + "\n" + clientCert(),
                "Client-Cert-Chain: :" + base64 + ":",
                clientCert() + "\nClient-Cert-Chain: :" + base64 + ":,",
                clientCert() + "\nClient-Cert-Chain: x");
    }

    @Test
    void malformedPemIsABadRequest() throws Exception {
        String pem = pem(base64());
        assertRefused(
                "ssl-client-cert",
                "Ssl-Client-Cert: x",
                "Ssl-Client-Cert: %",
                "Ssl-Client-Cert: %4",
                "Ssl-Client-Cert: %zz",
                escaped(pem) + "%2",
                escaped(pem + "x"),
                escaped("x" + pem),
                escaped(pem.replace("CERTIFICATE", "PRIVATE KEY")),
                escaped(pem("MAA=")),
                escaped(pem("====")));
    }

    @Test
    void chainIsLimited() throws Exception {
        String member = ":" + base64() + ":";
        try (LocalServer local = serve("client-cert")) {
            String nine = "Client-Cert-Chain: " + String.join(", ", Collections.nCopies(9, member));
            assertThat(local.get("/", clientCert(), nine)).contains("certificates=10 of");
            assertThat(local.get("/", clientCert(), nine + ", " + member)).startsWith("HTTP/1.1 400 ");
        }
    }

    @Test
    void certificateNeedsTrustedProxies() {
        ForwardedRequestCustomizer customizer = new ForwardedRequestCustomizer();
        assertThatThrownBy(() -> customizer.setForwardedCertificate("client-cert"))
                .hasMessage("forwardedCertificate: client-cert (expected: none, or the addresses of the proxies in"
                        + " forwardedTrusted)");
        assertThatThrownBy(() -> customizer.setForwardedCertificate("x"))
                .hasMessage("forwardedCertificate: x (expected: none, client-cert or ssl-client-cert)");
        customizer.setForwardedTrusted("127.0.0.1");
        customizer.setForwardedCertificate("ssl-client-cert");
        assertThat(customizer.getForwardedCertificate()).isEqualTo("ssl-client-cert");
    }

    /** The answer over TLS to a proxy that has a certificate itself. */
    private static String askAsProxyWithCertificate(UnaryOperator<HttpConfiguration> settings) throws Exception {
        Server server = new Server();
        HttpConfiguration configuration = settings.apply(new HttpConfiguration());
        configuration.addCustomizer(new SecureRequestCustomizer(false));
        SslContextFactory.Server tls = Transport.keyStores().newServerFactory();
        tls.setNeedClientAuth(true);
        ServerConnector connector = new ServerConnector(server, tls, new HttpConnectionFactory(configuration));
        server.addConnector(connector);
        server.setHandler(new Report());
        server.start();
        try (SSLSocket socket = (SSLSocket) Transport.keyStores()
                .newClientContext(true)
                .getSocketFactory()
                .createSocket("localhost", connector.getLocalPort())) {
            OutputStream output = socket.getOutputStream();
            output.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } finally {
            server.stop();
        }
    }

    @Test
    void certificateOfTheProxyIsNotTakenForThatOfItsClient() throws Exception {
        assertThat(askAsProxyWithCertificate(configuration -> configuration)).contains("certificates=1 of ");
        assertThat(askAsProxyWithCertificate(configuration -> {
                    ForwardedRequestCustomizer customizer = new ForwardedRequestCustomizer();
                    customizer.setForwardedTrusted("127.0.0.1,::1");
                    customizer.setForwardedCertificate("client-cert");
                    configuration.addCustomizer(customizer);
                    return configuration;
                }))
                .contains("secure=true certificates=none");
    }
}
