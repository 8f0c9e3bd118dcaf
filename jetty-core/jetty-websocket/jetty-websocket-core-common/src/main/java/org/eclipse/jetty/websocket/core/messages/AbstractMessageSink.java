package org.eclipse.jetty.websocket.core.messages;

import java.util.Objects;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.util.MethodHolder;

/** A sink that calls a method with what it makes. Confined to its session. */
public abstract class AbstractMessageSink implements MessageSink {
    private final CoreSession session;
    private final MethodHolder methodHolder;
    private final boolean autoDemand;

    /**
     * @param methodHolder the method, with all bound but for the parameters that the sink names
     * @param autoDemand whether to demand a frame when the method is done with a message, or a part of it
     */
    public AbstractMessageSink(CoreSession session, MethodHolder methodHolder, boolean autoDemand) {
        this.session = Objects.requireNonNull(session, "session missing");
        this.methodHolder = Objects.requireNonNull(methodHolder, "method missing");
        this.autoDemand = autoDemand;
    }

    public CoreSession getCoreSession() {
        return session;
    }

    public MethodHolder getMethodHolder() {
        return methodHolder;
    }

    public boolean isAutoDemand() {
        return autoDemand;
    }

    /** The callback, and when it succeeded a demand, if that is this sink's to do. */
    protected Callback demanding(Callback callback) {
        return autoDemand ? new Demanding(callback) : callback;
    }

    private final class Demanding extends Callback.Nested {
        private Demanding(Callback callback) {
            super(callback);
        }

        @Override
        public void succeeded() {
            super.succeeded();
            session.demand();
        }
    }

    /** Demands a frame, if that is this sink's to do. */
    protected void autoDemand() {
        if (autoDemand) {
            session.demand();
        }
    }
}
