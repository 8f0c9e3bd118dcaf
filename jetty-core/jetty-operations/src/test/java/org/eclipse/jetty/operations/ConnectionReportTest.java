package org.eclipse.jetty.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

/** Connections with addresses of any kind, and without any. */
class ConnectionReportTest {
    private final Server server = new Server();

    /** A server with one endpoint that has these addresses. */
    private void connect(SocketAddress remote, SocketAddress local) {
        ByteArrayEndPoint endPoint = new ByteArrayEndPoint() {
            @Override
            public SocketAddress getRemoteSocketAddress() {
                return remote;
            }

            @Override
            public SocketAddress getLocalSocketAddress() {
                return local;
            }

            @Override
            public String toString() {
                return "endpoint of the test";
            }
        };
        server.addConnector(new LocalConnector(server) {
            @Override
            public List<org.eclipse.jetty.io.EndPoint> getConnectedEndPoints() {
                return List.of(endPoint);
            }
        });
    }

    private Map<String, Object> map() {
        return ConnectionReport.of(server).get(0).toMap();
    }

    @Test
    void addressThatIsNotKnownSaysSo() {
        connect(null, null);
        assertThat(ConnectionReport.text(server))
                .contains("  unknown -> unknown, ms since")
                .doesNotContain("null");
        assertThat(map()).containsEntry("peer", "unknown").containsEntry("protocol", "none yet");
        assertThat(map().values()).doesNotContainNull().doesNotContain("null");
        assertThat(ConnectionReport.of(server).get(0).client()).isEqualTo("unknown");
    }

    @Test
    void addressOfTheNetwork() {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        connect(new InetSocketAddress(loopback, 1234), new InetSocketAddress(loopback, 8080));
        assertThat(ConnectionReport.text(server)).contains("127.0.0.1:1234 -> ").contains("127.0.0.1:8080, ms since");
        assertThat(map()).containsEntry("peer", "127.0.0.1:1234");
        assertThat(ConnectionReport.of(server).get(0).client()).isEqualTo("127.0.0.1");
    }

    @Test
    void addressesOfAUnixDomainSocket() {
        connect(UnixDomainSocketAddress.of(""), UnixDomainSocketAddress.of("/run/jetty.sock"));
        assertThat(ConnectionReport.text(server)).contains("  unnamed -> /run/jetty.sock, ms since");
        assertThat(map()).containsEntry("peer", "unnamed");
        assertThat(ConnectionReport.of(server).get(0).client()).isEqualTo("local");
    }
}
