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
import org.jspecify.annotations.Nullable;

/** Calls a method {@code (String)} with each whole text message. UTF-8 is checked with every frame. */
public class StringMessageSink extends AbstractMessageSink {
    private @Nullable MessageBytes gathered;
    private @Nullable Utf8Validator validator;

    public StringMessageSink(CoreSession session, MethodHolder methodHolder, boolean autoDemand) {
        super(session, methodHolder, autoDemand);
    }

    @Override
    public void accept(Frame frame, Callback callback) {
        try {
            int held = gathered == null ? 0 : gathered.length();
            MessageBytes.check(
                    "Text",
                    (long) held + frame.getPayloadLength(),
                    getCoreSession().getMaxTextMessageSize());
            if (frame.isFin() && gathered == null) {
                deliver(decode(MessageBytes.payload(frame)), callback);
                return;
            }
            MessageBytes bytes = gather(frame);
            if (frame.isFin()) {
                deliver(takeText(bytes), callback);
                return;
            }
        } catch (Throwable x) {
            fail(x);
            callback.failed(x);
            return;
        }
        callback.succeeded();
        getCoreSession().demand();
    }

    private void deliver(String text, Callback callback) {
        try {
            getMethodHolder().invoke(text);
        } catch (Throwable x) {
            callback.failed(x);
            return;
        }
        callback.succeeded();
        autoDemand();
    }

    private static String decode(ByteBuffer payload) {
        if (!Utf8Validator.isValid(payload)) {
            throw new BadPayloadException.InvalidUtf8();
        }
        return BufferUtil.toUTF8String(payload);
    }

    private MessageBytes gather(Frame frame) {
        MessageBytes bytes = gathered;
        Utf8Validator checked = validator;
        if (bytes == null || checked == null) {
            bytes = new MessageBytes();
            gathered = bytes;
            checked = new Utf8Validator();
            validator = checked;
        }
        ByteBuffer payload = MessageBytes.payload(frame);
        if (!checked.update(payload)) {
            throw new BadPayloadException.InvalidUtf8();
        }
        bytes.append(payload);
        if (frame.isFin() && !checked.isComplete()) {
            throw new BadPayloadException.InvalidUtf8();
        }
        return bytes;
    }

    private String takeText(MessageBytes all) {
        ByteBuffer bytes = all.take();
        gathered = null;
        validator = null;
        return new String(bytes.array(), 0, bytes.remaining(), StandardCharsets.UTF_8);
    }

    @Override
    public void fail(Throwable failure) {
        gathered = null;
        validator = null;
    }
}
