package org.eclipse.jetty.io;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A channel of a client that is being connected.
 *
 * <pre>
 * pending --connected, within the time limit--&gt; ended: the endpoint is created
 * pending --time limit, failure, selector closed--&gt; ended: the channel is closed and the failure is reported
 * </pre>
 *
 * <p>Thread-safe: one flag decides which of the two happens.
 */
final class PendingConnect
        implements ManagedSelector.SelectorUpdate, ManagedSelector.Selectable, Invocable.Task, Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(PendingConnect.class);

    private final AtomicBoolean ended = new AtomicBoolean();
    private final ManagedSelector selector;
    private final SelectorManager manager;
    private final SelectableChannel channel;
    private final @Nullable Object attachment;
    private volatile Scheduler.@Nullable Task timeout;

    @SuppressWarnings("NullAway.Init") // set by update(), before it is selected or run
    private SelectionKey key;

    PendingConnect(
            ManagedSelector selector, SelectorManager manager, SelectableChannel channel, @Nullable Object attachment) {
        this.selector = selector;
        this.manager = manager;
        this.channel = channel;
        this.attachment = attachment;
    }

    @Nullable
    Object getAttachment() {
        return attachment;
    }

    void startTimeout() {
        long milliseconds = manager.getConnectTimeout();
        if (milliseconds > 0) {
            timeout = manager.getScheduler()
                    .schedule(
                            () -> fail(new SocketTimeoutException("Connect timeout " + milliseconds + " ms expired")),
                            milliseconds,
                            TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void update(Selector current) {
        try {
            if (manager.isConnectionPending(channel)) {
                key = channel.register(current, SelectionKey.OP_CONNECT, this);
            } else {
                key = channel.register(current, 0, this);
                selector.addTask(this);
            }
        } catch (Throwable x) {
            fail(x);
        }
    }

    @Override
    public @Nullable Runnable onSelected() {
        try {
            if (!manager.doFinishConnect(channel)) {
                return null;
            }
            key.interestOps(0);
            return this;
        } catch (Throwable x) {
            // listeners of the failure may block, which the producer must not
            return new Failure(x);
        }
    }

    /** Creates the endpoint. */
    @Override
    public void run() {
        if (!end()) {
            return;
        }
        try {
            selector.createEndPoint(channel, key, attachment);
        } catch (Throwable x) {
            report(x);
        }
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.BLOCKING;
    }

    /** Called when no thread may run it, and when the selector ends. */
    @Override
    public void close() {
        fail(new ClosedChannelException());
    }

    private boolean end() {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        Scheduler.Task task = timeout;
        if (task != null) {
            task.cancel();
        }
        return true;
    }

    private void fail(Throwable failure) {
        if (end()) {
            report(failure);
        }
    }

    private void report(Throwable failure) {
        try {
            channel.close();
        } catch (IOException x) {
            LOG.debug("could not close {}", channel, x);
        }
        selector.wakeupUnlessProducing();
        manager.connectionFailed(channel, failure, attachment);
    }

    /** Reports a failure that the producer has met. */
    private final class Failure implements Invocable.Task, Closeable {
        private final Throwable cause;

        private Failure(Throwable cause) {
            this.cause = cause;
        }

        @Override
        public void run() {
            fail(cause);
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.BLOCKING;
        }

        @Override
        public void close() {
            fail(cause);
        }
    }
}
