package org.eclipse.jetty.io;

import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An endpoint whose channel is registered with a {@link ManagedSelector}.
 *
 * <p>Read interest stays registered while the connection is served. If the selector reports bytes that nobody waits for,
 * {@link #onSelected()} masks the interest; the next {@link #fillInterested} unmasks it. Thus a request that is served
 * before its successor arrives changes no interest. A task that was produced and has not run yet counts as nobody waiting,
 * so that a key is not produced again and again while its task is in a queue. The first few times are let pass, as another
 * thread may be just about to read, or to wait again.
 */
public abstract class SelectableChannelEndPoint extends AbstractEndPoint
        implements ManagedSelector.Selectable, Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(SelectableChannelEndPoint.class);
    private static final VarHandle READ_MASKED;

    static {
        try {
            READ_MASKED =
                    MethodHandles.lookup().findVarHandle(SelectableChannelEndPoint.class, "readMasked", boolean.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    /** How often a key may be found ready while nobody waits for it, before its interest is masked. */
    private static final int FOUND_AGAIN = 16;

    private final SelectableChannel channel;
    private final ManagedSelector selector;
    private final SelectionKey key;
    // a channel is registered without any interest
    @SuppressWarnings("FieldMayBeFinal") // changed by its VarHandle
    private volatile boolean readMasked = true;

    // set by the producer with each task that fills, cleared by the task
    private volatile boolean produced;
    // how often the key was found ready in vain since; confined to the producer
    private int foundAgain;
    private final Invocable.Task runFillable = new FillableTask();
    // most connections never wait for a write
    private Invocable.@Nullable Task runCompleteWrite;
    private Invocable.@Nullable Task runBoth;

    protected SelectableChannelEndPoint(
            Scheduler scheduler, SelectableChannel channel, ManagedSelector selector, SelectionKey key) {
        super(scheduler);
        this.channel = channel;
        this.selector = selector;
        this.key = key;
    }

    public SelectableChannel getChannel() {
        return channel;
    }

    @Override
    public Object getTransport() {
        return channel;
    }

    @Override
    public boolean isOpen() {
        return super.isOpen() && channel.isOpen();
    }

    @Override
    public void doClose() {
        try {
            channel.close();
        } catch (IOException x) {
            LOG.debug("could not close {}", channel, x);
        }
        // the file descriptor is freed by the next select
        selector.wakeupUnlessProducing();
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        try {
            super.onClose(cause);
        } finally {
            selector.destroyEndPoint(this, cause);
        }
    }

    @Override
    protected void needsFillInterest() {
        if (readMasked && READ_MASKED.compareAndSet(this, true, false)) {
            addInterest(SelectionKey.OP_READ);
        }
    }

    @Override
    protected void onIncompleteFlush() {
        addInterest(SelectionKey.OP_WRITE);
    }

    private void addInterest(int operation) {
        try {
            key.interestOpsOr(operation);
            selector.wakeupUnlessProducing();
        } catch (CancelledKeyException x) {
            close(x);
        }
    }

    @Override
    public @Nullable Runnable onSelected() {
        int ready;
        try {
            ready = key.readyOps();
        } catch (CancelledKeyException x) {
            return null;
        }
        boolean writable = (ready & SelectionKey.OP_WRITE) != 0;
        boolean readable = (ready & SelectionKey.OP_READ) != 0;
        try {
            if (writable) {
                key.interestOpsAnd(~SelectionKey.OP_WRITE);
            }
            if (readable && (produced || !getFillInterest().isInterested())) {
                readable = ++foundAgain > FOUND_AGAIN && maskRead();
            }
        } catch (CancelledKeyException x) {
            close(x);
            return null;
        }
        if (readable) {
            produced = true;
            foundAgain = 0;
            if (!writable) {
                return runFillable;
            }
            if (runBoth == null) {
                runBoth = new BothTask();
            }
            return runBoth;
        }
        if (!writable) {
            return null;
        }
        if (runCompleteWrite == null) {
            runCompleteWrite = new CompleteWriteTask();
        }
        return runCompleteWrite;
    }

    /** Takes read interest away; returns true if somebody began to wait meanwhile, so that it stays. */
    private boolean maskRead() {
        readMasked = true;
        if (!produced && getFillInterest().isInterested()) {
            readMasked = false;
            return true;
        }
        key.interestOpsAnd(~SelectionKey.OP_READ);
        // who unmasked before the interest was taken away had no effect: repeat it
        if (!readMasked) {
            key.interestOpsOr(SelectionKey.OP_READ);
        }
        return false;
    }

    @Override
    public String toEndPointString() {
        return super.toEndPointString() + "{" + (key.isValid() ? key.interestOps() : -1) + "}";
    }

    private void fill() {
        // with the interest still there, the same bytes would produce a second task
        Callback callback = getFillInterest().take();
        produced = false;
        // who began to wait between these two saw no mask, as the producer set it later, and the producer saw this task
        if (readMasked && getFillInterest().isInterested()) {
            needsFillInterest();
        }
        if (callback != null) {
            callback.succeeded();
        }
    }

    /** Closes the endpoint when no thread may run it. */
    private abstract class EndPointTask implements Invocable.Task, Closeable {
        @Override
        public void close() {
            SelectableChannelEndPoint.this.close(new RejectedExecutionException("no thread for " + this));
        }
    }

    private final class FillableTask extends EndPointTask {
        @Override
        public void run() {
            fill();
        }

        @Override
        public InvocationType getInvocationType() {
            return getFillInterest().getCallbackInvocationType();
        }

        @Override
        public String toString() {
            return SelectableChannelEndPoint.this + ":fillable";
        }
    }

    private final class CompleteWriteTask extends EndPointTask {
        @Override
        public void run() {
            completeWrite();
        }

        @Override
        public InvocationType getInvocationType() {
            return writeInvocationType();
        }

        @Override
        public String toString() {
            return SelectableChannelEndPoint.this + ":writable";
        }
    }

    private final class BothTask extends EndPointTask {
        @Override
        public void run() {
            completeWrite();
            fill();
        }

        @Override
        public InvocationType getInvocationType() {
            return Invocable.combine(getFillInterest().getCallbackInvocationType(), writeInvocationType());
        }
    }
}
