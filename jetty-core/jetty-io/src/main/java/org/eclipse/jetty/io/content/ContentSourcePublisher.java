package org.eclipse.jetty.io.content;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.MathUtils;
import org.eclipse.jetty.util.thread.SerializedInvoker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes a source to one subscriber (Reactive Streams rules, as in {@link Flow}).
 *
 * <p>Each chunk is released when the subscriber's {@code onNext} returns. Thread-safe.
 */
public class ContentSourcePublisher implements Flow.Publisher<Content.Chunk> {
    private static final Logger LOG = LoggerFactory.getLogger(ContentSourcePublisher.class);

    private final AtomicBoolean subscribed = new AtomicBoolean();
    private final Content.Source source;

    public ContentSourcePublisher(Content.Source source) {
        this.source = source;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super Content.Chunk> subscriber) {
        Objects.requireNonNull(subscriber);
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

    /** State is confined to the invoker, but for the cancellation, which ends a delivery that goes on. */
    private final class Subscription implements Flow.Subscription {
        private final SerializedInvoker invoker = new SerializedInvoker();
        private final Flow.Subscriber<? super Content.Chunk> subscriber;
        private long wanted;
        private boolean ended;
        private boolean demanding;
        private volatile boolean cancelled;

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
            cancelled = true;
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
            while (!ended && !cancelled && wanted > 0 && !demanding) {
                Content.Chunk chunk = source.read();
                if (chunk == null) {
                    demanding = true;
                    source.demand(this::onAvailable);
                    return;
                }
                Throwable cause = chunk.getFailure();
                if (cause != null) {
                    end(cause);
                    return;
                }
                boolean last = chunk.isLast();
                if (!offer(chunk)) {
                    return;
                }
                if (last && !ended && !cancelled) {
                    ended = true;
                    subscriber.onComplete();
                }
            }
        }

        /** Returns whether the subscriber took the chunk, which is released then, too. */
        private boolean offer(Content.Chunk chunk) {
            try {
                if (chunk.hasRemaining() || chunk.isLast()) {
                    wanted--;
                    subscriber.onNext(chunk);
                }
                return true;
            } catch (Throwable x) {
                // Reactive Streams 1.0.4, rule 2.13: as if the subscriber had cancelled
                ended = true;
                source.fail(x);
                LOG.warn("Subscriber {} failed", subscriber, x);
                return false;
            } finally {
                chunk.release();
            }
        }

        private void end(Throwable failure) {
            if (!ended && !cancelled) {
                ended = true;
                source.fail(failure);
                subscriber.onError(failure);
            }
        }
    }
}
