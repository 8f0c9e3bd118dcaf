package org.eclipse.jetty.websocket.core;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.eclipse.jetty.io.Retainable;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * A frame (RFC 6455, section 5.2): its first byte, its payload, and the masking key if it has one.
 *
 * <p>The payload of a received frame is unmasked already. Confined to one thread at a time.
 */
public class Frame {
    /** The bytes of payload that a control frame may have (section 5.5). */
    public static final int MAX_CONTROL_PAYLOAD = 125;

    private static final int FIN = 0x80;
    private static final int RSV1 = 0x40;
    private static final int RSV2 = 0x20;
    private static final int RSV3 = 0x10;

    /** FIN, the reserved bits and the opcode, as in the first byte of the frame. */
    protected byte finRsvOp;

    /** Four bytes. */
    protected byte @Nullable [] mask;

    /** From position to limit. */
    protected @Nullable ByteBuffer payload;

    /** The same first byte and mask, without payload. */
    public static Frame copyWithoutPayload(Frame frame) {
        Frame copy = new Frame(frame.getOpCode());
        copy.copyHeaders(frame);
        return copy;
    }

    /** The same frame with a payload in memory of its own. */
    public static Frame copy(Frame frame) {
        Frame copy = copyWithoutPayload(frame);
        copy.payload = frame.payload == null ? null : BufferUtil.copy(frame.payload);
        return copy;
    }

    /** A final frame without payload. */
    public Frame(byte opcode) {
        this(opcode, (ByteBuffer) null);
    }

    /** A final frame. */
    public Frame(byte opcode, @Nullable ByteBuffer payload) {
        this(opcode, true, payload);
    }

    /** A final frame. */
    public Frame(byte opcode, @Nullable String payload) {
        this(opcode, true, payload);
    }

    public Frame(byte opcode, boolean fin, @Nullable ByteBuffer payload) {
        finRsvOp = (byte) ((fin ? FIN : 0) | opcode & 0x0F);
        this.payload = payload;
    }

    public Frame(byte opcode, boolean fin, @Nullable String payload) {
        this(opcode, fin, payload == null ? null : ByteBuffer.wrap(payload.getBytes(StandardCharsets.UTF_8)));
    }

    protected Frame() {}

    /** @param finRsvOp the first byte of the frame */
    public Frame(byte finRsvOp, byte @Nullable [] mask, @Nullable ByteBuffer payload) {
        this.finRsvOp = finRsvOp;
        this.mask = mask;
        this.payload = payload;
    }

    public boolean isControlFrame() {
        return OpCode.isControlFrame(getOpCode());
    }

    public boolean isDataFrame() {
        return OpCode.isDataFrame(getOpCode());
    }

    /** Takes over the first byte and the mask of another frame. */
    protected void copyHeaders(Frame frame) {
        finRsvOp = frame.finRsvOp;
        mask = frame.mask == null ? null : frame.mask.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Frame that
                && finRsvOp == that.finRsvOp
                && Arrays.equals(mask, that.mask)
                && Objects.equals(payload, that.payload);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * finRsvOp + Arrays.hashCode(mask)) + Objects.hashCode(payload);
    }

    public byte @Nullable [] getMask() {
        return mask;
    }

    public byte getOpCode() {
        return (byte) (finRsvOp & 0x0F);
    }

    public @Nullable ByteBuffer getPayload() {
        return payload;
    }

    public @Nullable String getPayloadAsUTF8() {
        return payload == null ? null : BufferUtil.toUTF8String(payload);
    }

    /** The bytes of payload that are left to be read. */
    public int getPayloadLength() {
        return payload == null ? 0 : payload.remaining();
    }

    public boolean hasPayload() {
        return payload != null && payload.hasRemaining();
    }

    public boolean isFin() {
        return (finRsvOp & FIN) != 0;
    }

    public boolean isMasked() {
        return mask != null;
    }

    public boolean isRsv1() {
        return (finRsvOp & RSV1) != 0;
    }

    public boolean isRsv2() {
        return (finRsvOp & RSV2) != 0;
    }

    public boolean isRsv3() {
        return (finRsvOp & RSV3) != 0;
    }

    /** Whether any reserved bit is set. */
    public boolean hasRsv() {
        return (finRsvOp & (RSV1 | RSV2 | RSV3)) != 0;
    }

    /** Makes it a final frame without opcode, mask and payload. */
    public void reset() {
        finRsvOp = (byte) FIN;
        payload = null;
        mask = null;
    }

    public Frame setFin(boolean fin) {
        return setBit(FIN, fin);
    }

    /** @param mask four bytes; null for none */
    public Frame setMask(byte @Nullable [] mask) {
        this.mask = mask;
        return this;
    }

    protected Frame setOpCode(byte opcode) {
        finRsvOp = (byte) (finRsvOp & 0xF0 | opcode & 0x0F);
        return this;
    }

    public Frame setPayload(@Nullable ByteBuffer payload) {
        this.payload = payload;
        return this;
    }

    public Frame setPayload(String payload) {
        return setPayload(payload.getBytes(StandardCharsets.UTF_8));
    }

    public Frame setPayload(byte[] payload) {
        return setPayload(ByteBuffer.wrap(payload));
    }

    public Frame setRsv1(boolean rsv1) {
        return setBit(RSV1, rsv1);
    }

    public Frame setRsv2(boolean rsv2) {
        return setBit(RSV2, rsv2);
    }

    public Frame setRsv3(boolean rsv3) {
        return setBit(RSV3, rsv3);
    }

    private Frame setBit(int bit, boolean set) {
        finRsvOp = (byte) (set ? finRsvOp | bit : finRsvOp & ~bit);
        return this;
    }

    /** The same frame, whose setters fail and whose payload can only be read. */
    public Frame asReadOnly() {
        return new ReadOnly(this);
    }

    /** Unmasks the payload, if it is masked. */
    public void demask() {
        if (mask != null && payload != null) {
            FrameMask.apply(payload, FrameMask.toInt(mask), 0);
            mask = null;
        }
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x[%s,len=%d,fin=%b,rsv=%d%d%d,m=%b]",
                getClass().getSimpleName(),
                System.identityHashCode(this),
                OpCode.name(getOpCode()),
                getPayloadLength(),
                isFin(),
                isRsv1() ? 1 : 0,
                isRsv2() ? 1 : 0,
                isRsv3() ? 1 : 0,
                isMasked());
    }

    /** A frame that was received; its payload lies in a buffer that is given back by {@link #close()}. */
    public static class Parsed extends Frame implements Closeable, CloseStatus.Supplier {
        private final @Nullable CloseStatus closeStatus;
        private @Nullable Retainable retainable;

        /** @param releaser run by {@link #close()}; null for nothing to do */
        public Parsed(
                byte firstByte, byte @Nullable [] mask, @Nullable ByteBuffer payload, @Nullable Runnable releaser) {
            this(firstByte, mask, payload, releaser == null ? null : releasing(releaser));
        }

        /** @param retainable released once by {@link #close()}; null for nothing to do */
        Parsed(byte firstByte, byte @Nullable [] mask, @Nullable ByteBuffer payload, @Nullable Retainable retainable) {
            super(firstByte, mask, payload);
            this.retainable = retainable;
            closeStatus = getOpCode() == OpCode.CLOSE ? new CloseStatus(payload) : null;
        }

        private static Retainable releasing(Runnable releaser) {
            return new Retainable() {
                @Override
                public boolean release() {
                    releaser.run();
                    return true;
                }
            };
        }

        /** Gives the payload back; only the first call counts. */
        @Override
        public void close() {
            Retainable released = retainable;
            retainable = null;
            if (released != null) {
                released.release();
            }
        }

        @Override
        public @Nullable CloseStatus getCloseStatus() {
            return closeStatus;
        }

        /** Whether {@link #close()} has something to do. */
        public boolean isReleaseable() {
            return retainable != null;
        }

        @Override
        public String toString() {
            return closeStatus == null ? super.toString() : super.toString() + ":" + closeStatus;
        }
    }

    private static final class ReadOnly extends Frame {
        private ReadOnly(Frame frame) {
            super(frame.finRsvOp, frame.mask, frame.payload);
        }

        @Override
        public @Nullable ByteBuffer getPayload() {
            return payload == null ? null : payload.asReadOnlyBuffer();
        }

        @Override
        protected void copyHeaders(Frame frame) {
            throw readOnly();
        }

        @Override
        public void reset() {
            throw readOnly();
        }

        @Override
        public Frame setFin(boolean fin) {
            throw readOnly();
        }

        @Override
        public Frame setMask(byte @Nullable [] mask) {
            throw readOnly();
        }

        @Override
        protected Frame setOpCode(byte opcode) {
            throw readOnly();
        }

        @Override
        public Frame setPayload(@Nullable ByteBuffer payload) {
            throw readOnly();
        }

        @Override
        public Frame setPayload(byte[] payload) {
            throw readOnly();
        }

        @Override
        public Frame setRsv1(boolean rsv1) {
            throw readOnly();
        }

        @Override
        public Frame setRsv2(boolean rsv2) {
            throw readOnly();
        }

        @Override
        public Frame setRsv3(boolean rsv3) {
            throw readOnly();
        }

        @Override
        public void demask() {
            throw readOnly();
        }

        @Override
        public Frame asReadOnly() {
            return this;
        }

        private static UnsupportedOperationException readOnly() {
            return new UnsupportedOperationException("read-only frame");
        }
    }
}
