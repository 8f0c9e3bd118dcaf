package org.eclipse.jetty.websocket.core.messages;

import java.io.Closeable;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.exception.CloseException;
import org.eclipse.jetty.websocket.core.util.MethodHolder;
import org.jspecify.annotations.Nullable;

/**
 * Calls a method, in a thread of its own, with something to read each message from. The next message is demanded when the
 * method has returned and the message was read or dropped to its end.
 */
public abstract class DispatchedMessageSink extends AbstractMessageSink {
    private final Executor executor;
    private final @Nullable Consumer<Throwable> onError;
    private volatile @Nullable MessageSink current;
    private volatile boolean dispatched;

    public DispatchedMessageSink(CoreSession session, MethodHolder methodHolder, boolean autoDemand) {
        this(session, methodHolder, autoDemand, null);
    }

    /** @param onError told what the method throws; null to close the session by 1011 */
    public DispatchedMessageSink(
            CoreSession session, MethodHolder methodHolder, boolean autoDemand, @Nullable Consumer<Throwable> onError) {
        super(session, methodHolder, autoDemand);
        if (!autoDemand) {
            throw new IllegalArgumentException(getClass().getSimpleName() + " must be auto-demanding");
        }
        this.onError = onError;
        executor = session.getWebSocketComponents().getExecutor();
    }

    /** What the method reads the next message from. */
    public abstract MessageSink newMessageSink();

    /** Has a task run when the message was read or dropped to its end. */
    abstract void onEnd(MessageSink sink, Runnable task);

    @Override
    public void accept(Frame frame, Callback callback) {
        MessageSink sink = current;
        if (sink == null) {
            sink = newMessageSink();
            current = sink;
            dispatched = true;
            AtomicInteger open = new AtomicInteger(2);
            onEnd(sink, () -> finish(open));
            MessageSink reading = sink;
            try {
                executor.execute(() -> run(reading, open));
            } catch (Throwable x) {
                callback.failed(x);
                return;
            }
        }
        if (frame.isFin()) {
            // the next frame begins another message, and comes after both have ended
            current = null;
        }
        sink.accept(frame, callback);
    }

    private void run(MessageSink reading, AtomicInteger open) {
        try {
            getMethodHolder().invoke(reading);
        } catch (Throwable x) {
            onFailure(x);
        } finally {
            if (reading instanceof Closeable closeable) {
                IO.close(closeable);
            }
            finish(open);
        }
    }

    private void onFailure(Throwable x) {
        if (onError != null) {
            onError.accept(x);
        } else {
            int code = x instanceof CloseException close ? close.getStatusCode() : CloseStatus.SERVER_ERROR;
            getCoreSession().close(code, x.getMessage(), Callback.NOOP);
        }
    }

    private void finish(AtomicInteger open) {
        if (open.decrementAndGet() == 0) {
            dispatched = false;
            autoDemand();
        }
    }

    @Override
    public void fail(Throwable failure) {
        MessageSink sink = current;
        if (sink != null) {
            sink.fail(failure);
        }
    }

    /** Whether the method was called and is not done with its message. */
    public boolean isDispatched() {
        return dispatched;
    }
}
