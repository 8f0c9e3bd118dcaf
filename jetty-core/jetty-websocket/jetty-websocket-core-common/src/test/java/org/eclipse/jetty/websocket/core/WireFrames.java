package org.eclipse.jetty.websocket.core;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;

/** Frames as bytes, and bytes as frames (RFC 6455, section 5.2). */
final class WireFrames {
    private static final Random KEYS = new Random(6455);

    private WireFrames() {}

    /** The bytes of a frame. */
    static byte[] bytes(Behavior sender, Frame frame) {
        FrameGenerator generator = new FrameGenerator(sender, KEYS);
        ByteBuffer bytes = ByteBuffer.allocate(14 + frame.getPayloadLength());
        int key = generator.newKey();
        generator.putHead(frame, key, bytes);
        generator.putPayload(frame, key, bytes);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /** The bytes of a frame with any first byte. */
    static byte[] bytes(Behavior sender, int first, byte[] payload) {
        return bytes(sender, new Frame((byte) first, null, ByteBuffer.wrap(payload)));
    }

    static byte[] bytes(Behavior sender, int first, String payload) {
        return bytes(sender, first, payload.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] close(Behavior sender, int code, String reason) {
        return bytes(sender, new Frame(OpCode.CLOSE, CloseStatus.asPayloadBuffer(code, reason)));
    }

    static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** The frames that one side sent, each in memory of its own. */
    static List<Frame> parse(Behavior sender, ByteBuffer bytes) {
        CoreSession.Empty session = new CoreSession.Empty() {
            @Override
            public boolean isRsv1Used() {
                return true;
            }

            @Override
            public List<ExtensionConfig> getNegotiatedExtensions() {
                return List.of(ExtensionConfig.parse("some"));
            }
        };
        session.setAutoFragment(false);
        session.setMaxFrameSize(0);
        FrameParser parser = new FrameParser(
                sender == Behavior.CLIENT ? Behavior.SERVER : Behavior.CLIENT, session, new ArrayByteBufferPool());
        byte[] copy = new byte[bytes.remaining()];
        bytes.slice().get(copy);
        RetainableByteBuffer input = RetainableByteBuffer.wrap(ByteBuffer.wrap(copy));
        List<Frame> frames = new ArrayList<>();
        Frame.Parsed frame;
        while ((frame = parser.parse(input)) != null) {
            frames.add(Frame.copy(frame).setRsv1(frame.isRsv1()));
        }
        if (input.hasRemaining()) {
            throw new AssertionError("bytes behind the last frame: " + input.remaining());
        }
        return frames;
    }

    static List<String> toStrings(List<Frame> frames) {
        return frames.stream().map(WireFrames::toString).toList();
    }

    /** A frame for people: its opcode, a dash if it is no end, and its text or its status. */
    static String toString(Frame frame) {
        if (frame.getOpCode() == OpCode.CLOSE) {
            CloseStatus status = new CloseStatus(frame);
            return "CLOSE " + status.getCode() + (status.getReason() == null ? "" : " " + status.getReason());
        }
        String text = frame.hasPayload() ? " " + frame.getPayloadAsUTF8() : "";
        return OpCode.name(frame.getOpCode()) + (frame.isFin() ? "" : "-") + text;
    }
}
