package org.eclipse.jetty.websocket.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.OpCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fragmentation, UTF-8 and limits over the wire (RFC 6455, sections 5.4, 8.1 and 10.4). */
class MessageTest extends AbstractWebSocketTest {
    private static final byte[] TEXT =
            "\u03ba\u1f79\u03c3\u03bc\u03b5 \ud800\udf48 abc".getBytes(StandardCharsets.UTF_8);

    private void closes(boolean http2, int code, byte[]... frames) throws Exception {
        try (RawClient client = open(http2)) {
            for (byte[] frame : frames) {
                client.raw(frame);
            }
            RawClient.RawFrame close = client.read();
            assertThat(close).isNotNull();
            assertThat(close.opcode()).isEqualTo(OpCode.CLOSE);
            assertThat(close.code()).isEqualTo(code);
            assertThat(client.read()).isNull();
        }
        assertThat(handler().closed.get(30, TimeUnit.SECONDS).getCode()).isEqualTo(code);
    }

    private static byte[] frame(int first, byte... payload) {
        return RawClient.frame(first, payload);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void textFragmentedAtEveryByteIsGathered(boolean http2) throws Exception {
        start();
        try (RawClient client = open(http2)) {
            for (int i = 0; i <= TEXT.length; i++) {
                client.send(0x01, java.util.Arrays.copyOfRange(TEXT, 0, i));
                client.send(0x80, java.util.Arrays.copyOfRange(TEXT, i, TEXT.length));
                assertThat(client.message().payload()).isEqualTo(TEXT);
            }
            client.send(0x01, new byte[0]);
            for (byte b : TEXT) {
                client.send(0x00, new byte[] {b});
            }
            client.send(0x80, new byte[0]);
            assertThat(client.message().payload()).isEqualTo(TEXT);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void pingsBetweenFragmentsAreAnswered(boolean http2) throws Exception {
        start();
        try (RawClient client = open(http2)) {
            client.send(0x02, "one".getBytes());
            client.send(0x89, "ping".getBytes());
            client.send(0x80, "two".getBytes());
            assertThat(client.read().opcode()).isEqualTo(OpCode.PONG);
            assertThat(client.message().text()).isEqualTo("onetwo");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void wrongSequencesOfFragmentsClose(boolean http2) throws Exception {
        start();
        closes(http2, CloseStatus.PROTOCOL, frame(0x80, (byte) 'x'));
        closes(http2, CloseStatus.PROTOCOL, frame(0x00, (byte) 'x'));
        closes(http2, CloseStatus.PROTOCOL, frame(0x01, (byte) 'x'), frame(0x81, (byte) 'x'));
        closes(http2, CloseStatus.PROTOCOL, frame(0x02, (byte) 'x'), frame(0x01, (byte) 'x'));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void invalidUtf8SplitAtEveryByteCloses(boolean http2) throws Exception {
        start();
        byte[][] wrong = {
            {'a', (byte) 0xc0, (byte) 0xaf},
            {'a', (byte) 0xed, (byte) 0xa0, (byte) 0x80},
            {'a', (byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
            {'a', (byte) 0xe2, (byte) 0x82},
            {(byte) 0x80}
        };
        for (byte[] bytes : wrong) {
            closes(http2, CloseStatus.BAD_PAYLOAD, frame(0x81, bytes));
            for (int i = 1; i < bytes.length; i++) {
                closes(
                        http2,
                        CloseStatus.BAD_PAYLOAD,
                        frame(0x01, java.util.Arrays.copyOfRange(bytes, 0, i)),
                        frame(0x80, java.util.Arrays.copyOfRange(bytes, i, bytes.length)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void messagesThatAreTooLargeClose(boolean http2) throws Exception {
        configuration = c -> {
            c.setMaxTextMessageSize(1000);
            c.setMaxBinaryMessageSize(2000);
        };
        start();
        closes(http2, CloseStatus.MESSAGE_TOO_LARGE, frame(0x81, new byte[1001]));
        closes(http2, CloseStatus.MESSAGE_TOO_LARGE, frame(0x82, new byte[2001]));
        closes(http2, CloseStatus.MESSAGE_TOO_LARGE, frame(0x01, new byte[999]), frame(0x80, new byte[2]));
        try (RawClient client = open(http2)) {
            client.send(0x82, new byte[2000]);
            assertThat(client.message().payload()).hasSize(2000);
        }
    }

    /** The head alone is enough. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void framesThatAreTooLargeCloseBeforeTheirPayloadComes(boolean http2) throws Exception {
        configuration = c -> {
            c.setAutoFragment(false);
            c.setMaxFrameSize(1024);
        };
        start();
        closes(http2, CloseStatus.MESSAGE_TOO_LARGE, new byte[] {(byte) 0x82, (byte) 0xfe, 4, 1});
        closes(http2, CloseStatus.MESSAGE_TOO_LARGE, new byte[] {
            (byte) 0x82, (byte) 0xff, 0x7f, -1, -1, -1, -1, -1, -1, -1
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void framesLargerThanTheInputBufferAreGatheredWithoutFragmenting(boolean http2) throws Exception {
        configuration = c -> {
            c.setAutoFragment(false);
            c.setMaxBinaryMessageSize(65536);
        };
        start();
        try (RawClient client = open(http2)) {
            byte[] bytes = new byte[60000];
            new java.util.Random(1).nextBytes(bytes);
            client.chopped(RawClient.frame(0x82, bytes), 1000);
            assertThat(client.message().payload()).isEqualTo(bytes);
        }
    }
}
