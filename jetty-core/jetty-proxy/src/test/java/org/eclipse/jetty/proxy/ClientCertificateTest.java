package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.X509Certificate;
import java.util.Base64;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Transport;
import org.junit.jupiter.api.Test;

/** Certificates of clients on their way to back ends (RFC 9440). */
class ClientCertificateTest extends AbstractProxyTest {
    private static final String[] INVENTED = {
        "Client-Cert: :AAAA:", "client-cert-chain: :AAAA:", "Ssl-Client-Cert: x", "Connection: Client-Cert"
    };

    private void withCertificates(X509Certificate... certificates) {
        front.configuration.addCustomizer((request, responseHeaders) -> {
            request.setAttribute(
                    EndPoint.SslSessionData.ATTRIBUTE, EndPoint.SslSessionData.from(null, null, null, certificates));
            return request;
        });
    }

    private String[] invented() {
        // HTTP/2 has no field Connection
        return transport.isHttp1() ? INVENTED : java.util.Arrays.copyOf(INVENTED, 3);
    }

    @Test
    void certificateIsPassedOn() throws Exception {
        X509Certificate certificate = Transport.keyStores().getClientCertificate();
        String text = ":" + Base64.getEncoder().encodeToString(certificate.getEncoded()) + ":";
        start(BackEnd.answering(OK), handler -> handler.setClientCertificateForwarded(true));
        withCertificates(certificate, certificate, certificate);
        front.get("/", invented());
        BackEnd.Received request = backEnd.take();
        assertThat(request.values("Client-Cert")).containsExactly(text);
        assertThat(request.values("Client-Cert-Chain")).containsExactly(text + ", " + text);
        assertThat(request.values("Ssl-Client-Cert")).isEmpty();
    }

    @Test
    void certificateThatAClientInventsIsRemoved() throws Exception {
        start(BackEnd.answering(OK));
        front.get("/", invented());
        assertThat(backEnd.take().head()).doesNotContainIgnoringCase("client-cert");
        proxy.setClientCertificateForwarded(true);
        proxy.setForwardedTrusted(true);
        front.get("/", invented());
        assertThat(backEnd.take().head()).doesNotContainIgnoringCase("client-cert");
    }
}
