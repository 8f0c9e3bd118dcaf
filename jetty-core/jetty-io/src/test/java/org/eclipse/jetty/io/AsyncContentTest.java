package org.eclipse.jetty.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.content.AsyncContent;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

class AsyncContentTest {
    private final AsyncContent content = new AsyncContent();

    @Test
    void writeCompletesWhenItsChunkIsReleased() {
        CompletableFuture<Void> written = write(false, "a");
        assertThat(content.count()).isEqualTo(1);
        Content.Chunk chunk = content.read();
        chunk.retain();
        chunk.release();
        assertThat(written).isNotDone();
        chunk.release();
        assertThat(written).isCompleted();
        assertThat(content.read()).isNull();
    }

    @Test
    void emptyWriteThatIsNotTheLastIsNoChunk() {
        assertThat(write(false, "")).isCompleted();
        assertThat(content.count()).isZero();
    }

    @Test
    void demandIsMetOnce() {
        AtomicInteger met = new AtomicInteger();
        content.demand(met::incrementAndGet);
        assertThatThrownBy(() -> content.demand(met::incrementAndGet)).isInstanceOf(IllegalStateException.class);
        write(false, "a");
        write(false, "b");
        assertThat(met).hasValue(1);
        content.demand(met::incrementAndGet);
        assertThat(met).hasValue(2);
    }

    @Test
    void endIsReadAgainAndAgain() {
        CompletableFuture<Void> written = write(true, "a");
        assertThat(content.isClosed()).isTrue();
        assertThat(content.getLength()).isEqualTo(1);
        assertThat(content.read().isLast()).isTrue();
        assertThat(content.read()).isSameAs(Content.Chunk.EOF);
        assertThat(content.read()).isSameAs(Content.Chunk.EOF);
        assertThat(written).isNotDone();
        assertThat(write(false, "late")).isCompletedExceptionally();
    }

    @Test
    void failureReachesWritersAndReader() {
        CompletableFuture<Void> written = write(false, "a");
        AtomicInteger met = new AtomicInteger();
        content.fail(new IOException("gone"));
        content.demand(met::incrementAndGet);
        assertThat(met).hasValue(1);
        assertThat(written).isCompletedExceptionally();
        assertThat(content.read().getFailure()).hasMessage("gone");
        assertThat(write(false, "b")).isCompletedExceptionally();
        assertThatThrownBy(content::flush).hasRootCauseMessage("gone");
    }

    @Test
    void transientFailureIsReadBetweenChunks() {
        write(false, "a");
        content.fail(new IOException("pause"), false);
        write(true, "b");
        assertThat(BufferUtil.toString(content.read().getByteBuffer())).isEqualTo("a");
        assertThat(Content.Chunk.isFailure(content.read(), false)).isTrue();
        assertThat(BufferUtil.toString(content.read().getByteBuffer())).isEqualTo("b");
    }

    @Test
    void flushWaitsForTheReader() throws Exception {
        write(false, "abc");
        CompletableFuture<Integer> read = CompletableFuture.supplyAsync(() -> {
            InputStream input = Content.Source.asInputStream(content);
            try {
                return input.readNBytes(3).length;
            } catch (IOException x) {
                throw new IllegalStateException(x);
            }
        });
        content.flush();
        assertThat(read.join()).isEqualTo(3);
    }

    private CompletableFuture<Void> write(boolean last, String text) {
        Callback.Completable written = new Callback.Completable();
        content.write(last, BufferUtil.toBuffer(text), written);
        return written;
    }
}
