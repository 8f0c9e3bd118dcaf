package org.eclipse.jetty.websocket.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.OpCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compression over the wire (RFC 7692). */
class PerMessageDeflateTest extends AbstractWebSocketTest {
    private static final String FIELD = "Sec-WebSocket-Extensions";

    private static String accepted(RawClient client) {
        return client.head()
                .lines()
                .filter(line -> line.startsWith(FIELD))
                .map(line -> line.substring(FIELD.length() + 2))
                .findFirst()
                .orElse(null);
    }

    private static byte[] deflate(Deflater deflater, byte[] bytes) {
        deflater.setInput(bytes);
        byte[] out = new byte[bytes.length + bytes.length / 10 + 100];
        int length = deflater.deflate(out, 0, out.length, Deflater.SYNC_FLUSH);
        return java.util.Arrays.copyOf(out, length - 4);
    }

    private static byte[] inflate(Inflater inflater, byte[] payload) throws DataFormatException {
        byte[] input = java.util.Arrays.copyOf(payload, payload.length + 4);
        input[payload.length + 2] = -1;
        input[payload.length + 3] = -1;
        inflater.setInput(input);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        int count;
        while ((count = inflater.inflate(buffer)) > 0) {
            out.write(buffer, 0, count);
        }
        return out.toByteArray();
    }

    /** Text that repeats itself, near and far. */
    private static byte[] text(int seed, int size) {
        Random random = new Random(seed);
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i > 300 && random.nextInt(4) != 0 ? bytes[i - 300] : 'a' + random.nextInt(26));
        }
        return bytes;
    }

    @ParameterizedTest
    @CsvSource({
        "permessage-deflate, permessage-deflate",
        "permessage-deflate; client_max_window_bits, permessage-deflate",
        "permessage-deflate; client_max_window_bits=10, permessage-deflate;client_max_window_bits=10",
        "permessage-deflate; server_no_context_takeover, permessage-deflate;server_no_context_takeover",
        "permessage-deflate; server_max_window_bits=9, permessage-deflate;server_max_window_bits=9",
        "permessage-deflate; server_max_window_bits=16,",
        "permessage-deflate; server_max_window_bits=08,",
        "permessage-deflate; server_no_context_takeover=1,",
        "permessage-deflate; unknown,",
        "permessage-deflate; client_no_context_takeover; client_no_context_takeover,",
        "other,",
        "'permessage-deflate; server_max_window_bits=7, permessage-deflate', permessage-deflate"
    })
    void offersAreAcceptedOrDeclined(String offer, String answer) throws Exception {
        start();
        try (RawClient client = open(false, FIELD, offer)) {
            assertThat(accepted(client)).isEqualTo(answer);
            client.text("still works");
            assertThat(client.message().opcode()).isEqualTo(OpCode.TEXT);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "false, permessage-deflate, true, true",
        "true, permessage-deflate, true, true",
        "false, permessage-deflate; server_no_context_takeover, false, true",
        "false, permessage-deflate; client_no_context_takeover, true, false",
        "false, permessage-deflate; server_max_window_bits=8, true, true",
        "false, permessage-deflate; server_max_window_bits=9; server_no_context_takeover, false, true",
        "true, permessage-deflate; server_max_window_bits=12, true, true"
    })
    void messagesGoThroughCompressed(boolean http2, String offer, boolean serverTakeover, boolean clientTakeover)
            throws Exception {
        configuration = c -> c.setMaxTextMessageSize(1 << 20);
        start();
        Deflater deflater = new Deflater(-1, true);
        Inflater inflater = new Inflater(true);
        try (RawClient client = open(http2, FIELD, offer)) {
            for (int i = 0; i < 40; i++) {
                byte[] text = text(i % 7, 50 + i * i * 60);
                if (!clientTakeover) {
                    deflater.reset();
                }
                client.send(0xc1, deflate(deflater, text));
                RawClient.RawFrame echo = client.message();
                assertThat(echo.rsv1()).isTrue();
                if (!serverTakeover) {
                    inflater.reset();
                }
                assertThat(inflate(inflater, echo.payload())).isEqualTo(text);
            }
        } finally {
            deflater.end();
            inflater.end();
        }
    }

    @Test
    void windowOfTheServerIsNotExceeded() throws Exception {
        configuration = c -> c.setMaxTextMessageSize(1 << 20);
        start();
        try (RawClient client = open(false, FIELD, "permessage-deflate; server_max_window_bits=8")) {
            // what repeats is further away than 256 bytes: it must not be referred to
            byte[] random = new byte[600];
            Random source = new Random(1);
            for (int i = 0; i < random.length; i++) {
                random[i] = (byte) (' ' + source.nextInt(90));
            }
            byte[] twice = java.util.Arrays.copyOf(random, 1200);
            System.arraycopy(random, 0, twice, 600, 600);
            client.send(0x81, twice);
            assertThat(client.message().payload().length).isGreaterThan(900);
        }
    }

    @Test
    void compressedMessagesMayBeFragmentedAnywhere() throws Exception {
        start();
        Deflater deflater = new Deflater(-1, true);
        Inflater inflater = new Inflater(true);
        try (RawClient client = open(false, FIELD, "permessage-deflate; client_no_context_takeover")) {
            byte[] text = text(3, 200);
            byte[] deflated = deflate(deflater, text);
            for (int i = 0; i <= deflated.length; i++) {
                client.send(0x41, java.util.Arrays.copyOfRange(deflated, 0, i));
                client.send(0x89, new byte[0]);
                client.send(0x80, java.util.Arrays.copyOfRange(deflated, i, deflated.length));
                assertThat(client.read().opcode()).isEqualTo(OpCode.PONG);
                assertThat(inflate(inflater, client.message().payload())).isEqualTo(text);
            }
        } finally {
            deflater.end();
            inflater.end();
        }
    }

    /** RFC 7692, section 7.2.3: the examples, among them a final block and a stored one. */
    @Test
    void examplesOfTheRfcAreUnderstood() throws Exception {
        start();
        Inflater inflater = new Inflater(true);
        String[] payloads = {
            "f248cdc9c90700", "f200110000", "000500faff48656c6c6f00", "f348cdc9c9070000", "f24805000000ffffcac9c90700"
        };
        try (RawClient client =
                open(false, FIELD, "permessage-deflate; server_no_context_takeover; client_no_context_takeover")) {
            for (String payload : payloads) {
                if (payload.equals("f200110000")) {
                    continue;
                }
                client.send(0xc1, java.util.HexFormat.of().parseHex(payload));
                RawClient.RawFrame echo = client.message();
                assertThat(echo.opcode()).isEqualTo(OpCode.TEXT);
                // too short to be compressed
                assertThat(echo.text()).isEqualTo("Hello");
            }
        }
        try (RawClient client = open(false, FIELD, "permessage-deflate")) {
            client.send(0xc1, java.util.HexFormat.of().parseHex("f248cdc9c90700"));
            assertThat(client.message().text()).isEqualTo("Hello");
            client.send(0xc1, java.util.HexFormat.of().parseHex("f200110000"));
            assertThat(client.message().text()).isEqualTo("Hello");
        } finally {
            inflater.end();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bombCloses(boolean http2) throws Exception {
        configuration = c -> c.setMaxBinaryMessageSize(1 << 20);
        start();
        Deflater deflater = new Deflater(9, true);
        byte[] bomb = deflate(deflater, new byte[64 << 20]);
        deflater.end();
        assertThat(bomb.length).isLessThan(100_000);
        try (RawClient client = open(http2, FIELD, "permessage-deflate")) {
            client.send(0xc2, bomb);
            assertThat(client.read().code()).isEqualTo(CloseStatus.MESSAGE_TOO_LARGE);
        }
        assertThat(handler().closed.get(30, TimeUnit.SECONDS).getCode()).isEqualTo(CloseStatus.MESSAGE_TOO_LARGE);
    }

    @Test
    void garbageAndReservedBitsOfContinuationsClose() throws Exception {
        start();
        try (RawClient client = open(false, FIELD, "permessage-deflate")) {
            client.send(0xc1, new byte[] {(byte) 0xff, (byte) 0xff, 1, 2, 3});
            assertThat(client.read().code()).isEqualTo(CloseStatus.BAD_PAYLOAD);
        }
        try (RawClient client = open(false, FIELD, "permessage-deflate")) {
            client.send(0x41, new byte[] {(byte) 0xf2});
            client.send(0xc0, new byte[] {(byte) 0x48});
            assertThat(client.read().code()).isEqualTo(CloseStatus.PROTOCOL);
        }
        try (RawClient client = open(false, FIELD, "permessage-deflate")) {
            client.send(0xc9, new byte[0]);
            assertThat(client.read().code()).isEqualTo(CloseStatus.PROTOCOL);
        }
    }

    @Test
    void deflatersKeptBetweenMessagesAreBounded() throws Exception {
        start();
        components.getCompressionBudget().setMaxKept(1);
        byte[] text = text(1, 1000);
        Inflater inflater = new Inflater(true);
        try (RawClient first = open(false, FIELD, "permessage-deflate");
                RawClient second = open(false, FIELD, "permessage-deflate")) {
            for (RawClient client : new RawClient[] {first, second}) {
                inflater.reset();
                for (int i = 0; i < 3; i++) {
                    client.send(0x81, text);
                    assertThat(inflate(inflater, client.message().payload())).isEqualTo(text);
                }
            }
            assertThat(components.getCompressionBudget().getKept()).isEqualTo(1);
            first.close(1000);
            first.read();
            second.close(1000);
            second.read();
        } finally {
            inflater.end();
        }
        handler().closed.get(30, TimeUnit.SECONDS);
        handler().closed.get(30, TimeUnit.SECONDS);
        org.awaitility.Awaitility.await()
                .until(() -> components.getCompressionBudget().getKept() == 0);
    }
}
