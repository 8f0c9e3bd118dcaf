package org.eclipse.jetty.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.client.transport.HttpClientConnectionFactory;
import org.eclipse.jetty.client.transport.HttpClientTransportDynamic;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.ClientConnectionFactoryOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;

/** The client and our server in clear text, where both speak HTTP/1.1 and HTTP/2, and HTTP/1.1 comes first. */
class HttpClientDynamicClearTest extends HttpClientTest {
    @Override
    HttpClient newClient() {
        ClientConnector connector = new ClientConnector();
        return new HttpClient(new HttpClientTransportDynamic(
                connector,
                HttpClientConnectionFactory.HTTP11,
                new ClientConnectionFactoryOverHTTP2.HTTP2(new HTTP2Client(connector))));
    }

    @Override
    ServerConnector newConnector(SslContextFactory.Server tls) {
        HttpConfiguration configuration = new HttpConfiguration();
        return new ServerConnector(
                server, new HttpConnectionFactory(configuration), new HTTP2CServerConnectionFactory(configuration));
    }

    @Test
    void versionOfTheRequestChoosesTheProtocol() throws Exception {
        assertThat(client.GET(uri("/echo")).getVersion()).isEqualTo(HttpVersion.HTTP_1_1);
        assertThat(client.newRequest(uri("/echo"))
                        .version(HttpVersion.HTTP_2)
                        .send()
                        .getVersion())
                .isEqualTo(HttpVersion.HTTP_2);
    }
}
