package org.eclipse.jetty.http2.server.internal;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http2.internal.StreamTable;
import org.eclipse.jetty.http2.internal.TaskQueue;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/**
 * The streams of a connection that are open, which are counted until their handlers have ended.
 *
 * <pre>
 * open [{@link StreamTable}] --ended, reset--&gt; unfinished --task and channel done--&gt; done
 * </pre>
 *
 * <p>Thread-safe: guarded by the lock of the connection.
 */
final class OpenStreams {
    /** Handlers may be at work for streams that are reset; they count too. */
    private static final int UNFINISHED_FACTOR = 2;

    private final Http2Output output;
    private final TaskQueue tasks;
    private final int maxConcurrentStreams;
    private int unfinished;

    OpenStreams(Http2Output output, TaskQueue tasks, int maxConcurrentStreams) {
        this.output = output;
        this.tasks = tasks;
        this.maxConcurrentStreams = maxConcurrentStreams;
    }

    /** Whether another stream of the client would be one too many. */
    boolean isFull() {
        try (AutoLock l = output.lock()) {
            return output.streams().size() - output.streams().pushed() >= maxConcurrentStreams
                    || unfinished >= UNFINISHED_FACTOR * (long) maxConcurrentStreams;
        }
    }

    void open(Http2Stream stream) {
        try (AutoLock l = output.lock()) {
            output.open(stream);
            unfinished++;
        }
    }

    /** The task of a stream has returned and its channel has ended; returns whether no stream is open any longer. */
    boolean done() {
        try (AutoLock l = output.lock()) {
            unfinished--;
            return output.streams().size() == 0;
        }
    }

    boolean isAnyOpen() {
        try (AutoLock l = output.lock()) {
            return output.streams().size() > 0;
        }
    }

    /** Removes the streams that are open, and reports the failure to their applications. */
    void failAll(Throwable cause) {
        fail(cause, false);
    }

    /** The same for those alone that wait for the client: for content of theirs, or for a window. */
    void failWaiting(Throwable cause) {
        fail(cause, true);
    }

    private void fail(Throwable cause, boolean waiting) {
        List<Http2Stream> all;
        try (AutoLock l = output.lock()) {
            all = output.streams().list();
            if (waiting) {
                all.removeIf(stream -> stream.isRemotelyClosed() && !stream.isSendPending());
            }
            for (Http2Stream stream : all) {
                output.streams().remove(stream, StreamTable.Closed.RESET_THERE);
                stream.close();
            }
        }
        for (Http2Stream stream : all) {
            if (!stream.isLingering()) {
                tasks.offer(stream.onFailure(cause));
            }
        }
    }

    /** Tells whether the streams that are open now have ended. */
    @Nullable
    BooleanSupplier openNow() {
        int[] ids;
        try (AutoLock l = output.lock()) {
            List<Http2Stream> open = output.streams().list();
            ids = new int[open.size()];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = open.get(i).getStreamId();
            }
        }
        return ids.length == 0 ? null : () -> areClosed(ids);
    }

    private boolean areClosed(int[] ids) {
        try (AutoLock l = output.lock()) {
            for (int streamId : ids) {
                if (output.streams().get(streamId) != null) {
                    return false;
                }
            }
            return true;
        }
    }
}
