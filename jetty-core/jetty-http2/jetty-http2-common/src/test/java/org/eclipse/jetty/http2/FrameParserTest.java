package org.eclipse.jetty.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Frames, however their bytes come (RFC 9113, sections 4 and 6). */
class FrameParserTest {
    private static final String SETTINGS = "000000 04 00 00000000";

    private static List<String> parse(byte[] bytes, int preface, int... cuts) throws HTTP2Exception {
        Recorder recorder = new Recorder();
        FrameParser parser = new FrameParser(recorder, 16384, 4096, 8, preface);
        int from = 0;
        for (int i = 0; i <= cuts.length; i++) {
            int to = i < cuts.length ? cuts[i] : bytes.length;
            ByteBuffer heap = ByteBuffer.wrap(bytes, from, to - from).slice();
            ByteBuffer buffer = i % 2 == 0
                    ? heap
                    : ByteBuffer.allocateDirect(to - from).put(heap).flip();
            while (buffer.hasRemaining()) {
                parser.parse(buffer);
            }
            from = to;
        }
        return recorder.events;
    }

    private static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    /** A connection with a frame of each type. */
    private static byte[] conversation() {
        ByteBuffer out = ByteBuffer.allocate(8192);
        out.put(FrameType.PREFACE.getBytes(StandardCharsets.US_ASCII));
        FrameWriter.settings(out, FrameType.SETTINGS_INITIAL_WINDOW_SIZE, 70000, 99, 5);
        FrameWriter.headers(out, 1, new byte[40], 40, 16, false);
        out.put(hex("000008 00 08 00000001 03 61626364 000000"));
        out.put(hex("000003 00 01 00000001 656667"));
        out.put(hex("00000a 01 2d 00000003 01 80000001 07 82 84 86 00".replace(" 82 84 86", " 828486")));
        out.put(hex("000005 02 00 00000005 00000001 10"));
        FrameWriter.reset(out, 3, 8);
        FrameWriter.ping(out, false, 0x1122334455667788L);
        FrameWriter.windowUpdate(out, 0, 77);
        out.put(hex("000003 2a 00 00000000 010203"));
        FrameWriter.settingsAck(out);
        FrameWriter.goAway(out, 3, 0, "bye");
        byte[] bytes = new byte[out.position()];
        out.flip().get(bytes);
        return bytes;
    }

    @Test
    void everyFrameIsToldHoweverItIsCut() throws HTTP2Exception {
        byte[] bytes = conversation();
        List<String> whole = parse(bytes, 24);
        assertThat(whole)
                .containsExactly(
                        "setting 4=70000",
                        "setting 99=5",
                        "settings 2",
                        "continuation 1 16",
                        "headers 1 40 end=false",
                        "data 1 abcd end=false",
                        "data 1 efg end=true",
                        "headers 3 3 end=true",
                        "priority 5",
                        "reset 3 8",
                        "ping false 1122334455667788",
                        "window 0 77",
                        "unknown 42",
                        "settings ack",
                        "goaway 3 0");
        for (int cut = 1; cut < bytes.length; cut++) {
            assertThat(parse(bytes, 24, cut)).isEqualTo(whole);
        }
        int[] each = new int[bytes.length - 1];
        for (int i = 0; i < each.length; i++) {
            each[i] = i + 1;
        }
        assertThat(parse(bytes, 24, each)).isEqualTo(whole);
    }

    @ParameterizedTest
    @CsvSource({
        "000000 06 00 00000000, PROTOCOL_ERROR, 0, first frame is not SETTINGS",
        "000000 04 01 00000000, PROTOCOL_ERROR, 0, first frame is an acknowledgement",
        "S 000001 00 00 00000000 00, PROTOCOL_ERROR, 0, DATA on stream 0",
        "S 000002 00 08 00000001 0200, PROTOCOL_ERROR, 0, padding beyond the payload",
        "S 000000 00 08 00000001, PROTOCOL_ERROR, 0, padding without length",
        "S 004001 00 00 00000001, FRAME_SIZE_ERROR, 0, frame beyond the maximum",
        "S 000001 01 04 00000000 82, PROTOCOL_ERROR, 0, HEADERS on stream 0",
        "S 000002 01 0c 00000001 0282, PROTOCOL_ERROR, 0, padding of HEADERS",
        "S 000003 01 24 00000001 000000, FRAME_SIZE_ERROR, 0, priority cut off",
        "S 000005 02 00 00000000 0000000110, PROTOCOL_ERROR, 0, PRIORITY on stream 0",
        "S 000004 02 00 00000001 00000001, FRAME_SIZE_ERROR, 1, PRIORITY of 4 octets",
        "S 000005 02 00 00000001 0000000110, PROTOCOL_ERROR, 1, depends on itself",
        "S 000004 03 00 00000000 00000008, PROTOCOL_ERROR, 0, RST_STREAM on stream 0",
        "S 000003 03 00 00000001 000008, FRAME_SIZE_ERROR, 0, RST_STREAM of 3 octets",
        "S 000000 04 00 00000001, PROTOCOL_ERROR, 0, SETTINGS on a stream",
        "S 000001 04 01 00000000 00, FRAME_SIZE_ERROR, 0, acknowledgement with payload",
        "S 000005 04 00 00000000 0000000000, FRAME_SIZE_ERROR, 0, half of a setting",
        "S 000006 04 00 00000000 000200000002, PROTOCOL_ERROR, 0, ENABLE_PUSH 2",
        "S 000006 04 00 00000000 000480000000, FLOW_CONTROL_ERROR, 0, window of 2^31",
        "S 000006 04 00 00000000 000500003fff, PROTOCOL_ERROR, 0, small frame size",
        "S 000006 04 00 00000000 000501000000, PROTOCOL_ERROR, 0, large frame size",
        "S 000036 04 00 00000000, ENHANCE_YOUR_CALM_ERROR, 0, nine settings",
        "S 000004 05 04 00000001 00000002, PROTOCOL_ERROR, 0, PUSH_PROMISE",
        "S 000008 06 00 00000001 0000000000000000, PROTOCOL_ERROR, 0, PING on a stream",
        "S 000007 06 00 00000000 00000000000000, FRAME_SIZE_ERROR, 0, PING of 7 octets",
        "S 000008 07 00 00000001 0000000000000000, PROTOCOL_ERROR, 0, GOAWAY on a stream",
        "S 000007 07 00 00000000 00000000000000, FRAME_SIZE_ERROR, 0, GOAWAY of 7 octets",
        "S 000003 08 00 00000000 000001, FRAME_SIZE_ERROR, 0, WINDOW_UPDATE of 3 octets",
        "S 000004 08 00 00000000 00000000, PROTOCOL_ERROR, 0, window of the connection by 0",
        "S 000004 08 00 00000001 00000000, PROTOCOL_ERROR, 1, window of a stream by 0",
        "S 000001 09 04 00000001 82, PROTOCOL_ERROR, 0, CONTINUATION alone",
        "S 000001 01 00 00000001 82 000001 09 04 00000003 82, PROTOCOL_ERROR, 0, CONTINUATION of another stream",
        "S 000001 01 00 00000001 82 000000 2a 00 00000001, PROTOCOL_ERROR, 0, unknown frame within fields",
        "S 001001 01 04 00000001 Z4097, ENHANCE_YOUR_CALM_ERROR, 0, fields beyond the limit"
    })
    void violationsHaveTheirScopeAndCode(String hex, ErrorCode code, int stream, String why) {
        String text = hex.replace("S ", SETTINGS);
        if (text.contains("Z4097")) {
            text = text.replace("Z4097", "00".repeat(4097));
        }
        byte[] bytes = hex(text);
        HTTP2Exception found = catchThrowableOfType(HTTP2Exception.class, () -> parse(bytes, 0));
        assertThat(found).as(why).isNotNull();
        assertThat(found.getCode()).as(why).isEqualTo(code);
        assertThat(found.getStreamId()).as(why).isEqualTo(stream);
    }

    @ParameterizedTest
    @CsvSource({
        "000006 05 04 00000001 00000002 8286, promise 1 2 2",
        "000009 05 0c 00000003 02 80000004 8286 0000, promise 3 4 2",
        "000005 05 00 00000001 00000002 82 000002 09 04 00000001 8684, promise 1 2 3",
    })
    void promisesAreReportedWhereTheyAreExpected(String hex, String event) throws HTTP2Exception {
        Recorder recorder = new Recorder();
        recorder.push = true;
        FrameParser parser = new FrameParser(recorder, 16384, 4096, 8, 0);
        ByteBuffer buffer = ByteBuffer.wrap(hex(SETTINGS + hex));
        while (parser.parse(buffer)) {
            // the next frame
        }
        assertThat(recorder.events.get(recorder.events.size() - 1)).isEqualTo(event);
    }

    @Test
    void prefaceMustBeWhole() {
        assertThatThrownBy(() -> parse("PRI * HTTP/2.0\r\n\r\nXX".getBytes(StandardCharsets.US_ASCII), 24))
                .isInstanceOf(HTTP2Exception.class);
    }

    /** Valid conversations with octets changed, and random ones, cut anywhere: events or an HTTP2Exception. */
    @Test
    void changedAndRandomBytesAreParsedOrRefused() {
        Random random = new Random(Long.getLong("fuzz.seed", 9113));
        byte[] valid = conversation();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.getInteger("fuzz.seconds", 6)) / 2;
        for (int run = 0; run < 100_000 || System.nanoTime() - end < 0; run++) {
            byte[] bytes = valid.clone();
            if (run % 4 == 0) {
                bytes = new byte[random.nextInt(200)];
                random.nextBytes(bytes);
            } else {
                for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                    bytes[24 + random.nextInt(bytes.length - 24)] = (byte) random.nextInt(256);
                }
            }
            int cut = bytes.length < 2 ? 0 : 1 + random.nextInt(bytes.length - 1);
            try {
                parse(bytes, run % 4 == 0 ? 0 : 24, cut);
            } catch (HTTP2Exception expected) {
                assertThat(expected.getCode()).isNotNull();
            }
        }
    }

    private static final class Recorder implements FrameParser.Listener {
        private final List<String> events = new ArrayList<>();
        private final StringBuilder data = new StringBuilder();
        private int dataStream;
        private boolean push;

        /** Pieces of one frame count as one, wherever they were cut. */
        @Override
        public void onData(
                int streamId, ByteBuffer buffer, int position, int length, int controlled, boolean first, boolean end) {
            if (first) {
                data.setLength(0);
                dataStream = streamId;
                events.add("");
            }
            assertThat(streamId).isEqualTo(dataStream);
            assertThat(controlled).isGreaterThanOrEqualTo(length);
            for (int i = 0; i < length; i++) {
                data.append((char) buffer.get(position + i));
            }
            events.set(events.size() - 1, "data " + streamId + " " + data + " end=" + end);
        }

        @Override
        public void onHeaders(int streamId, byte[] block, int from, int to, boolean end, boolean selfDependent) {
            events.add("headers " + streamId + " " + (to - from) + " end=" + end);
        }

        @Override
        public boolean isPushExpected() {
            return push;
        }

        @Override
        public void onPushPromise(int streamId, int promisedId, byte[] block, int from, int to) {
            events.add("promise " + streamId + " " + promisedId + " " + (to - from));
        }

        @Override
        public void onContinuation(int streamId, int length) {
            events.add("continuation " + streamId + " " + length);
        }

        @Override
        public void onPriority(int streamId) {
            events.add("priority " + streamId);
        }

        @Override
        public void onReset(int streamId, int code) {
            events.add("reset " + streamId + " " + code);
        }

        @Override
        public void onSetting(int key, int value) {
            events.add("setting " + key + "=" + value);
        }

        @Override
        public void onSettingsEnd(int keys) {
            if (keys > 0) {
                events.add("settings " + keys);
            }
        }

        @Override
        public void onSettingsAck() {
            events.add("settings ack");
        }

        @Override
        public void onPing(boolean ack, long opaque) {
            events.add("ping " + ack + " " + Long.toHexString(opaque));
        }

        @Override
        public void onGoAway(int lastStreamId, int code, String reason) {
            events.add("goaway " + lastStreamId + " " + code);
        }

        @Override
        public void onWindowUpdate(int streamId, int increment) {
            events.add("window " + streamId + " " + increment);
        }

        @Override
        public void onUnknown(int type) {
            events.add("unknown " + type);
        }
    }
}
