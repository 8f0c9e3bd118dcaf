package org.eclipse.jetty.io.internal;

import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;

/** Writes the chunks of a publisher to a sink, one at a time. Thread-safe. */
public class ContentSinkSubscriber implements Flow.Subscriber<Content.Chunk> {
    private final AtomicInteger lastAndComplete = new AtomicInteger(2);
    private final Content.Sink sink;
    private final Callback callback;
    private Flow.Subscription subscription;

    public ContentSinkSubscriber(Content.Sink sink, Callback callback) {
        this.sink = sink;
        this.callback = callback;
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        subscription = newSubscription;
        subscription.request(1);
    }

    @Override
    public void onNext(Content.Chunk chunk) {
        chunk.retain();
        sink.write(chunk.isLast(), chunk.getByteBuffer(), new Callback() {
            @Override
            public void succeeded() {
                chunk.release();
                if (!chunk.isLast()) {
                    subscription.request(1);
                } else {
                    complete();
                }
            }

            @Override
            public void failed(Throwable failure) {
                chunk.release();
                subscription.cancel();
                onError(failure);
            }
        });
        chunk.release();
    }

    @Override
    public void onError(Throwable failure) {
        callback.failed(failure);
    }

    @Override
    public void onComplete() {
        complete();
    }

    /** The last write and the publisher's end may come in any order. */
    private void complete() {
        if (lastAndComplete.decrementAndGet() == 0) {
            callback.succeeded();
        }
    }
}
