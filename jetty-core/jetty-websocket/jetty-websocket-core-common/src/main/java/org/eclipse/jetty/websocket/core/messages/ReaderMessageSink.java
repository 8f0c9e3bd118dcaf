package org.eclipse.jetty.websocket.core.messages;

import java.util.function.Consumer;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.util.MethodHolder;

/** Calls a method {@code (Reader)} with a {@link MessageReader} for each message. */
public class ReaderMessageSink extends DispatchedMessageSink {
    public ReaderMessageSink(CoreSession session, MethodHolder methodHolder, boolean autoDemand) {
        super(session, methodHolder, autoDemand);
    }

    public ReaderMessageSink(
            CoreSession session, MethodHolder methodHolder, boolean autoDemand, Consumer<Throwable> onError) {
        super(session, methodHolder, autoDemand, onError);
    }

    @Override
    public MessageReader newMessageSink() {
        return new MessageReader(getCoreSession());
    }

    @Override
    void onEnd(MessageSink sink, Runnable task) {
        ((MessageReader) sink).onEnd(task);
    }
}
