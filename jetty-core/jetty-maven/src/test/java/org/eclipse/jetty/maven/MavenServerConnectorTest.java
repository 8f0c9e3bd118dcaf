package org.eclipse.jetty.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;

class MavenServerConnectorTest {
    private final MavenServerConnector connector = new MavenServerConnector();

    @Test
    void configuredPortWinsOverTheProperty() {
        connector.setPort(0);
        connector.setDefaultPort("9");
        assertThat(connector.getPort()).isZero();
    }

    @Test
    void propertyWinsOverTheDefault() {
        connector.setDefaultPort(" 9 ");
        assertThat(connector.getPort()).isEqualTo(9);
        MavenServerConnector other = new MavenServerConnector();
        other.setDefaultPort(null);
        assertThat(other.getPort()).isEqualTo(8080);
    }

    @Test
    void wrongPortIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> connector.setPort(65536))
                .withMessage("httpConnector.port: 65536 (expected: 0-65535)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> connector.setDefaultPort("http"))
                .withMessage("jetty.http.port: http (expected: 0-65535)");
    }

    @Test
    void serverGetsWhatWasSet() {
        connector.setHost("127.0.0.1");
        connector.setPort(0);
        connector.setName("n");
        connector.setIdleTimeout(7);
        Server server = new Server();
        ServerSupport.connect(server, connector);
        // one that has a connector keeps it
        ServerSupport.connect(server, new MavenServerConnector());
        assertThat(server.getConnectors()).singleElement().isInstanceOfSatisfying(ServerConnector.class, real -> {
            assertThat(real.getHost()).isEqualTo("127.0.0.1");
            assertThat(real.getName()).isEqualTo("n");
            assertThat(real.getIdleTimeout()).isEqualTo(7);
        });
    }
}
