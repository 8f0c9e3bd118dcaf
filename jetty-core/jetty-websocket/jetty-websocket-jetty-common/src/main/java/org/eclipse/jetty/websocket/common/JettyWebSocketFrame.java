package org.eclipse.jetty.websocket.common;

import java.nio.ByteBuffer;
import org.eclipse.jetty.websocket.api.Frame;
import org.jspecify.annotations.Nullable;

/** The API's view of a frame of the core, whose payload can only be read. */
public class JettyWebSocketFrame implements Frame {
    private final org.eclipse.jetty.websocket.core.Frame frame;
    private final byte effectiveOpCode;

    public JettyWebSocketFrame(org.eclipse.jetty.websocket.core.Frame frame) {
        this(frame, frame.getOpCode());
    }

    /** @param effectiveOpCode for a CONTINUATION the opcode of its message */
    JettyWebSocketFrame(org.eclipse.jetty.websocket.core.Frame frame, byte effectiveOpCode) {
        this.frame = frame;
        this.effectiveOpCode = effectiveOpCode;
    }

    @Override
    public byte @Nullable [] getMask() {
        return frame.getMask();
    }

    @Override
    public byte getOpCode() {
        return frame.getOpCode();
    }

    @Override
    public @Nullable ByteBuffer getPayload() {
        ByteBuffer payload = frame.getPayload();
        return payload == null ? null : payload.asReadOnlyBuffer();
    }

    @Override
    public int getPayloadLength() {
        return frame.getPayloadLength();
    }

    @Override
    public Type getType() {
        return Type.from(getOpCode());
    }

    @Override
    public boolean hasPayload() {
        return frame.hasPayload();
    }

    @Override
    public boolean isFin() {
        return frame.isFin();
    }

    @Override
    public boolean isMasked() {
        return frame.isMasked();
    }

    @Override
    public boolean isRsv1() {
        return frame.isRsv1();
    }

    @Override
    public boolean isRsv2() {
        return frame.isRsv2();
    }

    @Override
    public boolean isRsv3() {
        return frame.isRsv3();
    }

    @Override
    public byte getEffectiveOpCode() {
        return effectiveOpCode;
    }

    @Override
    public @Nullable CloseStatus getCloseStatus() {
        org.eclipse.jetty.websocket.core.CloseStatus status =
                org.eclipse.jetty.websocket.core.CloseStatus.getCloseStatus(frame);
        return status == null ? null : new CloseStatus(status.getCode(), status.getReason());
    }

    @Override
    public String toString() {
        return frame.toString();
    }
}
