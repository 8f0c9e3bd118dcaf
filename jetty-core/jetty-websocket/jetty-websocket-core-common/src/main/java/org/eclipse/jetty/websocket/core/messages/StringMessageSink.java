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

/** Calls a method {@code (String)} with each whole text message. UTF-8 is checked with every frame. */
public class StringMessageSink extends AbstractMessageSink {
    private MessageBytes gathered;
    private Utf8Validator validator;

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
                deliver(decode(frame.getPayload()), callback);
                return;
            }
            gather(frame);
            if (frame.isFin()) {
                deliver(takeText(), callback);
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
        if (BufferUtil.isEmpty(payload)) {
            return "";
        }
        if (!Utf8Validator.isValid(payload)) {
            throw new BadPayloadException.InvalidUtf8();
        }
        return BufferUtil.toUTF8String(payload);
    }

    private void gather(Frame frame) {
        if (gathered == null) {
            gathered = new MessageBytes();
            validator = new Utf8Validator();
        }
        if (frame.hasPayload()) {
            if (!validator.update(frame.getPayload())) {
                throw new BadPayloadException.InvalidUtf8();
            }
            gathered.append(frame.getPayload());
        }
        if (frame.isFin() && !validator.isComplete()) {
            throw new BadPayloadException.InvalidUtf8();
        }
    }

    private String takeText() {
        ByteBuffer bytes = gathered.take();
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
