package org.eclipse.jetty.websocket.core.messages;

import java.nio.ByteBuffer;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.util.MethodHolder;
import org.jspecify.annotations.Nullable;

/**
 * Calls a method {@code (ByteBuffer, Callback)} with each whole binary message; the buffer may be used until the callback is
 * completed.
 */
public class ByteBufferMessageSink extends AbstractMessageSink {
    private @Nullable MessageBytes gathered;

    public ByteBufferMessageSink(CoreSession session, MethodHolder methodHolder, boolean autoDemand) {
        super(session, methodHolder, autoDemand);
    }

    @Override
    public void accept(Frame frame, Callback callback) {
        try {
            int held = gathered == null ? 0 : gathered.length();
            MessageBytes.check(
                    "Binary",
                    (long) held + frame.getPayloadLength(),
                    getCoreSession().getMaxBinaryMessageSize());
            if (frame.isFin() && gathered == null) {
                deliver(MessageBytes.payload(frame), callback);
                return;
            }
            if (gathered == null) {
                gathered = new MessageBytes();
            }
            gathered.append(MessageBytes.payload(frame));
            if (frame.isFin()) {
                ByteBuffer message = gathered.take();
                gathered = null;
                deliver(message, callback);
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

    private void deliver(ByteBuffer message, Callback callback) {
        try {
            invoke(getMethodHolder(), message, demanding(callback));
        } catch (Throwable x) {
            callback.failed(x);
        }
    }

    /** Calls the method; subclasses adapt the callback to another API. */
    protected void invoke(MethodHolder methodHolder, ByteBuffer byteBuffer, Callback callback) throws Throwable {
        methodHolder.invoke(byteBuffer, callback);
    }

    @Override
    public void fail(Throwable failure) {
        gathered = null;
    }
}
