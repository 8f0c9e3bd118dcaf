package org.eclipse.jetty.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.content.ChunksContentSource;
import org.eclipse.jetty.io.content.OutputStreamContentSource;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Content of chunks, and of a stream that is written. */
class ContentSourcesTest {
    private int released;

    private Content.Chunk chunk(String text, boolean last) {
        return Content.Chunk.from(ByteBuffer.wrap(text.getBytes(UTF_8)), last, () -> released++);
    }

    @Test
    void chunksAreReadAndReleasedByTheReader() throws Exception {
        ChunksContentSource source = new ChunksContentSource(List.of(chunk("a", false), chunk("bc", true)));
        assertThat(source.getLength()).isEqualTo(3);
        assertThat(source.getChunks()).hasSize(2);
        assertThat(Content.Source.asString(source)).isEqualTo("abc");
        assertThat(released).isEqualTo(2);
        assertThat(source.read()).isSameAs(Content.Chunk.EOF);
    }

    @Test
    void chunksEndAlsoIfNoneSaysSo() throws Exception {
        assertThat(Content.Source.asString(new ChunksContentSource(List.of(chunk("a", false)))))
                .isEqualTo("a");
        assertThat(Content.Source.asString(new ChunksContentSource(List.of()))).isEmpty();
    }

    @Test
    void chunksThatAreNotReadAreReleasedByAFailure() {
        ChunksContentSource source = new ChunksContentSource(List.of(chunk("a", false), chunk("b", true)));
        source.read().release();
        IOException failure = new IOException("as the test wants it");
        source.fail(failure);
        source.fail(new IOException("another"));
        assertThat(released).isEqualTo(2);
        assertThat(source.read().getFailure()).isSameAs(failure);
    }

    @RepeatedTest(100)
    void streamIsReadByAnotherThread() throws Exception {
        OutputStreamContentSource source = new OutputStreamContentSource();
        CompletableFuture<String> text = CompletableFuture.supplyAsync(() -> {
            try {
                return Content.Source.asString(source);
            } catch (IOException x) {
                throw new IllegalStateException(x);
            }
        });
        try (OutputStream out = source.getOutputStream()) {
            out.write('a');
            out.write("bcd".getBytes(UTF_8), 1, 2);
            out.flush();
        }
        assertThat(text.get(30, TimeUnit.SECONDS)).isEqualTo("acd");
    }

    @Test
    void writeThatWaitsFailsWithTheContent() throws Exception {
        OutputStreamContentSource source = new OutputStreamContentSource();
        CompletableFuture<Throwable> failed = CompletableFuture.supplyAsync(() -> {
            try {
                source.getOutputStream().write('a');
                return null;
            } catch (IOException x) {
                return x;
            }
        });
        source.fail(new IOException("as the test wants it"));
        assertThat(failed.get(30, TimeUnit.SECONDS)).hasMessageContaining("as the test wants it");
        source.close();
        assertThat(source.read().getFailure()).isNotNull();
    }
}
