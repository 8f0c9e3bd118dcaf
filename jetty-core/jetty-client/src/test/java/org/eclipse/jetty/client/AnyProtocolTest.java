package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.client.transport.HttpClientTransportDynamic;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Origins that an application asks for without a protocol: any of the transport's will do. */
class AnyProtocolTest extends AbstractClientTest {
    private final Server server = new Server();

    @Override
    HttpClient newClient() {
        return new HttpClient(new HttpClientTransportDynamic());
    }

    @Override
    void configure() throws Exception {
        SslContextFactory.Server tls = Transport.keyStores().newServerFactory();
        server.addConnector(new ServerConnector(server, new HttpConnectionFactory()));
        server.addConnector(
                new ServerConnector(server, new SslConnectionFactory(tls, "http/1.1"), new HttpConnectionFactory()));
        server.start();
        trust(tls);
    }

    @AfterEach
    void stopServer() throws Exception {
        server.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void destinationWithoutProtocolConnects(String scheme) throws Exception {
        int connector = "https".equals(scheme) ? 1 : 0;
        int port = ((ServerConnector) server.getConnectors()[connector]).getLocalPort();
        Destination destination = client.resolveDestination(new Origin(scheme, "localhost", port));
        try (Connection connection = destination.newConnection().get(30, SECONDS)) {
            CompletableFuture<Result> end = new CompletableFuture<>();
            connection.send(client.newRequest(scheme + "://localhost:" + port), end::complete);
            assertThat(end.get(30, SECONDS).getResponse().getStatus()).isEqualTo(404);
        }
    }
}
