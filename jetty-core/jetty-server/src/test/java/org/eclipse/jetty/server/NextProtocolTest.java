package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The protocol within TLS, which a connector must have. */
class NextProtocolTest {
    @TempDir
    Path folder;

    @Test
    void protocolWithinTlsThatTheConnectorLacksIsRefusedAtTheStart() throws Exception {
        SslContextFactory.Server keys = new TestKeyStores(folder).newServerFactory();
        Server server = new Server();
        server.addConnector(
                new ServerConnector(server, new SslConnectionFactory(keys, "nosuch"), new HttpConnectionFactory()));
        assertThatThrownBy(server::start).hasMessageContaining("no connection factory for 'nosuch'");
        server.stop();
    }

    @Test
    void protocolWithinTlsIsMissedBesideOneThatIsNotHttp() throws Exception {
        SslContextFactory.Server keys = new TestKeyStores(folder).newServerFactory();
        Server server = new Server();
        ConnectionFactory other = new AbstractConnectionFactory("other") {
            @Override
            public Connection newConnection(Connector connector, EndPoint endPoint) {
                throw new UnsupportedOperationException();
            }
        };
        server.addConnector(new ServerConnector(server, new SslConnectionFactory(keys, "nosuch"), other));
        assertThatThrownBy(server::start).hasMessageContaining("no connection factory for 'nosuch'");
        server.stop();
    }

    @Test
    void connectorThatOnlyDetectsStarts() throws Exception {
        SslContextFactory.Server keys = new TestKeyStores(folder).newServerFactory();
        Server server = new Server();
        SslConnectionFactory tls = new SslConnectionFactory(keys, "nosuch");
        server.addConnector(new ServerConnector(server, new DetectorConnectionFactory(tls), tls));
        server.start();
        assertThat(server.isStarted()).isTrue();
        server.stop();
    }

    /** As CXF asks for TLS. */
    @Test
    void nameThatTlsHadInOldVersionsIsThatOfTls() throws Exception {
        SslContextFactory.Server keys = new TestKeyStores(folder).newServerFactory();
        Server server = new Server();
        ServerConnector connector =
                new ServerConnector(server, new SslConnectionFactory(keys, "http/1.1"), new HttpConnectionFactory());
        connector.setDefaultProtocol("SSL-HTTP/1.1");
        server.addConnector(connector);
        server.start();
        assertThat(connector.getDefaultConnectionFactory()).isInstanceOf(SslConnectionFactory.class);
        server.stop();
    }

    @Test
    void connectorWithoutProtocolsHasNoDefault() {
        ServerConnector connector = new ServerConnector(new Server());
        connector.clearConnectionFactories();
        assertThat(connector.getDefaultProtocol()).isNull();
        assertThat(connector.getDefaultConnectionFactory()).isNull();
        assertThat(connector.getConnectionFactory((String) null)).isNull();
    }

    @Test
    void localConnectorSpeaksTls() throws Exception {
        SslContextFactory.Server keys = new TestKeyStores(folder).newServerFactory();
        Server server = new Server();
        LocalConnector connector = new LocalConnector(server, keys);
        server.addConnector(connector);
        server.start();
        try {
            assertThat(connector.getProtocols()).startsWith("ssl");
            LocalConnector.LocalEndPoint client = connector.connect();
            // text is no record of TLS: it is answered by an alert, or not at all
            client.addInput("GET / HTTP/1.1\r\nHost: local\r\n\r\n");
            client.waitUntilClosed();
            assertThat(client.takeOutputString()).doesNotContain("HTTP/1.1");
        } finally {
            server.stop();
        }
    }

    @Test
    void responseIsTakenAsBytes() throws Exception {
        Server server = new Server();
        LocalConnector connector = new LocalConnector(server);
        server.addConnector(connector);
        server.start();
        try {
            LocalConnector.LocalEndPoint client = connector.executeRequest("GET / HTTP/1.1\r\nHost: local\r\n\r\n");
            assertThat(org.eclipse.jetty.util.BufferUtil.toString(client.getResponseData()))
                    .startsWith("HTTP/1.1 404");
        } finally {
            server.stop();
        }
    }
}
