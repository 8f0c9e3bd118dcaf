package org.eclipse.jetty.io.content;

import java.util.Objects;
import java.util.concurrent.Flow;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.AutoLock;

/**
 * Writes the chunks of a publisher to a sink, one after the other.
 *
 * <p>The publisher releases each chunk when {@link #onNext} returns, so a chunk is retained until it is written. The
 * content ends with the last chunk, or with an empty last write if the publisher completes before. Thread-safe.
 */
public class ContentSinkSubscriber implements Flow.Subscriber<Content.Chunk> {
    private final AutoLock lock = new AutoLock();
    private final Content.Sink sink;
    private final Callback callback;

    @SuppressWarnings("NullAway.Init") // onSubscribe comes first, by rule 1.9
    private Flow.Subscription subscription;

    private boolean writing;
    private boolean last;
    private boolean completed;
    private boolean ended;

    public ContentSinkSubscriber(Content.Sink sink, Callback callback) {
        this.sink = sink;
        this.callback = callback;
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        Objects.requireNonNull(newSubscription);
        if (subscription != null) {
            // Reactive Streams 1.0.4, rule 2.5
            newSubscription.cancel();
            return;
        }
        subscription = newSubscription;
        subscription.request(1);
    }

    @Override
    public void onNext(Content.Chunk chunk) {
        Objects.requireNonNull(chunk);
        Throwable cause = chunk.getFailure();
        if (cause != null) {
            subscription.cancel();
            onError(cause);
            return;
        }
        try (AutoLock l = lock.lock()) {
            if (ended) {
                return;
            }
            writing = true;
            last |= chunk.isLast();
        }
        boolean retained = chunk.canRetain();
        if (retained) {
            chunk.retain();
        }
        sink.write(chunk.isLast(), chunk.getByteBuffer(), new Callback() {
            @Override
            public void succeeded() {
                release();
                onWritten();
            }

            @Override
            public void failed(Throwable failure) {
                release();
                subscription.cancel();
                onError(failure);
            }

            private void release() {
                if (retained) {
                    chunk.release();
                }
            }
        });
    }

    private void onWritten() {
        boolean more;
        try (AutoLock l = lock.lock()) {
            writing = false;
            more = !last && !completed && !ended;
        }
        if (more) {
            subscription.request(1);
        } else {
            finish();
        }
    }

    @Override
    public void onError(Throwable failure) {
        Objects.requireNonNull(failure);
        try (AutoLock l = lock.lock()) {
            if (ended) {
                return;
            }
            ended = true;
        }
        callback.failed(failure);
    }

    @Override
    public void onComplete() {
        try (AutoLock l = lock.lock()) {
            completed = true;
        }
        finish();
    }

    /** Ends when the publisher has completed and nothing is being written: these come in any order. */
    private void finish() {
        boolean complete;
        try (AutoLock l = lock.lock()) {
            if (ended || writing || !completed) {
                return;
            }
            ended = true;
            complete = last;
        }
        if (complete) {
            callback.succeeded();
        } else {
            sink.write(true, BufferUtil.EMPTY_BUFFER, callback);
        }
    }
}
