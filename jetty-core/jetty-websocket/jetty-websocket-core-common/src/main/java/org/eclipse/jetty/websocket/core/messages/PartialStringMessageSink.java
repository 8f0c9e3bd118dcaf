package org.eclipse.jetty.websocket.core.messages;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.exception.BadPayloadException;
import org.eclipse.jetty.websocket.core.util.MethodHolder;
import org.eclipse.jetty.websocket.core.util.Utf8Validator;

/** Calls a method {@code (String, boolean last)} with each part of a text message; parts end at the end of a character. */
public class PartialStringMessageSink extends AbstractMessageSink {
    private final Utf8Validator validator = new Utf8Validator();
    /** The bytes of a character that is not whole yet. */
    private byte[] carried = BufferUtil.EMPTY_BYTES;

    public PartialStringMessageSink(CoreSession session, MethodHolder methodHolder, boolean autoDemand) {
        super(session, methodHolder, autoDemand);
    }

    @Override
    public void accept(Frame frame, Callback callback) {
        String text;
        try {
            text = decode(MessageBytes.payload(frame));
            if (frame.isFin()) {
                if (!validator.isComplete()) {
                    throw new BadPayloadException.InvalidUtf8();
                }
                validator.reset();
            }
            if (!text.isEmpty() || frame.isFin()) {
                getMethodHolder().invoke(text, frame.isFin());
            }
        } catch (Throwable x) {
            fail(x);
            callback.failed(x);
            return;
        }
        callback.succeeded();
        if (text.isEmpty() && !frame.isFin()) {
            getCoreSession().demand();
        } else {
            autoDemand();
        }
    }

    private String decode(ByteBuffer payload) {
        if (!validator.update(payload)) {
            throw new BadPayloadException.InvalidUtf8();
        }
        byte[] bytes = new byte[carried.length + payload.remaining()];
        System.arraycopy(carried, 0, bytes, 0, carried.length);
        payload.get(bytes, carried.length, payload.remaining());
        int pending = validator.getPending(ByteBuffer.wrap(bytes));
        int whole = bytes.length - pending;
        carried = pending == 0 ? BufferUtil.EMPTY_BYTES : java.util.Arrays.copyOfRange(bytes, whole, bytes.length);
        return new String(bytes, 0, whole, StandardCharsets.UTF_8);
    }

    @Override
    public void fail(Throwable failure) {
        carried = BufferUtil.EMPTY_BYTES;
        validator.reset();
    }
}
