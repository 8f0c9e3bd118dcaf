package org.eclipse.jetty.http2.server.internal;

import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.util.thread.AutoLock;

/**
 * The objects of the streams of a connection: new or used again, in the table of those that are open, and counted until
 * their handlers have ended.
 *
 * <pre>
 * take --opened--&gt; open [{@link StreamTable}] --ended, reset--&gt; unfinished --task and channel done--&gt; spare, or garbage
 * </pre>
 *
 * <p>Thread-safe: guarded by the lock of the connection, but where a method says who calls it.
 */
final class StreamPool {
    /** Streams that are kept to be used again. */
    private static final int MAX_SPARE = 16;
    /** Handlers may be at work for streams that are reset; they count too. */
    private static final int UNFINISHED_FACTOR = 2;

    private final HTTP2ServerConnection connection;
    private final Http2Output output;
    private final TaskQueue tasks;
    private final int maxConcurrentStreams;
    private final ArrayDeque<Http2Stream> spare = new ArrayDeque<>();
    private int unfinished;

    StreamPool(HTTP2ServerConnection connection, Http2Output output, TaskQueue tasks, int maxConcurrentStreams) {
        this.connection = connection;
        this.output = output;
        this.tasks = tasks;
        this.maxConcurrentStreams = maxConcurrentStreams;
    }

    /** A stream to begin with. */
    Http2Stream take() {
        Http2Stream stream;
        try (AutoLock l = output.lock()) {
            stream = spare.poll();
        }
        return stream == null ? new Http2Stream(connection, output) : stream;
    }

    /** Whether another stream would be one too many. */
    boolean isFull() {
        try (AutoLock l = output.lock()) {
            return output.streams().size() >= maxConcurrentStreams
                    || unfinished >= UNFINISHED_FACTOR * (long) maxConcurrentStreams;
        }
    }

    void open(Http2Stream stream) {
        try (AutoLock l = output.lock()) {
            output.open(stream);
            unfinished++;
        }
    }

    /** The stream's task has returned and its channel has ended; returns whether no stream is open any longer. */
    boolean done(Http2Stream stream, boolean recycle) {
        if (recycle) {
            stream.recycle();
        }
        try (AutoLock l = output.lock()) {
            unfinished--;
            if (recycle && spare.size() < MAX_SPARE) {
                spare.push(stream);
            }
            return output.streams().size() == 0;
        }
    }

    boolean isAnyOpen() {
        try (AutoLock l = output.lock()) {
            return output.streams().size() > 0;
        }
    }

    /** Removes the streams that are open, and has their applications told. */
    void failAll(Throwable cause) {
        fail(cause, false);
    }

    /** The same for those alone that wait for the client: for content of theirs, or for a window. */
    void failWaiting(Throwable cause) {
        fail(cause, true);
    }

    private void fail(Throwable cause, boolean waiting) {
        Http2Stream[] all;
        try (AutoLock l = output.lock()) {
            all = output.streams().toArray();
            for (int i = 0; i < all.length; i++) {
                Http2Stream stream = all[i];
                if (waiting && stream.remoteClosed && stream.pendingCallback == null) {
                    all[i] = null;
                } else {
                    output.streams().remove(stream, StreamTable.Closed.RESET_THERE);
                    stream.close();
                }
            }
        }
        for (Http2Stream stream : all) {
            if (stream != null && !stream.isLingering()) {
                tasks.offer(stream.onFailure(cause));
            }
        }
    }

    /** Tells whether the streams that are open now have ended; null if there are none. */
    BooleanSupplier openNow() {
        int[] ids;
        try (AutoLock l = output.lock()) {
            Http2Stream[] open = output.streams().toArray();
            ids = new int[open.length];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = open[i].getStreamId();
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
