package org.eclipse.jetty.websocket.core.messages;

import java.nio.ByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.util.MethodHolder;

/** Calls a method {@code (byte[])} with each whole binary message. */
public class ByteArrayMessageSink extends ByteBufferMessageSink {
    public ByteArrayMessageSink(CoreSession session, MethodHolder methodHolder, boolean autoDemand) {
        super(session, methodHolder, autoDemand);
    }

    @Override
    protected void invoke(MethodHolder methodHolder, ByteBuffer byteBuffer, Callback callback) throws Throwable {
        methodHolder.invoke((Object) BufferUtil.toArray(byteBuffer));
        callback.succeeded();
    }
}
