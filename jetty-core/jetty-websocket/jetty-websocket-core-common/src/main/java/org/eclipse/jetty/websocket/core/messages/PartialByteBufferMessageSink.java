package org.eclipse.jetty.websocket.core.messages;

import java.nio.ByteBuffer;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.util.MethodHolder;

/**
 * Calls a method {@code (ByteBuffer, boolean last, Callback)} with each part of a binary message; the buffer may be used
 * until the callback is completed.
 */
public class PartialByteBufferMessageSink extends AbstractMessageSink {
    public PartialByteBufferMessageSink(CoreSession session, MethodHolder methodHolder, boolean autoDemand) {
        super(session, methodHolder, autoDemand);
    }

    @Override
    public void accept(Frame frame, Callback callback) {
        if (!frame.hasPayload() && !frame.isFin()) {
            callback.succeeded();
            getCoreSession().demand();
            return;
        }
        try {
            invoke(getMethodHolder(), MessageBytes.payload(frame), frame.isFin(), demanding(callback));
        } catch (Throwable x) {
            callback.failed(x);
        }
    }

    /** Calls the method; subclasses adapt the callback to another API. */
    protected void invoke(MethodHolder methodHolder, ByteBuffer byteBuffer, boolean fin, Callback callback)
            throws Throwable {
        methodHolder.invoke(byteBuffer, fin, callback);
    }
}
