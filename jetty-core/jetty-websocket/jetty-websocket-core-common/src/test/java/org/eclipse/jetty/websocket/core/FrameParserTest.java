package org.eclipse.jetty.websocket.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.websocket.core.exception.CloseException;
import org.eclipse.jetty.websocket.core.exception.ProtocolException;
import org.junit.jupiter.api.Test;

/** The parser, with its input cut anywhere. */
class FrameParserTest {
    /** As with the other fuzz tests, the system properties set how long it takes, and repeat a run. */
    private static final long FUZZ_SECONDS = Long.getLong("fuzz.seconds", 6);

    private static final long FUZZ_SEED = Long.getLong("fuzz.seed", 6455);

    private final ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();

    /** What a parser makes of bytes: messages with their fragments joined, and how it ends. */
    private String parse(byte[] bytes, boolean autoFragment, int... cuts) {
        // with an extension, text is its business
        return parse(bytes, autoFragment, List.of(ExtensionConfig.parse("some")), cuts);
    }

    private String parse(byte[] bytes, boolean autoFragment, List<ExtensionConfig> extensions, int... cuts) {
        CoreSession.Empty session = new CoreSession.Empty() {
            @Override
            public List<ExtensionConfig> getNegotiatedExtensions() {
                return extensions;
            }
        };
        session.setAutoFragment(autoFragment);
        session.setMaxFrameSize(autoFragment ? 0 : 3000);
        FrameParser parser = new FrameParser(Behavior.SERVER, session, pool);
        StringBuilder result = new StringBuilder();
        RetainableByteBuffer.Mutable input = pool.acquire(1024, false);
        try {
            int start = 0;
            for (int i = 0; i <= cuts.length; i++) {
                int end = i == cuts.length ? bytes.length : cuts[i];
                while (start < end) {
                    ByteBuffer buffer = input.getByteBuffer();
                    BufferUtil.compact(buffer);
                    int count = Math.min(end - start, BufferUtil.space(buffer));
                    BufferUtil.append(buffer, bytes, start, count);
                    start += count;
                    drain(parser, input, result);
                }
            }
        } catch (CloseException x) {
            result.append("close ").append(x.getStatusCode());
        } finally {
            parser.release();
            input.release();
        }
        assertThat(pool.getLeakCount()).isZero();
        return result.toString();
    }

    private static void drain(FrameParser parser, RetainableByteBuffer input, StringBuilder result) {
        Frame.Parsed frame;
        while ((frame = parser.parse(input)) != null) {
            if (frame.isControlFrame() || frame.getOpCode() != OpCode.CONTINUATION) {
                result.append(OpCode.name(frame.getOpCode())).append(' ');
            }
            if (frame.hasPayload()) {
                result.append(BufferUtil.toHexString(frame.getPayload()));
            }
            result.append(frame.isFin() ? "\n" : "");
            frame.close();
        }
    }

    private static byte[] frame(int opcode, boolean fin, byte[] payload, Random random) {
        FrameGenerator generator = new FrameGenerator(Behavior.CLIENT, random);
        Frame frame = new Frame((byte) opcode, fin, ByteBuffer.wrap(payload));
        ByteBuffer bytes = ByteBuffer.allocate(14 + payload.length);
        int key = generator.newKey();
        generator.putHead(frame, key, bytes);
        generator.putPayload(frame, key, bytes);
        return java.util.Arrays.copyOf(bytes.array(), bytes.position());
    }

    private static byte[] frames(Random random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean open = false;
        for (int i = 0; i < 1 + random.nextInt(4); i++) {
            boolean fin = random.nextBoolean();
            int opcode = open ? 0 : 1 + random.nextInt(2);
            if (random.nextInt(4) == 0) {
                opcode = 9 + random.nextInt(2);
                fin = true;
            } else {
                open = !fin;
            }
            int size = opcode > 8
                    ? random.nextInt(126)
                    : random.nextInt(10) == 0 ? random.nextInt(4000) : random.nextInt(200);
            byte[] payload = new byte[size];
            random.nextBytes(payload);
            out.writeBytes(frame(opcode, fin, payload, random));
        }
        return out.toByteArray();
    }

    @Test
    void inputCutAnywhereGivesTheSameFrames() {
        long seed = FUZZ_SEED;
        Random random = new Random(seed);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(FUZZ_SECONDS);
        int rounds = 0;
        while (System.nanoTime() < end || rounds < 20) {
            byte[] bytes = frames(random);
            for (int flips = random.nextInt(3); flips > 0; flips--) {
                bytes[random.nextInt(Math.min(bytes.length, 300))] ^= (byte) (1 << random.nextInt(8));
            }
            for (boolean autoFragment : new boolean[] {false, true}) {
                String whole = ended(parse(bytes, autoFragment));
                int step = Math.max(1, bytes.length / 300);
                for (int cut = 1; cut < bytes.length; cut += step) {
                    assertThat(ended(parse(bytes, autoFragment, cut)))
                            .as("seed %d, round %d, cut %d", seed, rounds, cut)
                            .isEqualTo(whole);
                }
                int[] all = java.util.stream.IntStream.range(1, bytes.length).toArray();
                assertThat(ended(parse(bytes, autoFragment, all)))
                        .as("seed %d, round %d", seed, rounds)
                        .isEqualTo(whole);
            }
            rounds++;
        }
    }

    /** Without a message that has not ended: how much of it is handed over early depends on the cuts. */
    private static String ended(String frames) {
        return frames.contains("close ") ? frames : frames.substring(0, frames.lastIndexOf('\n') + 1);
    }

    @Test
    void textThatComesInPartsIsRefusedByTheFirstByteThatIsNotUtf8() {
        Random random = new Random(1);
        byte[] text = ("\u00e4\u20ac\ud83d\ude00 and ascii ".repeat(4)).getBytes(StandardCharsets.UTF_8);
        for (int size : new int[] {text.length, 2000}) {
            byte[] payload = java.util.Arrays.copyOf(text, size);
            for (int bad = 0; bad < text.length; bad++) {
                byte[] broken = payload.clone();
                broken[bad] = (byte) 0xff;
                byte[] bytes = frame(OpCode.TEXT, true, broken, random);
                int head = bytes.length - size;
                for (boolean autoFragment : size > 1024 ? new boolean[] {false} : new boolean[] {false, true}) {
                    byte[] before = java.util.Arrays.copyOf(bytes, head + bad);
                    assertThat(parse(before, autoFragment, List.of(), head)).isEmpty();
                    byte[] with = java.util.Arrays.copyOf(bytes, head + bad + 1);
                    if (with.length < bytes.length) {
                        assertThat(parse(with, autoFragment, List.of(), head + bad))
                                .isEqualTo("close 1007");
                        assertThat(parse(with, autoFragment, List.of())).isEqualTo("close 1007");
                    }
                }
            }
        }
    }

    @Test
    void textOfFragmentsIsCutAnywhere() {
        Random random = new Random(1);
        byte[] text = "\u00e4\u20ac\ud83d\ude00!".getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= text.length; cut++) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.writeBytes(frame(OpCode.TEXT, false, java.util.Arrays.copyOf(text, cut), random));
            out.writeBytes(
                    frame(OpCode.CONTINUATION, true, java.util.Arrays.copyOfRange(text, cut, text.length), random));
            byte[] bytes = out.toByteArray();
            int[] all = java.util.stream.IntStream.range(1, bytes.length).toArray();
            assertThat(parse(bytes, true, List.of(), all)).isEqualTo(parse(bytes, true));
        }
    }

    @Test
    void framesOfTheRfcAreParsed() {
        // section 5.7: a masked text message "Hello"
        byte[] hello = java.util.HexFormat.of().parseHex("818537fa213d7f9f4d5158");
        assertThat(parse(hello, true))
                .isEqualTo("TEXT 48656C6C6F\n"
                        .toLowerCase(java.util.Locale.ENGLISH)
                        .replace("text", "TEXT"));
    }

    @Test
    void maskedFrameOfAServerIsRefused() {
        CoreSession.Empty session = new CoreSession.Empty();
        FrameParser parser = new FrameParser(Behavior.CLIENT, session, pool);
        RetainableByteBuffer input = RetainableByteBuffer.wrap(ByteBuffer.wrap(new byte[] {(byte) 0x81, (byte) 0x80}));
        assertThatThrownBy(() -> parser.parse(input)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void maskIsAppliedByWordsAndBytesAlike() {
        Random random = new Random(1);
        for (int size = 0; size < 70; size++) {
            for (int offset = 0; offset < 5; offset++) {
                byte[] bytes = new byte[size];
                random.nextBytes(bytes);
                int mask = random.nextInt();
                byte[] expected = bytes.clone();
                for (int i = 0; i < size; i++) {
                    expected[i] ^= (byte) (mask >>> 24 - 8 * (i + offset & 3));
                }
                FrameMask.apply(ByteBuffer.wrap(bytes), mask, offset);
                assertThat(bytes).isEqualTo(expected);
            }
        }
    }
}
