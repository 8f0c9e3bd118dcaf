package org.eclipse.jetty.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.jetty.client.ProxyProtocolClientConnectionFactory.V1;
import org.eclipse.jetty.client.ProxyProtocolClientConnectionFactory.V2;
import org.eclipse.jetty.client.ProxyProtocolClientConnectionFactory.V2.Tag.Command;
import org.eclipse.jetty.client.ProxyProtocolClientConnectionFactory.V2.Tag.Family;
import org.eclipse.jetty.client.ProxyProtocolClientConnectionFactory.V2.Tag.Protocol;
import org.eclipse.jetty.client.ProxyProtocolClientConnectionFactory.V2.Tag.TLV;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.ProxyConnectionFactory;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The PROXY protocol to a server that speaks it. */
class ProxyProtocolTest extends AbstractClientTest {
    private static final int UNIQUE_ID = 0x05;

    private final Server server = new Server();
    private final ServerConnector connector =
            new ServerConnector(server, new ProxyConnectionFactory(), new HttpConnectionFactory());

    @Override
    void configure() throws Exception {
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(org.eclipse.jetty.server.Request request, Response response, Callback callback) {
                EndPoint endPoint =
                        request.getConnectionMetaData().getConnection().getEndPoint();
                byte[] id = endPoint instanceof ProxyConnectionFactory.ProxyEndPoint proxied
                        ? proxied.getTLV(UNIQUE_ID)
                        : null;
                String answer = endPoint.getRemoteSocketAddress() + " to " + endPoint.getLocalSocketAddress()
                        + (id == null ? "" : " " + new String(id, StandardCharsets.US_ASCII))
                        + " connection "
                        + request.getConnectionMetaData().getId();
                Content.Sink.write(response, true, answer, callback);
                return true;
            }
        });
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private String ask(Object tag) throws Exception {
        return client.newRequest("http://127.0.0.1:" + connector.getLocalPort() + "/")
                .tag(tag)
                .send()
                .getContentAsString();
    }

    private String here() {
        return "/127.0.0.1:" + connector.getLocalPort();
    }

    @Test
    void clientsAreNamed() throws Exception {
        assertThat(ask(new V1.Tag("192.0.2.7", 5000))).startsWith("/192.0.2.7:5000 to " + here() + " ");
        assertThat(ask(new V2.Tag("192.0.2.8", 5001))).startsWith("/192.0.2.8:5001 to " + here() + " ");
        assertThat(ask(new V1.Tag("TCP6", "2001:db8::7", 5002, "2001:db8::1", 443)))
                .startsWith("/[2001:db8:0:0:0:0:0:7]:5002 to /[2001:db8:0:0:0:0:0:1]:443 ");
        assertThat(ask(new V2.Tag(
                        Command.PROXY,
                        Family.INET4,
                        Protocol.STREAM,
                        "192.0.2.9",
                        1,
                        "198.51.100.1",
                        443,
                        List.of(new TLV(UNIQUE_ID, "abc".getBytes(StandardCharsets.US_ASCII))))))
                .startsWith("/192.0.2.9:1 to /198.51.100.1:443 abc ");
    }

    @Test
    void addressesOfTheConnectionAreThoseThatAreNotGiven() throws Exception {
        for (Object tag : List.of(new V1.Tag(), new V2.Tag(), V1.Tag.UNKNOWN, V2.Tag.LOCAL)) {
            assertThat(ask(tag)).as(tag.toString()).startsWith("/127.0.0.1:").contains(" to " + here() + " ");
        }
        // a client of another family than the connection: mapped by version 2, unknown to version 1
        assertThat(ask(new V1.Tag("2001:db8::7", 5002))).startsWith("/127.0.0.1:");
        assertThat(ask(new V2.Tag("2001:db8::7", 5002))).startsWith("/[2001:db8:0:0:0:0:0:7]:5002 to /127.0.0.1:");
    }

    @Test
    void clientsDoNotShareConnections() throws Exception {
        String first = ask(new V1.Tag("192.0.2.7", 5000));
        String second = ask(new V1.Tag("192.0.2.8", 5000));

        assertThat(second).startsWith("/192.0.2.8:5000");
        assertThat(ask(new V1.Tag("192.0.2.7", 5000))).isEqualTo(first);
        assertThat(ask(new V1.Tag("192.0.2.8", 5000))).isEqualTo(second);
        assertThat(client.getDestinations()).hasSize(2);
    }

    @Test
    void whatIsNoTagIsRefused() {
        assertThatThrownBy(() -> new V1.Tag("localhost", 1)).hasMessage("address: localhost (expected: an IP address)");
        assertThatThrownBy(() -> new V2.Tag("192.0.2.7\r\n", 1)).hasMessageContaining("expected: an IP address");
        assertThatThrownBy(() -> new V1.Tag("192.0.2.7", 65536)).hasMessage("port: 65536 (expected: 0-65535)");
        assertThatThrownBy(() -> new V1.Tag("UDP4", "192.0.2.7", 1, null, 0)).hasMessageContaining("expected: TCP4");
        assertThatThrownBy(() -> new TLV(256, new byte[0])).hasMessage("type: 256 (expected: 0-255)");
        assertThatThrownBy(() -> new TLV(1, new byte[65536])).hasMessageContaining("expected: 65535 at most");
    }

    @Test
    void requestFailsWhereTheHeaderCannotBeWritten() throws Exception {
        V1.Tag wrong = new V1.Tag("TCP6", "192.0.2.7", 1, null, 0);
        Result result = send(client.newRequest("http://127.0.0.1:" + connector.getLocalPort() + "/")
                .tag(wrong));

        assertThat(result.getFailure()).hasMessageContaining("192.0.2.7 (expected: of TCP6)");
        TLV large = new TLV(1, new byte[65535]);
        Result other = send(client.newRequest("http://127.0.0.1:" + connector.getLocalPort() + "/")
                .tag(new V2.Tag("192.0.2.7", 1, List.of(large))));
        assertThat(other.getFailure()).hasMessageContaining("expected: 65535 at most");
    }
}
