package org.eclipse.jetty.server.handler;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EventListener;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports handlers that break the rules of the asynchronous API: that do not complete callbacks, or block in them.
 *
 * <p>For the search of errors. Each timeout is in milliseconds, and not watched at 0. What is told goes to a
 * {@link Listener}, which logs by default. A dump shows the requests in flight. Settings change before it is started; then
 * thread-safe.
 */
public class StateTrackingHandler extends Handler.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger(StateTrackingHandler.class);

    private final Set<HandlerCallback> inFlight = ConcurrentHashMap.newKeySet();
    private final Listener listener;
    private long handlerCallbackTimeout;
    private boolean completeHandlerCallbackAtTimeout;
    private long demandCallbackTimeout;
    private long writeTimeout;
    private long writeCallbackTimeout;

    public StateTrackingHandler() {
        this(new WarnListener());
    }

    public StateTrackingHandler(Listener listener) {
        this.listener = listener;
        installBean(listener);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        HandlerCallback tracked = new HandlerCallback(request, callback);
        inFlight.add(tracked);
        TrackedRequest trackedRequest = new TrackedRequest(request);
        boolean handled;
        try {
            handled = super.handle(trackedRequest, new TrackedResponse(trackedRequest, response), tracked);
        } catch (Throwable x) {
            if (tracked.end()) {
                listener.onHandlerException(request, x, ThreadInfo.current());
                throw x;
            }
            // the callback was completed already, so that the exception reaches nobody
            listener.onHandlerException(request, x, ThreadInfo.current());
            return true;
        }
        if (handled) {
            tracked.returned();
        } else if (!tracked.end()) {
            listener.onInvalidHandlerReturnValue(request, ThreadInfo.current());
            return true;
        } else if (response.isCommitted()) {
            listener.onInvalidHandlerReturnValue(request, ThreadInfo.current());
        }
        return handled;
    }

    /** A task for later; null where nothing is watched. */
    private Scheduler.@Nullable Task watch(Request request, long timeout, Runnable task) {
        return timeout <= 0
                ? null
                : request.getComponents().getScheduler().schedule(task, timeout, TimeUnit.MILLISECONDS);
    }

    private static void cancel(Scheduler.@Nullable Task task) {
        if (task != null) {
            task.cancel();
        }
    }

    private TimeoutException timeout(String what, long timeout) {
        return new TimeoutException(what + " after " + timeout + " ms");
    }

    /** Milliseconds from the return of the handler to the completion of its callback. */
    @ManagedAttribute("Milliseconds from the return of the handler to the completion of its callback")
    public long getHandlerCallbackTimeout() {
        return handlerCallbackTimeout;
    }

    public void setHandlerCallbackTimeout(long timeout) {
        handlerCallbackTimeout = timeout;
    }

    /** Whether the callback of a handler is failed when its time is over. */
    @ManagedAttribute("Whether the callback of a handler is failed when its time is over")
    public boolean isCompleteHandlerCallbackAtTimeout() {
        return completeHandlerCallbackAtTimeout;
    }

    public void setCompleteHandlerCallbackAtTimeout(boolean complete) {
        completeHandlerCallbackAtTimeout = complete;
    }

    /** Milliseconds that a callback of a demand for content may run. */
    @ManagedAttribute("Milliseconds that a callback of a demand for content may run")
    public long getDemandCallbackTimeout() {
        return demandCallbackTimeout;
    }

    public void setDemandCallbackTimeout(long timeout) {
        demandCallbackTimeout = timeout;
    }

    /** Milliseconds that a write may take to return and to complete its callback. */
    @ManagedAttribute("Milliseconds that a write may take to return and to complete its callback")
    public long getWriteTimeout() {
        return writeTimeout;
    }

    public void setWriteTimeout(long timeout) {
        writeTimeout = timeout;
    }

    /** Milliseconds that the callback of a write may run. */
    @ManagedAttribute("Milliseconds that the callback of a write may run")
    public long getWriteCallbackTimeout() {
        return writeCallbackTimeout;
    }

    public void setWriteCallbackTimeout(long timeout) {
        writeCallbackTimeout = timeout;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, new DumpableCollection("requests", inFlight));
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x{inFlight=%d,handlerCallback=%d,demandCallback=%d,write=%d,writeCallback=%d}",
                getClass().getSimpleName(),
                hashCode(),
                inFlight.size(),
                handlerCallbackTimeout,
                demandCallbackTimeout,
                writeTimeout,
                writeCallbackTimeout);
    }

    /** The callback of a handler, completed once. */
    private final class HandlerCallback extends Callback.Nested {
        private final AtomicBoolean ended = new AtomicBoolean();
        private final Request request;
        private final String summary;
        private volatile Scheduler.@Nullable Task task;

        private HandlerCallback(Request request, Callback callback) {
            super(callback);
            this.request = request;
            summary = request.toString();
        }

        /** Whether this call ended it. */
        private boolean end() {
            if (!ended.compareAndSet(false, true)) {
                return false;
            }
            inFlight.remove(this);
            cancel(task);
            return true;
        }

        private void returned() {
            if (handlerCallbackTimeout > 0 && !ended.get()) {
                ThreadInfo thread = ThreadInfo.current();
                task = watch(request, handlerCallbackTimeout, () -> expired(thread));
                if (ended.get()) {
                    cancel(task);
                }
            }
        }

        private void expired(ThreadInfo thread) {
            if (completeHandlerCallbackAtTimeout) {
                if (end()) {
                    listener.onHandlerCallbackNotCompleted(request, thread);
                    TimeoutException failure = timeout("handler callback not completed", handlerCallbackTimeout);
                    request.getComponents().getExecutor().execute(() -> getCallback()
                            .failed(failure));
                }
            } else if (!ended.get()) {
                listener.onHandlerCallbackNotCompleted(request, thread);
            }
        }

        @Override
        public void succeeded() {
            if (end()) {
                super.succeeded();
            }
        }

        @Override
        public void failed(Throwable x) {
            if (end()) {
                super.failed(x);
            }
        }

        @Override
        public String toString() {
            return summary;
        }
    }

    /** Watches what demands call back. */
    private final class TrackedRequest extends Request.Wrapper {
        private TrackedRequest(Request wrapped) {
            super(wrapped);
        }

        @Override
        public void demand(Runnable demandCallback) {
            if (demandCallbackTimeout <= 0) {
                super.demand(demandCallback);
                return;
            }
            ThreadInfo demander = ThreadInfo.current();
            super.demand(Invocable.from(Invocable.getInvocationType(demandCallback), () -> {
                Thread thread = Thread.currentThread();
                Scheduler.Task task = watch(
                        this,
                        demandCallbackTimeout,
                        () -> listener.onDemandCallbackBlocked(getWrapped(), demander, ThreadInfo.of(thread)));
                try {
                    demandCallback.run();
                } finally {
                    cancel(task);
                }
            }));
        }
    }

    /** Watches writes and what they call back. */
    private final class TrackedResponse extends Response.Wrapper {
        private TrackedResponse(Request request, Response wrapped) {
            super(request, wrapped);
        }

        @Override
        public void write(boolean last, @Nullable ByteBuffer byteBuffer, Callback callback) {
            if (writeTimeout <= 0 && writeCallbackTimeout <= 0) {
                super.write(last, byteBuffer, callback);
                return;
            }
            WriteCallback tracked = new WriteCallback(getRequest(), callback);
            tracked.task = watch(getRequest(), writeTimeout, tracked::expired);
            try {
                super.write(last, byteBuffer, tracked);
            } finally {
                tracked.writing = null;
                if (tracked.completed) {
                    cancel(tracked.task);
                }
            }
        }
    }

    private final class WriteCallback extends Callback.Nested {
        private final Request request;
        private final ThreadInfo writer;
        private volatile @Nullable Thread writing = Thread.currentThread();
        private volatile boolean completed;
        private volatile Scheduler.@Nullable Task task;

        private WriteCallback(Request request, Callback callback) {
            super(callback);
            this.request = request;
            writer = ThreadInfo.current();
        }

        private void expired() {
            Thread thread = writing;
            if (thread != null) {
                listener.onWriteBlocked(request, writer, ThreadInfo.of(thread));
            } else if (!completed) {
                listener.onWriteCallbackNotCompleted(
                        request, timeout("write callback not completed", writeTimeout), writer);
            }
        }

        private void complete(@Nullable Throwable failure, Runnable completion) {
            completed = true;
            if (writing == null) {
                cancel(task);
            }
            Thread thread = Thread.currentThread();
            Scheduler.Task watch = watch(
                    request,
                    writeCallbackTimeout,
                    () -> listener.onWriteCallbackBlocked(request, failure, writer, ThreadInfo.of(thread)));
            try {
                completion.run();
            } finally {
                cancel(watch);
            }
        }

        @Override
        public void succeeded() {
            complete(null, super::succeeded);
        }

        @Override
        public void failed(Throwable x) {
            complete(x, () -> super.failed(x));
        }
    }

    /** A thread and where it was. */
    public static class ThreadInfo {
        private final String info;
        private final StackTraceElement[] stack;

        private ThreadInfo(Thread thread) {
            info = thread.toString();
            stack = thread.getStackTrace();
        }

        private static ThreadInfo current() {
            return new ThreadInfo(Thread.currentThread());
        }

        private static ThreadInfo of(Thread thread) {
            return new ThreadInfo(thread);
        }

        /** What the thread is called. */
        public String getInfo() {
            return info;
        }

        public StackTraceElement[] getStackTrace() {
            return stack.clone();
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(info);
            for (StackTraceElement element : stack) {
                text.append(System.lineSeparator()).append("\tat ").append(element);
            }
            return text.toString();
        }
    }

    /** Is notified of what breaks the rules; on any thread, and must not block. */
    public interface Listener extends EventListener {
        /** A handler returned false although it completed the callback or wrote. */
        default void onInvalidHandlerReturnValue(Request request, ThreadInfo completionThreadInfo) {}

        /** A handler threw. */
        default void onHandlerException(Request request, Throwable failure, ThreadInfo completionThreadInfo) {}

        /** A handler returned true and did not complete the callback in time. */
        default void onHandlerCallbackNotCompleted(Request request, ThreadInfo handlerThreadInfo) {}

        /** The callback of a demand runs for too long. */
        default void onDemandCallbackBlocked(
                Request request, ThreadInfo demandThreadInfo, ThreadInfo callbackThreadInfo) {}

        /** A write does not return in time. */
        default void onWriteBlocked(Request request, ThreadInfo writeThreadInfo, ThreadInfo writingThreadInfo) {}

        /** A write returned, and its callback was not completed in time. */
        default void onWriteCallbackNotCompleted(Request request, Throwable writeFailure, ThreadInfo writeThreadInfo) {}

        /** The callback of a write runs for too long. */
        default void onWriteCallbackBlocked(
                Request request,
                @Nullable Throwable writeFailure,
                ThreadInfo writeThreadInfo,
                ThreadInfo callbackThreadInfo) {}
    }

    /** Logs warnings. */
    private static final class WarnListener implements Listener {
        @Override
        public void onInvalidHandlerReturnValue(Request request, ThreadInfo thread) {
            LOG.warn("handler returned false, but answered {}: {}", request, thread);
        }

        @Override
        public void onHandlerException(Request request, Throwable failure, ThreadInfo thread) {
            LOG.warn("handler failed {}: {}", request, thread, failure);
        }

        @Override
        public void onHandlerCallbackNotCompleted(Request request, ThreadInfo thread) {
            LOG.warn("handler callback of {} not completed: {}", request, thread);
        }

        @Override
        public void onDemandCallbackBlocked(Request request, ThreadInfo demander, ThreadInfo callback) {
            LOG.warn("demand callback of {} blocked: {}, demanded by {}", request, callback, demander);
        }

        @Override
        public void onWriteBlocked(Request request, ThreadInfo writer, ThreadInfo writing) {
            LOG.warn("write of {} blocked: {}", request, writing);
        }

        @Override
        public void onWriteCallbackNotCompleted(Request request, Throwable failure, ThreadInfo writer) {
            LOG.warn("write callback of {} not completed: {}", request, writer, failure);
        }

        @Override
        public void onWriteCallbackBlocked(
                Request request, @Nullable Throwable failure, ThreadInfo writer, ThreadInfo callback) {
            LOG.warn("write callback of {} blocked: {}, written by {}", request, callback, writer, failure);
        }
    }
}
