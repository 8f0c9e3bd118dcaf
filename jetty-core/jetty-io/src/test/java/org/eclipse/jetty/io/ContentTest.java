package org.eclipse.jetty.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentTest {
    @TempDir
    Path directory;

    private static ByteBuffer bytes(String text) {
        return BufferUtil.toBuffer(text);
    }

    @Test
    void buffersAreReadInOrderAndEndOnce() {
        Content.Source source = Content.Source.from(bytes("one"), bytes("two"));
        assertThat(source.getLength()).isEqualTo(6);
        Content.Chunk one = source.read();
        assertThat(one.isLast()).isFalse();
        Content.Chunk two = source.read();
        assertThat(two.isLast()).isTrue();
        assertThat(source.read()).isSameAs(Content.Chunk.EOF);
        assertThat(source.read()).isSameAs(Content.Chunk.EOF);
        assertThat(source.rewind()).isTrue();
        assertThat(BufferUtil.toString(source.read().getByteBuffer())).isEqualTo("one");
    }

    @Test
    void failedSourceKeepsFailing() {
        Content.Source source = Content.Source.from(bytes("one"));
        source.fail(new IOException("gone"));
        assertThat(Content.Chunk.isFailure(source.read(), true)).isTrue();
        assertThatThrownBy(() -> Content.Source.asString(source)).hasMessageContaining("gone");
    }

    @Test
    void nextOfAChunkIsWhatFollowsIt() {
        assertThat(Content.Chunk.next(null)).isNull();
        assertThat(Content.Chunk.next(Content.Chunk.from(bytes("x"), false))).isNull();
        assertThat(Content.Chunk.next(Content.Chunk.from(bytes("x"), true))).isSameAs(Content.Chunk.EOF);
        Content.Chunk failure = Content.Chunk.from(new IOException());
        assertThat(Content.Chunk.next(failure)).isSameAs(failure);
        assertThat(Content.Chunk.next(Content.Chunk.from(new IOException(), false)))
                .isNull();
    }

    @Test
    void partOfAFileIsRead() throws Exception {
        Path file = Files.writeString(directory.resolve("f"), "0123456789".repeat(1000));
        ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
        ByteBufferPool.Sized sized = new ByteBufferPool.Sized(pool, true, 1024);
        assertThat(Content.Source.asString(Content.Source.from(sized, file, 5, 12)))
                .isEqualTo("567890123456");
        assertThat(Content.Source.asString(Content.Source.from(sized, file))).hasSize(10_000);
        assertThat(pool.getLeakCount()).isZero();
        assertThatThrownBy(() -> Content.Source.from(sized, file, 9_999, 2))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void limitOfGatheringIsKept() {
        Content.Source source = Content.Source.from(bytes("123"), bytes("456"));
        assertThatThrownBy(() -> Content.Source.asByteBufferAsync(source, 5).get())
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void copyWritesEverythingAndReleasesIt() throws Exception {
        ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
        InputStream input = new ByteArrayInputStream("x".repeat(100_000).getBytes(StandardCharsets.US_ASCII));
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        Callback.Completable done = new Callback.Completable();
        Content.copy(
                Content.Source.from(new ByteBufferPool.Sized(pool, false, 512), input),
                Content.Sink.from(output),
                done);
        done.get(30, TimeUnit.SECONDS);
        assertThat(output.size()).isEqualTo(100_000);
        assertThat(pool.getLeakCount()).isZero();
    }

    @Test
    void copyFailsTheSourceWhenTheSinkFails() {
        Content.Source source = Content.Source.from(bytes("a"), bytes("b"));
        Callback.Completable done = new Callback.Completable();
        Content.copy(source, (last, buffer, callback) -> callback.failed(new IOException("full")), done);
        assertThatThrownBy(done::get).hasRootCauseMessage("full");
        assertThat(Content.Chunk.isFailure(source.read())).isTrue();
    }

    @Test
    void smallWritesAreGathered() throws Exception {
        List<String> writes = new ArrayList<>();
        ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
        Content.Sink sink = (last, buffer, callback) -> {
            writes.add((last ? "L:" : "") + (buffer == null ? "" : BufferUtil.toString(buffer)));
            if (buffer != null) {
                buffer.position(buffer.limit());
            }
            callback.succeeded();
        };
        try (OutputStream output = Content.Sink.asOutputStream(Content.Sink.asBuffered(sink, pool, false, 4, 8))) {
            output.write("abc".getBytes(StandardCharsets.US_ASCII));
            output.write("def".getBytes(StandardCharsets.US_ASCII));
            output.write("ghi".getBytes(StandardCharsets.US_ASCII));
            output.write("larger than that".getBytes(StandardCharsets.US_ASCII));
            output.write("z".getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(String.join("", writes).replace("L:", "")).isEqualTo("abcdefghilarger than thatz");
        assertThat(writes.get(writes.size() - 1)).startsWith("L:");
        assertThat(writes.size()).isLessThan(6);
        assertThat(pool.getLeakCount()).isZero();
    }

    @Test
    void publisherHonoursDemandAndCompletes() throws Exception {
        Content.Source source = Content.Source.from(bytes("a"), bytes("b"), bytes("c"));
        StringBuilder received = new StringBuilder();
        CountDownLatch completed = new CountDownLatch(1);
        AtomicReference<Flow.Subscription> subscription = new AtomicReference<>();
        Content.Source.asPublisher(source).subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription s) {
                subscription.set(s);
            }

            @Override
            public void onNext(Content.Chunk chunk) {
                received.append(BufferUtil.toString(chunk.getByteBuffer()));
            }

            @Override
            public void onError(Throwable x) {
                received.append(x);
            }

            @Override
            public void onComplete() {
                completed.countDown();
            }
        });
        assertThat(received).isEmpty();
        subscription.get().request(1);
        assertThat(received.toString()).isEqualTo("a");
        subscription.get().request(5);
        assertThat(completed.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(received.toString()).isEqualTo("abc");
    }
}
