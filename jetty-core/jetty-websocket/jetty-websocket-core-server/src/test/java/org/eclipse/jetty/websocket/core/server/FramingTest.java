package org.eclipse.jetty.websocket.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.OpCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Framing, Pings, reserved bits and opcodes over the wire (RFC 6455, section 5). */
class FramingTest extends AbstractWebSocketTest {
    private static final int[] SIZES = {0, 1, 125, 126, 127, 128, 4090, 4096, 65535, 65536, 70000};

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void textAndBinaryOfAllSizesAreSentBack(boolean http2) throws Exception {
        configuration = c -> {
            c.setMaxTextMessageSize(1 << 20);
            c.setMaxBinaryMessageSize(1 << 20);
        };
        start();
        try (RawClient client = open(http2)) {
            for (int size : SIZES) {
                client.text("*".repeat(size));
                RawClient.RawFrame text = client.message();
                assertThat(text.opcode()).isEqualTo(OpCode.TEXT);
                assertThat(text.text()).isEqualTo("*".repeat(size));
                byte[] bytes = new byte[size];
                new Random(size).nextBytes(bytes);
                client.send(0x82, bytes);
                RawClient.RawFrame binary = client.message();
                assertThat(binary.opcode()).isEqualTo(OpCode.BINARY);
                assertThat(binary.payload()).isEqualTo(bytes);
            }
            client.close(1000);
            assertThat(client.read().code()).isEqualTo(1000);
            assertThat(client.read()).isNull();
        }
        EchoHandler handler = handler();
        assertThat(handler.closed.get(30, TimeUnit.SECONDS).getCode()).isEqualTo(CloseStatus.NORMAL);
        assertThat(handler.errors).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void framesChoppedAnywhereAreSentBack(boolean http2) throws Exception {
        start();
        try (RawClient client = open(http2)) {
            String text = "Hello-\u00b5@\u00df\u00f6\u00e4\u00fc\u00e0\u00e1-UTF-8!!".repeat(20);
            byte[] frame = RawClient.frame(0x81, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            for (int size : new int[] {1, 2, 3, 7, 100}) {
                client.chopped(frame, size);
                assertThat(client.message().text()).isEqualTo(text);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void manyFramesInOneWriteAreSentBackInOrder(boolean http2) throws Exception {
        start();
        try (RawClient client = open(http2)) {
            java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
            for (int i = 0; i < 500; i++) {
                all.writeBytes(RawClient.frame(0x81, ("message " + i).getBytes()));
            }
            client.raw(all.toByteArray());
            for (int i = 0; i < 500; i++) {
                assertThat(client.read().text()).isEqualTo("message " + i);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void pingsAreAnsweredWithTheirPayload(boolean http2) throws Exception {
        start();
        try (RawClient client = open(http2)) {
            for (int size : new int[] {0, 1, 125}) {
                byte[] payload = new byte[size];
                java.util.Arrays.fill(payload, (byte) 0xfe);
                client.send(0x89, payload);
                RawClient.RawFrame pong = client.read();
                assertThat(pong.opcode()).isEqualTo(OpCode.PONG);
                assertThat(pong.payload()).isEqualTo(payload);
            }
            client.send(0x8a, "unasked".getBytes());
            client.send(0x89, "ping".getBytes());
            assertThat(client.read().text()).isEqualTo("ping");
        }
    }

    private void refused(boolean http2, int code, byte[] bytes) throws Exception {
        try (RawClient client = open(http2)) {
            client.raw(bytes);
            RawClient.RawFrame close = client.read();
            assertThat(close).isNotNull();
            assertThat(close.opcode()).isEqualTo(OpCode.CLOSE);
            assertThat(close.code()).isEqualTo(code);
            assertThat(client.read()).isNull();
        }
        EchoHandler handler = handler();
        assertThat(handler.closed.get(30, TimeUnit.SECONDS).getCode()).isEqualTo(code);
        assertThat(handler.errors).hasSize(1);
    }

    /** Sections 5.2 and 5.5. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void reservedBitsAndOpcodesAndWrongFramesClose(boolean http2) throws Exception {
        start();
        for (int bits : new int[] {0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70}) {
            refused(http2, CloseStatus.PROTOCOL, RawClient.frame(0x81 | bits, "x".getBytes()));
            refused(http2, CloseStatus.PROTOCOL, RawClient.frame(0x89 | bits, "x".getBytes()));
        }
        for (int opcode : new int[] {3, 4, 5, 6, 7, 11, 12, 13, 14, 15}) {
            refused(http2, CloseStatus.PROTOCOL, RawClient.frame(0x80 | opcode, new byte[0]));
        }
        // fragmented and large control frames
        refused(http2, CloseStatus.PROTOCOL, RawClient.frame(0x09, "x".getBytes()));
        refused(http2, CloseStatus.PROTOCOL, RawClient.frame(0x0a, "x".getBytes()));
        refused(http2, CloseStatus.PROTOCOL, RawClient.frame(0x89, new byte[126]));
        refused(http2, CloseStatus.PROTOCOL, RawClient.frame(0x88, new byte[126]));
        // not masked
        refused(http2, CloseStatus.PROTOCOL, RawClient.frame(0x81, "x".getBytes(), false));
        // lengths that are not in their shortest form, or negative
        refused(http2, CloseStatus.PROTOCOL, new byte[] {(byte) 0x81, (byte) 0xfe, 0, 125, 0, 0, 0, 0});
        refused(http2, CloseStatus.PROTOCOL, new byte[] {
            (byte) 0x81, (byte) 0xff, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff, 0, 0, 0, 0
        });
        refused(http2, CloseStatus.PROTOCOL, new byte[] {
            (byte) 0x81, (byte) 0xff, (byte) 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        });
    }
}
