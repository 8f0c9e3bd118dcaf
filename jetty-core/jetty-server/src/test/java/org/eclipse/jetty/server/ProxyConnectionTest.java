package org.eclipse.jetty.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import java.io.ByteArrayOutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.server.handler.LogCapture;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyConnectionTest {
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    private static final String SIGNATURE = "\r\n\r\n\0\r\nQUIT\n";

    private final PoisoningByteBufferPool pool = new PoisoningByteBufferPool();
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
        BufferChecks.assertAllReleased(pool);
    }

    private String ask(String raw) throws Exception {
        ByteBuffer bytes = ByteBuffer.wrap(raw.getBytes(ISO_8859_1));
        ByteBuffer response = connector.getResponse(bytes, 30, TimeUnit.SECONDS);
        return response == null ? "" : ISO_8859_1.decode(response).toString();
    }

    private static String binary(int command, int family, int... body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(SIGNATURE.getBytes(ISO_8859_1));
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
    void connectionWithoutAHeaderIsLoggedWithTheRemedy() throws Exception {
        ProxyConnectionFactory factory = connector.getConnectionFactory(ProxyConnectionFactory.class);
        try (LogCapture log = new LogCapture(ProxyConnectionFactory.class, Level.INFO)) {
            assertThat(ask(REQUEST)).isEmpty();
            assertThat(log.lines(Level.INFO)).hasSize(1);
            assertThat(log.lines(Level.INFO).get(0))
                    .contains("closed: PROXY header expected. Only proxies that send the PROXY protocol may connect");
            assertThat(ask("PROXY TCP4 a\u001bb 1 1 1\r\n")).isEmpty();
            assertThat(log.lines(Level.INFO).get(1)).contains("malformed").doesNotContain("\u001b");
        }
        assertThat(factory.getRefusedConnections()).isEqualTo(2);
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

    /** The deadline alone ends it: the idle timeout is raised once the connection is there. */
    private LocalConnector.LocalEndPoint connectWithDeadline(long millis) {
        connector.setIdleTimeout(millis);
        LocalConnector.LocalEndPoint endPoint = connector.connect();
        await().until(() -> endPoint.isFillInterested() || !endPoint.isOpen());
        endPoint.setIdleTimeout(TimeUnit.HOURS.toMillis(1));
        return endPoint;
    }

    @ParameterizedTest
    @MethodSource("headers")
    void headerThatDripsAndStopsIsEndedAtItsDeadline(String header) throws Exception {
        LocalConnector.LocalEndPoint endPoint = connectWithDeadline(300);
        for (byte b : header.substring(0, header.length() - 1).getBytes(ISO_8859_1)) {
            endPoint.addInputAndExecute(ByteBuffer.wrap(new byte[] {b}));
        }
        await().untilAsserted(() -> assertThat(endPoint.isOpen()).isFalse());
        assertThat(endPoint.getOutputString()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("headers")
    void headerThatDripsToADetectorAndStopsIsEndedAtItsDeadline(String header) throws Exception {
        connector.stop();
        connector.addFirstConnectionFactory(
                new DetectorConnectionFactory((ConnectionFactory.Detecting) connector.getConnectionFactory("proxy")));
        connector.start();
        // what the proxy connection waits for begins with it
        for (int length : new int[] {1, 5}) {
            LocalConnector.LocalEndPoint endPoint = connectWithDeadline(100);
            for (byte b : header.substring(0, length).getBytes(ISO_8859_1)) {
                endPoint.addInputAndExecute(ByteBuffer.wrap(new byte[] {b}));
            }
            await().untilAsserted(() -> assertThat(endPoint.isOpen()).isFalse());
            assertThat(endPoint.getOutputString()).isEmpty();
        }
    }

    @Test
    void headerThatNeverStartsIsEndedByTheIdleTimeout() {
        connector.setIdleTimeout(50);
        LocalConnector.LocalEndPoint endPoint = connector.connect();
        await().untilAsserted(() -> assertThat(endPoint.isOpen()).isFalse());
        assertThat(endPoint.getOutputString()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("headers")
    void deadlineOfAHeaderThatCameDoesNotEndTheConnection(String header) throws Exception {
        LocalConnector.LocalEndPoint endPoint = connectWithDeadline(1000);
        LocalConnector.LocalEndPoint stopped = connectWithDeadline(1000);
        String begin = header.substring(0, 8);
        endPoint.addInputAndExecute(ByteBuffer.wrap(begin.getBytes(ISO_8859_1)));
        await().until(() -> endPoint.isFillInterested() || !endPoint.isOpen());
        String rest = header.substring(8) + "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
        endPoint.addInputAndExecute(ByteBuffer.wrap(rest.getBytes(ISO_8859_1)));
        assertThat(endPoint.getResponse()).contains("200 OK").endsWith("1.2.3.4 111 5.6.7.8 222");
        // begun later, so that its end tells that both deadlines have passed
        stopped.addInputAndExecute(ByteBuffer.wrap(begin.getBytes(ISO_8859_1)));
        await().untilAsserted(() -> assertThat(stopped.isOpen()).isFalse());
        endPoint.addInputAndExecute(REQUEST);
        assertThat(endPoint.getResponse()).contains("200 OK").endsWith("1.2.3.4 111 5.6.7.8 222");
    }

    static List<String> headers() {
        return List.of(
                "PROXY TCP4 1.2.3.4 5.6.7.8 111 222\r\n", binary(0x21, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0, 222));
    }

    @ParameterizedTest
    @MethodSource("headers")
    void clientThatGoesAwayWithinAHeaderLeavesNothing(String header) throws Exception {
        LocalConnector.LocalEndPoint endPoint = connector.connect();
        endPoint.addInputAndExecute(
                ByteBuffer.wrap(header.substring(0, header.length() - 1).getBytes(ISO_8859_1)));
        endPoint.addInputEOF();
        await().untilAsserted(() -> assertThat(endPoint.isOpen()).isFalse());
    }

    @ParameterizedTest
    @MethodSource("headers")
    void serverThatStopsWithinAHeaderLeavesNothing(String header) throws Exception {
        ServerConnector tcp = new ServerConnector(server, new ProxyConnectionFactory(), new HttpConnectionFactory());
        server.addConnector(tcp);
        tcp.start();
        try (Socket client = new Socket("localhost", tcp.getLocalPort())) {
            client.getOutputStream()
                    .write(header.substring(0, header.length() - 1).getBytes(ISO_8859_1));
            // until it holds what came
            await().until(() -> pool.getLeakCount() > 0);
            server.stop();
            assertThat(client.getInputStream().read()).isNegative();
        }
    }

    @Test
    void smallBuffersHoldTheLongestLine() throws Exception {
        ProxyConnectionFactory factory = (ProxyConnectionFactory) connector.getConnectionFactory("proxy");
        factory.setInputBufferSize(1);
        factory.setMaxProxyHeader(0);
        String line = "PROXY UNKNOWN ";
        assertThat(ask(line + "x".repeat(105 - line.length()) + "\r\n" + REQUEST))
                .contains("200 OK");
    }

    @Test
    void headerOfTheMaximumIsTakenAndOneOfAByteMoreIsNot() throws Exception {
        ProxyConnectionFactory factory = (ProxyConnectionFactory) connector.getConnectionFactory("proxy");
        for (int max : new int[] {12, 15, 100, 1024, 65535}) {
            factory.setMaxProxyHeader(max);
            assertThat(ask(padded(max) + REQUEST)).contains("200 OK").contains("1.2.3.4 111 5.6.7.8 222");
            if (max < 65535) {
                assertThat(ask(padded(max == 12 ? 15 : max + 1) + REQUEST)).isEmpty();
            }
        }
    }

    /** A header with a TLV of type NOOP (section 2.2.4), so that its length is as given. */
    private static String padded(int length) {
        int[] body = new int[length];
        System.arraycopy(new int[] {1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0, 222}, 0, body, 0, 12);
        if (length > 12) {
            body[12] = 4;
            body[13] = length - 15 >> 8;
            body[14] = length - 15 & 0xff;
        }
        return binary(0x21, 0x11, body);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65536, Integer.MAX_VALUE})
    void maximumThatNoHeaderCanHaveIsRefused(int max) {
        ProxyConnectionFactory factory = new ProxyConnectionFactory();
        assertThatThrownBy(() -> factory.setMaxProxyHeader(max))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(String.valueOf(max))
                .hasMessageContaining("0-65535");
    }

    static List<String> harmless() {
        int[] unix = new int[216 + 5];
        unix[216] = 2;
        unix[218] = 2;
        unix[219] = 'h';
        unix[220] = 'i';
        return List.of(
                binary(0x20, 0),
                binary(0x20, 0x11),
                binary(0x20, 0x11, 1, 2, 3),
                binary(0x20, 0xff, 1, 2, 3),
                binary(0x20, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0, 222, 2, 0xff, 0xff),
                binary(0x21, 0),
                binary(0x21, 0x01, 9, 9, 9),
                binary(0x21, 0x31, unix));
    }

    /** LOCAL and unspecified blocks are discarded; paths are no addresses of a TCP connection. */
    @ParameterizedTest
    @MethodSource("harmless")
    void headerWithoutAddressesKeepsThoseOfTheConnection(String header) throws Exception {
        assertThat(ask(header + REQUEST)).contains("200 OK").doesNotContain("1.2.3.4");
    }

    static List<String> extensions() {
        int[] addresses = {1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0, 222};
        return Stream.of(
                        new int[] {0xee, 0, 1, 'x', 2, 0, 2, 'h', 'i'},
                        new int[] {2, 0, 2, 'h', 'i', 0xff, 0, 0},
                        // SSL (section 2.2.6): too short for its client and verify, and one within that is too long
                        new int[] {0x20, 0, 1, 1, 2, 0, 2, 'h', 'i'},
                        new int[] {0x20, 0, 0, 2, 0, 2, 'h', 'i'},
                        new int[] {0x20, 0, 8, 1, 0, 0, 0, 0, 0x21, 0xff, 0xff, 2, 0, 2, 'h', 'i'},
                        new int[] {2, 0, 1, 'x', 2, 0, 2, 'h', 'i'})
                .map(tlvs -> binary(
                        0x21,
                        0x11,
                        IntStream.concat(IntStream.of(addresses), IntStream.of(tlvs))
                                .toArray()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("extensions")
    void extensionsThatAreNotKnownAreHandedOnAsTheyAre(String header) throws Exception {
        assertThat(ask(header + REQUEST)).contains("200 OK").endsWith("1.2.3.4 111 5.6.7.8 222 hi");
    }

    static List<String> broken() {
        int[] unix = new int[215];
        int[] four = {1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0};
        return List.of(
                // no addresses, or half of them
                binary(0x21, 0x11),
                binary(0x21, 0x11, four),
                binary(0x21, 0x21, four),
                binary(0x21, 0x31),
                binary(0x21, 0x31, unix),
                // TLVs: a type alone, half a length, longer than the header, which what follows does not lengthen
                binary(0x21, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0, 222, 2),
                binary(0x21, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0, 222, 2, 0),
                binary(0x21, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0, 222, 2, 0, 1),
                binary(0x21, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0, 222, 2, 0xff, 0xff, 'h', 'i'),
                binary(0x21, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0, 222, 2, 0, 1, 'h', 'i'),
                // versions, families and transports that there are not
                binary(0x11, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0, 222),
                binary(0x2f, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0, 222),
                binary(0x21, 0x41, 1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0, 222),
                binary(0x21, 0x13, 1, 2, 3, 4, 5, 6, 7, 8, 0, 111, 0, 222),
                binary(0x21, 0x0f));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void brokenBinaryHeaderClosesTheConnection(String header) {
        LocalConnector.LocalEndPoint endPoint = connector.connect();
        endPoint.addInputAndExecute(ByteBuffer.wrap((header + REQUEST).getBytes(ISO_8859_1)));
        await().untilAsserted(() -> assertThat(endPoint.isOpen()).isFalse());
        assertThat(endPoint.getOutputString()).isEmpty();
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
                "PROXY TCP6 .:1 ::1 111 222\r\n",
                "PROXY TCP6 ... ::1 111 222\r\n",
                "PROXY TCP4 01.2.3.4 5.6.7.8 111 222\r\n",
                "PROXY TCP4 1.2.3.00 5.6.7.8 111 222\r\n",
                "PROXY TCP4 1.2.3.4 5.6.7.8 0111 222\r\n",
                "PROXY TCP4 1.2.3.4 5.6.7.8 -1 222\r\n",
                "PROXY TCP4  1.2.3.4 5.6.7.8 111 222\r\n",
                "PROXY TCP4 1.2.3.4 5.6.7.8 111 222 \r\n",
                "PROXY \r\n",
                "PROXY\r\n",
                "PROXY \n",
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
