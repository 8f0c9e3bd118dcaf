package org.eclipse.jetty.client;

import static org.assertj.core.api.Assertions.assertThat;

import javax.net.ssl.SSLHandshakeException;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;

/** The client and our server, over HTTP/2 that is negotiated within TLS. */
class HttpClientOverHttp2TlsTest extends HttpClientOverHttp2Test {
    @Override
    boolean isSecure() {
        return true;
    }

    @Override
    ServerConnector newConnector(SslContextFactory.Server tls) {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.addCustomizer(new SecureRequestCustomizer(false));
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
        alpn.setDefaultProtocol("http/1.1");
        return new ServerConnector(
                server,
                new SslConnectionFactory(tls, "alpn"),
                alpn,
                new HTTP2ServerConnectionFactory(configuration),
                new HttpConnectionFactory(configuration));
    }

    @Test
    void serverThatDoesNotNegotiateFailsTheRequest() throws Exception {
        ServerConnector plain = new ServerConnector(
                server,
                new SslConnectionFactory(Transport.keyStores().newServerFactory(), "http/1.1"),
                new HttpConnectionFactory());
        server.addConnector(plain);
        plain.start();
        Result result = send(client.newRequest("https://localhost:" + plain.getLocalPort() + "/"));
        assertThat(result.getFailure()).isInstanceOf(SSLHandshakeException.class);
    }
}
