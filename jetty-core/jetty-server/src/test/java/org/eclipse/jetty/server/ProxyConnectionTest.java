package org.eclipse.jetty.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyConnectionTest {
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    private static final String SIGNATURE = "\r\n\r\n\0\r\nQUIT\n";

    private final ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
    private final Server server = new Server(null, null, pool);
    private final LocalConnector connector = new LocalConnector(server, new HttpConnectionFactory());

    @BeforeEach
    void start() throws Exception {
        connector.addFirstConnectionFactory(new ProxyConnectionFactory());
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                EndPoint endPoint =
                        request.getConnectionMetaData().getConnection().getEndPoint();
                byte[] tlv = endPoint instanceof ProxyConnectionFactory.ProxyEndPoint proxy ? proxy.getTLV(2) : null;
                String text = Request.getRemoteAddr(request) + " " + Request.getRemotePort(request) + " "
                        + Request.getLocalAddr(request) + " " + Request.getLocalPort(request)
                        + (tlv == null ? "" : " " + new String(tlv, ISO_8859_1));
                Content.Sink.write(response, true, text, callback);
                return true;
            }
        });
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        await().untilAsserted(() ->
                assertThat(pool.getLeakCount()).as(pool::dumpLeaks).isZero());
    }

    private String ask(String raw) throws Exception {
        ByteBuffer bytes = ByteBuffer.wrap(raw.getBytes(ISO_8859_1));
        ByteBuffer response = connector.getResponse(bytes, 30, TimeUnit.SECONDS);
        return response == null ? "" : ISO_8859_1.decode(response).toString();
    }

    private static String binary(int command, int family, int... body) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(SIGNATURE.getBytes(ISO_8859_1));
        out.write(command);
        out.write(family);
        out.write(body.length >> 8);
        out.write(body.length);
        for (int b : body) {
            out.write(b);
        }
        return out.toString(ISO_8859_1);
    }

    @Test
    void lineTellsTheAddresses() throws Exception {
        assertThat(ask("PROXY TCP4 1.2.3.4 5.6.7.8 111 222\r\n" + REQUEST)).endsWith("1.2.3.4 111 5.6.7.8 222");
    }

    @Test
    void lineOfIp6TellsTheAddresses() throws Exception {
        assertThat(ask("PROXY TCP6 2001:db8::1 2001:db8::2 65535 443\r\n" + REQUEST))
                .contains("200 OK")
                .contains(" 65535 ")
                .endsWith(" 443");
    }

    @Test
    void unknownLineKeepsTheAddresses() throws Exception {
        assertThat(ask("PROXY UNKNOWN ffff::1 whatever\r\n" + REQUEST))
                .contains("200 OK")
                .doesNotContain("ffff");
    }

    @Test
    void binaryHeaderTellsAddressesAndExtensions() throws Exception {
        String header = binary(0x21, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0, 222, 2, 0, 2, 'h', 'i');
        assertThat(ask(header + REQUEST)).endsWith("1.2.3.4 111 5.6.7.8 222 hi");
    }

    @Test
    void localCommandAndUnspecifiedFamilyKeepTheAddresses() throws Exception {
        assertThat(ask(binary(0x20, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0, 222) + REQUEST))
                .contains("200 OK")
                .doesNotContain("1.2.3.4");
        assertThat(ask(binary(0x21, 0, 1, 2, 3) + REQUEST)).contains("200 OK");
    }

    @Test
    void headerMayComeByteByByte() throws Exception {
        String header = binary(0x21, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0, 222);
        LocalConnector.LocalEndPoint endPoint = connector.connect();
        for (byte b : (header + REQUEST).getBytes(ISO_8859_1)) {
            endPoint.addInput(ByteBuffer.wrap(new byte[] {b}));
        }
        assertThat(endPoint.getResponse()).endsWith("1.2.3.4 111 5.6.7.8 222");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
                "PROXY TCP4 1.2.3.4 5.6.7.8 111\r\n",
                "PROXY TCP4 localhost 5.6.7.8 111 222\r\n",
                "PROXY TCP4 1.2.3.256 5.6.7.8 111 222\r\n",
                "PROXY TCP4 1.2.3.4 5.6.7.8 111 65536\r\n",
                "PROXY TCP6 1.2.3.4 5.6.7.8 111 222\r\n",
                "PROXY TCP6 1:2:3 ::1 111 222\r\n",
                "PROXY UDP4 1.2.3.4 5.6.7.8 111 222\r\n",
                "PROXY TCP4 1.2.3.4 5.6.7.8 111 222\n",
                "PROXY UNKNOWN 0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567"
                        + "89012345678901234567890123456789\r\n",
                SIGNATURE + "\061\021\0\0",
                SIGNATURE + "\042\021\0\0",
                SIGNATURE + "\041\021\0\004abcd",
                SIGNATURE + "\041\101\0\004abcd",
                SIGNATURE + "\041\021\004\001",
            })
    void malformedOrTooLargeHeaderClosesTheConnection(String header) throws Exception {
        LocalConnector.LocalEndPoint endPoint = connector.executeRequest(header + REQUEST);
        await().untilAsserted(() -> assertThat(endPoint.isOpen()).isFalse());
        assertThat(endPoint.getOutputString()).isEmpty();
    }
}
