package org.eclipse.jetty.io.internal;

import java.util.concurrent.CancellationException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.MathUtils;
import org.eclipse.jetty.util.thread.SerializedInvoker;

/** Publishes a source to one subscriber (Reactive Streams rules, as in {@link Flow}). Thread-safe. */
public class ContentPublisher implements Flow.Publisher<Content.Chunk> {
    private final AtomicBoolean subscribed = new AtomicBoolean();
    private final Content.Source source;

    public ContentPublisher(Content.Source source) {
        this.source = source;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super Content.Chunk> subscriber) {
        if (subscribed.compareAndSet(false, true)) {
            subscriber.onSubscribe(new Subscription(subscriber));
        } else {
            subscriber.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long n) {
                    // refused at once, below
                }

                @Override
                public void cancel() {
                    // refused at once, below
                }
            });
            subscriber.onError(new IllegalStateException("a content has one subscriber only"));
        }
    }

    /** State is confined to the invoker. */
    private final class Subscription implements Flow.Subscription {
        private final SerializedInvoker invoker = new SerializedInvoker();
        private final Flow.Subscriber<? super Content.Chunk> subscriber;
        private long wanted;
        private boolean ended;
        private boolean demanding;

        private Subscription(Flow.Subscriber<? super Content.Chunk> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void request(long n) {
            invoker.run(() -> {
                if (n <= 0) {
                    end(new IllegalArgumentException("requested " + n + " (expected: at least 1)"));
                } else {
                    wanted = MathUtils.cappedAdd(wanted, n);
                    deliver();
                }
            });
        }

        @Override
        public void cancel() {
            invoker.run(() -> {
                if (!ended) {
                    ended = true;
                    source.fail(new CancellationException("the subscriber cancelled"));
                }
            });
        }

        private void onAvailable() {
            invoker.run(() -> {
                demanding = false;
                deliver();
            });
        }

        private void deliver() {
            while (!ended && wanted > 0 && !demanding) {
                Content.Chunk chunk = source.read();
                if (chunk == null) {
                    demanding = true;
                    source.demand(this::onAvailable);
                    return;
                }
                if (Content.Chunk.isFailure(chunk)) {
                    end(chunk.getFailure());
                    return;
                }
                boolean last = chunk.isLast();
                if (chunk.hasRemaining() || last) {
                    wanted--;
                    subscriber.onNext(chunk);
                }
                if (last && !ended) {
                    ended = true;
                    subscriber.onComplete();
                }
            }
        }

        private void end(Throwable failure) {
            if (!ended) {
                ended = true;
                source.fail(failure);
                subscriber.onError(failure);
            }
        }
    }
}
