package org.eclipse.jetty.http2.internal;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * The write of a batch of frames, one at a time, to the network.
 *
 * <pre>
 * IDLE --write--&gt; BEGUN --taken by the network at once--&gt; DONE --the writing thread--&gt; IDLE
 *                 BEGUN --not at once--&gt; PENDING --taken, failed--&gt; IDLE, and the output goes on in that thread
 * </pre>
 *
 * <p>Who writes is chosen by the output, with its lock; called without it.
 */
final class BatchWrite implements Callback {
    private static final int IDLE = 0;
    private static final int BEGUN = 1;
    private static final int DONE = 2;
    private static final int PENDING = 3;

    private final AtomicInteger state = new AtomicInteger();
    private final FrameOutput<?> output;
    private final EndPoint endPoint;
    private final Scheduler scheduler;
    private final long minDataRate;
    private @Nullable BatchRate rate;
    private long bytesOut;

    /** @param minDataRate the bytes per second that the network is to take; 0 for any */
    BatchWrite(FrameOutput<?> output, EndPoint endPoint, Scheduler scheduler, long minDataRate) {
        this.output = output;
        this.endPoint = endPoint;
        this.scheduler = scheduler;
        this.minDataRate = minDataRate;
    }

    long getBytesOut() {
        return bytesOut;
    }

    /** Whether the network has yet to take what was given to it. */
    boolean isPending() {
        return state.get() == PENDING;
    }

    /** Writes the batch; returns whether it was written at once, and the output is to go on. */
    boolean write(FrameBuffers buffers) {
        state.set(BEGUN);
        int size = buffers.batchSize();
        ByteBuffer first = buffers.batch(0);
        ByteBuffer[] all = null;
        bytesOut += first.remaining();
        if (size == 1) {
            endPoint.write(this, first);
        } else {
            all = new ByteBuffer[size];
            all[0] = first;
            for (int i = 1; i < size; i++) {
                all[i] = buffers.batch(i);
                bytesOut += all[i].remaining();
            }
            endPoint.write(this, all);
        }
        if (minDataRate > 0 && state.get() == BEGUN) {
            watch();
        }
        return !state.compareAndSet(BEGUN, PENDING) && written();
    }

    private void watch() {
        if (rate == null) {
            rate = new BatchRate(scheduler, endPoint, minDataRate);
        }
        rate.watch(bytesOut);
    }

    /** Returns whether the output is to go on. */
    private boolean written() {
        state.set(IDLE);
        if (rate != null) {
            rate.done(bytesOut);
        }
        return output.onWritten();
    }

    @Override
    public void succeeded() {
        if (!state.compareAndSet(BEGUN, DONE) && written()) {
            output.flush();
        }
    }

    @Override
    public void failed(Throwable x) {
        boolean pending = !state.compareAndSet(BEGUN, DONE);
        output.fail(x);
        if (pending) {
            written();
        }
        output.onWriteFailed(x);
    }

    /** The output has failed. */
    void stopWatching() {
        if (rate != null) {
            rate.done(Long.MAX_VALUE);
            rate.destroy();
        }
    }

    @Override
    public Invocable.InvocationType getInvocationType() {
        return Invocable.InvocationType.NON_BLOCKING;
    }
}
