package org.eclipse.jetty.websocket.core;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.websocket.core.exception.BadPayloadException;
import org.eclipse.jetty.websocket.core.exception.MessageTooLargeException;
import org.eclipse.jetty.websocket.core.exception.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * Parses frames, byte by byte if they come so (RFC 6455, section 5.2).
 *
 * <p>A frame that fits into the input buffer is parsed when it is whole, and its payload is a part of that buffer. Of a larger
 * data frame the parser makes fragments if that is allowed, else it gathers the payload in a buffer of its own, up to the
 * largest frame. What violates the protocol is refused by the first byte that shows it, which includes UTF-8 of a text frame that
 * comes in parts where no extension changes it (section 8.1). Confined to its connection.
 */
final class FrameParser {
    /** What the next byte is. */
    private enum State {
        /** FIN, reserved bits, opcode. */
        START,
        /** The bit for masking, and the length or where it is. */
        LENGTH,
        /** The rest of a length of 16 or 64 bits. */
        EXTENDED_LENGTH,
        /** The masking key (section 5.3). */
        MASK,
        /** Payload, or the end of the frame. */
        PAYLOAD
    }

    private static final int MASKED = 0x80;

    private final Behavior behavior;
    private final CoreSession session;
    private final ByteBufferPool pool;
    private State state = State.START;
    private byte firstByte;
    private boolean masked;
    private int mask;
    /** Bytes of the length or the masking key that are missing. */
    private int missing;

    /** 126 for a length of 16 bits, 127 for one of 64. */
    private int extended;

    private long length;
    /** Bytes of payload that were handed over as fragments. */
    private long handedOver;

    /** The opcode of the message whose end has not come. */
    private byte message = OpCode.UNDEFINED;

    private RetainableByteBuffer.@Nullable Mutable gathered;

    /** Bytes of payload at the position of the input that are unmasked already. */
    private int unmasked;

    /** Made for a text frame that does not come at once. */
    private @Nullable EarlyText text;

    /** Whether the current or last message is text. */
    private boolean textMessage;

    /** @param session gives the limits, and says which reserved bits are in use */
    FrameParser(Behavior behavior, CoreSession session, ByteBufferPool pool) {
        this.behavior = behavior;
        this.session = session;
        this.pool = pool;
    }

    /**
     * Parses a frame, consuming what it uses.
     *
     * @return the frame, which retains the buffer; null if more bytes are needed, behind those that were not consumed
     * @throws ProtocolException if the bytes violate the RFC
     * @throws MessageTooLargeException if the frame is too large
     */
    Frame.@Nullable Parsed parse(RetainableByteBuffer input) {
        ByteBuffer bytes = input.getByteBuffer();
        while (true) {
            if (state == State.PAYLOAD) {
                return payload(input, bytes);
            }
            if (!bytes.hasRemaining()) {
                return null;
            }
            switch (state) {
                case START -> start(bytes.get());
                case LENGTH -> length(bytes.get() & 0xff);
                case EXTENDED_LENGTH -> {
                    length = length << 8 | bytes.get() & 0xff;
                    if (--missing == 0) {
                        extendedLength();
                    }
                }
                default -> {
                    mask = mask << 8 | bytes.get() & 0xff;
                    if (--missing == 0) {
                        state = State.PAYLOAD;
                    }
                }
            }
        }
    }

    private void start(byte first) {
        byte opcode = OpCode.getOpCode(first);
        boolean fin = (first & 0x80) != 0;
        if (!OpCode.isKnown(opcode)) {
            throw new ProtocolException("Unknown opcode: " + opcode);
        }
        checkReserved(first, opcode);
        if (OpCode.isControlFrame(opcode)) {
            if (!fin) {
                throw new ProtocolException("Fragmented control frame: " + OpCode.name(opcode));
            }
        } else if (opcode == OpCode.CONTINUATION) {
            if (message == OpCode.UNDEFINED) {
                throw new ProtocolException("CONTINUATION without a message");
            }
            message = fin ? OpCode.UNDEFINED : message;
        } else {
            if (message != OpCode.UNDEFINED) {
                throw new ProtocolException(OpCode.name(opcode) + " within a fragmented message");
            }
            message = fin ? OpCode.UNDEFINED : opcode;
            textMessage = opcode == OpCode.TEXT;
        }
        firstByte = first;
        state = State.LENGTH;
    }

    /** Section 5.2: reserved bits are zero unless an extension says otherwise; extensions here use those of data frames. */
    private void checkReserved(byte first, byte opcode) {
        if ((first & 0x70) == 0) {
            return;
        }
        boolean data = OpCode.isDataFrame(opcode);
        if ((first & 0x40) != 0 && !(data && session.isRsv1Used())
                || (first & 0x20) != 0 && !(data && session.isRsv2Used())
                || (first & 0x10) != 0 && !(data && session.isRsv3Used())) {
            throw new ProtocolException("Reserved bit set in " + OpCode.name(opcode));
        }
    }

    private void length(int second) {
        masked = (second & MASKED) != 0;
        if (masked != (behavior == Behavior.SERVER)) {
            throw new ProtocolException(masked ? "Masked frame of a server" : "Unmasked frame of a client");
        }
        int first = second & 0x7f;
        if (first > Frame.MAX_CONTROL_PAYLOAD && OpCode.isControlFrame(OpCode.getOpCode(firstByte))) {
            throw new ProtocolException("Control frame larger than 125 bytes");
        }
        if (first < 126) {
            length = first;
            lengthKnown();
        } else {
            length = 0;
            missing = first == 126 ? Short.BYTES : Long.BYTES;
            extended = first;
            state = State.EXTENDED_LENGTH;
        }
    }

    private void extendedLength() {
        if (length < 0) {
            throw new ProtocolException("Length with the highest bit set");
        }
        if (length < (extended == 126 ? 126 : 1 << 16)) {
            throw new ProtocolException("Length " + length + " not in its shortest form");
        }
        lengthKnown();
    }

    private void lengthKnown() {
        long max = session.getMaxFrameSize();
        if (!session.isAutoFragment()) {
            if (max > 0 && length > max || length > Integer.MAX_VALUE - 8) {
                throw new MessageTooLargeException("Frame too large: " + length + " > " + max + " bytes");
            }
        }
        handedOver = 0;
        unmasked = 0;
        text = null;
        mask = 0;
        missing = Integer.BYTES;
        state = masked ? State.MASK : State.PAYLOAD;
    }

    private Frame.@Nullable Parsed payload(RetainableByteBuffer input, ByteBuffer bytes) {
        if (gathered != null) {
            return gather(gathered, bytes);
        }
        long left = length - handedOver;
        int available = bytes.remaining();
        if (available >= left) {
            return frame(input, bytes, (int) left, true);
        }
        if (left <= input.capacity()) {
            unmask(bytes.slice(bytes.position() + unmasked, available - unmasked), handedOver + unmasked);
            unmasked = available;
            return null;
        }
        if (session.isAutoFragment()) {
            return available == 0 ? null : frame(input, bytes, available, false);
        }
        RetainableByteBuffer.Mutable begun = pool.acquire((int) length, false);
        gathered = begun;
        return gather(begun, bytes);
    }

    private Frame.Parsed frame(RetainableByteBuffer input, ByteBuffer bytes, int size, boolean end) {
        byte first = fragment(end);
        if (end) {
            state = State.START;
        }
        if (size == 0) {
            return new Frame.Parsed(first, null, null, (RetainableByteBuffer) null);
        }
        ByteBuffer payload = bytes.slice(bytes.position(), size);
        bytes.position(bytes.position() + size);
        FrameMask.apply(
                unmasked == 0 ? payload : payload.slice(unmasked, size - unmasked), mask, handedOver + unmasked);
        unmasked = 0;
        handedOver += size;
        Frame.Parsed frame = new Frame.Parsed(first, null, payload, input);
        input.retain();
        return frame;
    }

    /** The first byte of a fragment of the current frame. */
    private byte fragment(boolean end) {
        int first = handedOver > 0 ? firstByte & 0x80 | OpCode.CONTINUATION : firstByte;
        return (byte) (end ? first : first & 0x7f);
    }

    private Frame.@Nullable Parsed gather(RetainableByteBuffer.Mutable whole, ByteBuffer bytes) {
        int count = (int) Math.min(bytes.remaining(), length - whole.remaining());
        ByteBuffer part = bytes.slice(bytes.position(), count);
        bytes.position(bytes.position() + count);
        unmask(part, whole.remaining());
        whole.append(part);
        if (whole.remaining() < length) {
            return null;
        }
        gathered = null;
        state = State.START;
        return new Frame.Parsed(firstByte, null, whole.getByteBuffer(), whole);
    }

    /** Unmasks bytes of a frame that does not come at once, and looks at its text. */
    private void unmask(ByteBuffer part, long offset) {
        FrameMask.apply(part, mask, offset);
        byte opcode = OpCode.getOpCode(firstByte);
        if (!textMessage
                || OpCode.isControlFrame(opcode)
                || (firstByte & 0x70) != 0
                || !session.getNegotiatedExtensions().isEmpty()) {
            return;
        }
        if (text == null) {
            text = new EarlyText(opcode == OpCode.TEXT && handedOver == 0);
        }
        if (!text.update(part)) {
            throw new BadPayloadException.InvalidUtf8();
        }
    }

    /** How many bytes the current frame needs in the input buffer before it can go on; 0 if any number helps. */
    int getNeeded() {
        long left = length - handedOver;
        return state == State.PAYLOAD && gathered == null && left <= Integer.MAX_VALUE ? (int) left : 0;
    }

    /** Gives back what is held, at the end of the connection. */
    void release() {
        if (gathered != null) {
            gathered.release();
            gathered = null;
        }
    }
}
