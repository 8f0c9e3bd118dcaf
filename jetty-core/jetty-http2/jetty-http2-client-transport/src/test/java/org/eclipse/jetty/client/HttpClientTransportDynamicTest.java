package org.eclipse.jetty.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.eclipse.jetty.client.transport.HttpClientConnectionFactory;
import org.eclipse.jetty.client.transport.HttpClientTransportDynamic;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.ClientConnectionFactoryOverHTTP2;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.Transport;
import org.junit.jupiter.api.Test;

/** The client and our server, where both speak HTTP/1.1 and HTTP/2 within TLS. */
class HttpClientTransportDynamicTest extends HttpClientOverHttp2TlsTest {
    @Override
    HttpClient newClient() {
        ClientConnector connector = new ClientConnector();
        return new HttpClient(new HttpClientTransportDynamic(
                connector,
                new ClientConnectionFactoryOverHTTP2.HTTP2(new HTTP2Client(connector)),
                HttpClientConnectionFactory.HTTP11));
    }

    @Test
    void versionOfTheRequestChoosesTheProtocol() throws Exception {
        for (HttpVersion version : new HttpVersion[] {HttpVersion.HTTP_1_1, HttpVersion.HTTP_2, HttpVersion.HTTP_1_1}) {
            ContentResponse response =
                    client.newRequest(uri("/echo")).version(version).send();
            assertThat(response.getVersion()).isEqualTo(version);
        }
        assertThat(client.getDestinations()).hasSize(2);
    }

    @Test
    @Override
    void serverThatDoesNotNegotiateFailsTheRequest() throws Exception {
        ServerConnector plain = new ServerConnector(
                server,
                new SslConnectionFactory(Transport.keyStores().newServerFactory(), "http/1.1"),
                new HttpConnectionFactory());
        server.addConnector(plain);
        plain.start();
        String uri = "https://localhost:" + plain.getLocalPort() + "/echo";
        assertThat(client.GET(uri).getVersion()).isEqualTo(HttpVersion.HTTP_1_1);
        Result result = send(client.newRequest(uri).version(HttpVersion.HTTP_2));
        assertThat(result.isFailed()).isTrue();
    }

    @Test
    void versionThatNoProtocolHasIsRefused() throws Exception {
        try (HttpClient old = new HttpClient(new HttpClientTransportDynamic())) {
            old.start();
            Request request = old.newRequest(uri("/echo")).version(HttpVersion.HTTP_2);
            assertThatThrownBy(request::send).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
