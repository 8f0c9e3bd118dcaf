package org.eclipse.jetty.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.function.Consumer;
import org.eclipse.jetty.io.content.AsyncContent;
import org.eclipse.jetty.io.content.ChunksContentSource;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** Content as a publisher and a sink as its subscriber, as programs with Reactive Streams use them. */
class PublisherTest {
    private final StringBuilder written = new StringBuilder();
    private final List<Callback> pending = new ArrayList<>();
    private boolean last;

    private final Content.Sink sink = (isLast, buffer, callback) -> {
        written.append(BufferUtil.toString(buffer));
        last |= isLast;
        callback.succeeded();
    };

    private static ByteBuffer bytes(String text) {
        return BufferUtil.toBuffer(text);
    }

    @Test
    void sinkCompletesWithoutContent() {
        CompletableFuture<Void> done = copy(Content.Source.from(), sink);
        assertThat(done).isCompleted();
        assertThat(last).isTrue();
        assertThat(written).isEmpty();
    }

    @Test
    void sinkCompletesWhereTheLastChunkIsEmpty() {
        AsyncContent source = new AsyncContent();
        CompletableFuture<Void> done = copy(source, sink);
        source.write(false, bytes("a"), Callback.NOOP);
        assertThat(done).isNotDone();
        source.close();
        assertThat(done).isCompleted();
        assertThat(last).isTrue();
        assertThat(written.toString()).isEqualTo("a");
    }

    @Test
    void publisherReleasesWhatTheSubscriberDidNotRetain() {
        AsyncContent source = new AsyncContent();
        CompletableFuture<Void> first = write(source, false, "a");
        CompletableFuture<Void> second = write(source, true, "b");
        StringBuilder seen = new StringBuilder();
        Content.Source.asPublisher(source)
                .subscribe(new Subscriber(chunk -> seen.append(BufferUtil.toString(chunk.getByteBuffer()))));
        assertThat(seen.toString()).isEqualTo("ab");
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
    }

    @Test
    void chunkIsKeptUntilItIsWritten() {
        AsyncContent source = new AsyncContent();
        CompletableFuture<Void> released = write(source, true, "a");
        CompletableFuture<Void> done = copy(source, (isLast, buffer, callback) -> pending.add(callback));
        assertThat(released).isNotDone();
        pending.get(0).succeeded();
        assertThat(released).isCompleted();
        assertThat(done).isCompleted();
    }

    @Test
    void failedWriteReleasesTheChunkAndFailsTheCallback() {
        AsyncContent source = new AsyncContent();
        CompletableFuture<Void> released = write(source, false, "a");
        CompletableFuture<Void> done =
                copy(source, (isLast, buffer, callback) -> callback.failed(new Exception("sink")));
        assertThat(done).isCompletedExceptionally();
        assertThat(released).isCompleted();
        assertThat(Content.Chunk.isFailure(source.read(), true)).isTrue();
    }

    @Test
    void subscriberThatThrowsFailsTheSource() {
        AsyncContent source = new AsyncContent();
        CompletableFuture<Void> released = write(source, false, "a");
        Content.Source.asPublisher(source).subscribe(new Subscriber(chunk -> {
            throw new IllegalStateException("subscriber");
        }));
        assertThat(source.read().getFailure()).hasMessage("subscriber");
        // who wrote it learns that it did not arrive
        assertThat(released).isCompletedExceptionally();
    }

    @Test
    void subscriberThatCancelsWithinADeliveryIsGivenNothingElse() {
        List<Content.Chunk> given = new ArrayList<>();
        Content.Source source = new ChunksContentSource(
                List.of(Content.Chunk.from(bytes("a"), false), Content.Chunk.from(bytes("b"), true)));
        Content.Source.asPublisher(source).subscribe(new Flow.Subscriber<>() {
            private Flow.Subscription subscription;

            @Override
            public void onSubscribe(Flow.Subscription newSubscription) {
                subscription = newSubscription;
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(Content.Chunk chunk) {
                given.add(chunk);
                subscription.cancel();
            }

            @Override
            public void onError(Throwable failure) {
                given.add(Content.Chunk.from(failure));
            }

            @Override
            public void onComplete() {
                given.add(Content.Chunk.EOF);
            }
        });
        assertThat(given).hasSize(1);
        assertThat(source.read().getFailure()).hasMessageContaining("cancelled");
    }

    @Test
    void publisherThatEndsWithoutALastChunkEndsTheContent() throws Exception {
        Callback.Completable done = new Callback.Completable();
        try (SubmissionPublisher<Content.Chunk> publisher = new SubmissionPublisher<>(Runnable::run, 4)) {
            publisher.subscribe(Content.Sink.asSubscriber(sink, done));
            publisher.submit(Content.Chunk.from(bytes("a"), false));
            publisher.submit(Content.Chunk.from(bytes("b"), false));
            assertThat(done).isNotDone();
        }
        assertThat(done).isCompleted();
        assertThat(last).isTrue();
        assertThat(written.toString()).isEqualTo("ab");
    }

    private static CompletableFuture<Void> copy(Content.Source source, Content.Sink sink) {
        Callback.Completable done = new Callback.Completable();
        Content.Source.asPublisher(source).subscribe(Content.Sink.asSubscriber(sink, done));
        return done;
    }

    private static CompletableFuture<Void> write(AsyncContent content, boolean last, String text) {
        Callback.Completable written = new Callback.Completable();
        content.write(last, bytes(text), written);
        return written;
    }

    /** Wants everything. */
    private record Subscriber(Consumer<Content.Chunk> consumer) implements Flow.Subscriber<Content.Chunk> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Content.Chunk chunk) {
            consumer.accept(chunk);
        }

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onComplete() {}
    }
}
