package org.eclipse.jetty.websocket.core.messages;

import java.nio.ByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.util.MethodHolder;

/** Calls a method {@code (byte[], boolean last)} with each part of a binary message. */
public class PartialByteArrayMessageSink extends PartialByteBufferMessageSink {
    public PartialByteArrayMessageSink(CoreSession session, MethodHolder methodHolder, boolean autoDemand) {
        super(session, methodHolder, autoDemand);
    }

    @Override
    protected void invoke(MethodHolder methodHolder, ByteBuffer byteBuffer, boolean fin, Callback callback)
            throws Throwable {
        methodHolder.invoke(BufferUtil.toArray(byteBuffer), fin);
        callback.succeeded();
    }
}
