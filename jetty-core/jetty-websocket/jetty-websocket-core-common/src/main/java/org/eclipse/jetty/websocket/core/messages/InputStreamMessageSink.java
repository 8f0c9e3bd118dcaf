package org.eclipse.jetty.websocket.core.messages;

import java.util.function.Consumer;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.util.MethodHolder;

/** Calls a method {@code (InputStream)} with a {@link MessageInputStream} for each message. */
public class InputStreamMessageSink extends DispatchedMessageSink {
    public InputStreamMessageSink(CoreSession session, MethodHolder methodHolder, boolean autoDemand) {
        super(session, methodHolder, autoDemand);
    }

    public InputStreamMessageSink(
            CoreSession session, MethodHolder methodHolder, boolean autoDemand, Consumer<Throwable> onError) {
        super(session, methodHolder, autoDemand, onError);
    }

    @Override
    public MessageInputStream newMessageSink() {
        return new MessageInputStream(getCoreSession());
    }

    @Override
    void onEnd(MessageSink sink, Runnable task) {
        ((MessageInputStream) sink).onEnd(task);
    }
}
