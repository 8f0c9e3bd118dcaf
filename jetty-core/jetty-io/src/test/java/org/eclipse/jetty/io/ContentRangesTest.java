package org.eclipse.jetty.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.content.ChunksContentSource;
import org.eclipse.jetty.io.content.ContentSourceTransformer;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts of sources, content of channels, and content that is made of other content. */
class ContentRangesTest {
    private final PoisoningByteBufferPool pool = new PoisoningByteBufferPool();
    private final ByteBufferPool.Sized sized = new ByteBufferPool.Sized(pool, false, 4);
    private int created;
    private int released;

    @TempDir
    Path folder;

    @AfterEach
    void everythingIsReleased() {
        assertThat(released).isEqualTo(created);
    }

    private Content.Chunk chunk(String text, boolean last) {
        created++;
        return Content.Chunk.from(ByteBuffer.wrap(text.getBytes(UTF_8)), last, () -> released++);
    }

    private Content.Source source(String... texts) {
        List<Content.Chunk> chunks = new java.util.ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
            chunks.add(chunk(texts[i], i == texts.length - 1));
        }
        return new ChunksContentSource(chunks);
    }

    @ParameterizedTest
    @CsvSource({
        "0, -1, abcdefghi",
        "0, 9, abcdefghi",
        "0, 20, abcdefghi",
        "0, 0, ''",
        "0, 3, abc",
        "0, 4, abcd",
        "2, 3, cde",
        "3, 3, def",
        "4, -1, efghi",
        "8, 1, i",
        "9, -1, ''"
    })
    void partOfASourceIsRead(long offset, long length, String expected) throws Exception {
        assertThat(Content.Source.asString(Content.Source.from(source("abc", "def", "ghi"), offset, length)))
                .isEqualTo(expected);
        InputStream input = new ByteArrayInputStream("abcdefghi".getBytes(UTF_8));
        assertThat(Content.Source.asString(Content.Source.from(sized, input, offset, length)))
                .isEqualTo(expected);
        Path file = Files.writeString(folder.resolve("file"), "abcdefghi");
        assertThat(Content.Source.asString(Content.Source.from(sized, Files.newByteChannel(file), offset, length)))
                .isEqualTo(expected);
    }

    @Test
    void sourceWithFewerBytesThanAreDroppedHasNoContent() throws Exception {
        assertThat(Content.Source.asString(Content.Source.from(source("abc"), 5, 2)))
                .isEmpty();
        InputStream input = new ByteArrayInputStream("abc".getBytes(UTF_8));
        assertThatThrownBy(() -> Content.Source.asString(Content.Source.from(sized, input, 5, 2)))
                .isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> Content.Source.from(source("x"), -1, 2)).isInstanceOf(IllegalArgumentException.class);
        released++;
        assertThatThrownBy(() -> Content.Source.from(sized, input, -1, 2)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void failureOfASourceIsThatOfItsPart() {
        Content.Source part = Content.Source.from(source("abc", "def"), 1, 3);
        part.read().release();
        part.fail(new IOException("as the test wants it"));
        assertThat(part.read().getFailure()).hasMessage("as the test wants it");
    }

    @Test
    void channelIsReadToItsEndAndClosed() throws Exception {
        ByteChannel channel = Files.newByteChannel(Files.writeString(folder.resolve("file"), "0123456789"));
        assertThat(Content.Source.asString(Content.Source.from(sized, channel))).isEqualTo("0123456789");
        assertThat(channel.isOpen()).isFalse();
        ByteChannel failed = Files.newByteChannel(folder.resolve("file"));
        Content.Source source = Content.Source.from(null, failed);
        source.fail(new IOException("as the test wants it"));
        assertThat(failed.isOpen()).isFalse();
        assertThat(source.read().getFailure()).hasMessage("as the test wants it");
    }

    @Test
    void sinkOfAChannelWritesAllAndCloses() throws Exception {
        Path file = folder.resolve("file");
        ByteChannel channel = Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        Content.Sink sink = Content.Sink.from(channel);
        Callback.Completable copied = new Callback.Completable();
        Content.copy(source("abc", "def"), sink, copied);
        copied.get();
        assertThat(Files.readString(file)).isEqualTo("abcdef");
        assertThat(channel.isOpen()).isFalse();
        Callback.Completable closed = new Callback.Completable();
        sink.write(true, ByteBuffer.wrap(new byte[1]), closed);
        assertThat(closed).isCompletedExceptionally();
    }

    @Test
    void channelThatTakesNoBytesIsRefused() throws Exception {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        ByteChannel channel = new ByteChannel() {
            @Override
            public int read(ByteBuffer buffer) throws IOException {
                return pipe.source().read(buffer);
            }

            @Override
            public int write(ByteBuffer buffer) {
                return 0;
            }

            @Override
            public boolean isOpen() {
                return pipe.source().isOpen();
            }

            @Override
            public void close() throws IOException {
                pipe.source().close();
                pipe.sink().close();
            }
        };
        Callback.Completable written = new Callback.Completable();
        Content.Sink.from(channel).write(false, ByteBuffer.allocate(1), written);
        assertThatThrownBy(written::get).hasMessageContaining("channel that blocks");
        channel.close();
    }

    /** Each byte twice, as a chunk of its own. */
    private final class Doubled extends ContentSourceTransformer {
        private final AtomicBoolean ended = new AtomicBoolean();

        private Doubled(Content.Source source) {
            super(source);
        }

        @Override
        protected Content.Chunk transform(Content.Chunk chunk) {
            if (!chunk.hasRemaining()) {
                return null;
            }
            byte b = chunk.get();
            if (b == '!') {
                throw new IllegalStateException("as the test wants it");
            }
            return chunk(new String(new byte[] {b, b}, UTF_8), chunk.isLast() && !chunk.hasRemaining());
        }

        @Override
        protected void release() {
            assertThat(ended.getAndSet(true)).isFalse();
        }
    }

    @Test
    void contentIsTransformedToAnyNumberOfChunks() throws Exception {
        Doubled doubled = new Doubled(source("ab", "c"));
        assertThat(Content.Source.asString(doubled)).isEqualTo("aabbcc");
        assertThat(doubled.isComplete()).isTrue();
        assertThat(doubled.ended).isTrue();
        assertThat(doubled.read().isLast()).isTrue();
        assertThat(Content.Source.asString(new Doubled(source()))).isEmpty();
    }

    @Test
    void chunksMayPassAsTheyAre() throws Exception {
        ContentSourceTransformer same = new ContentSourceTransformer(source("ab", "c")) {
            @Override
            protected Content.Chunk transform(Content.Chunk chunk) {
                return chunk;
            }
        };
        assertThat(Content.Source.asString(same)).isEqualTo("abc");
        assertThat(same.isComplete()).isTrue();
    }

    @Test
    void transformationThatThrowsFailsTheContentAndItsSource() {
        Content.Source source = source("a!", "b");
        Doubled doubled = new Doubled(source);
        doubled.read().release();
        assertThat(doubled.read().getFailure()).hasMessage("as the test wants it");
        assertThat(doubled.read().getFailure()).hasMessage("as the test wants it");
        assertThat(source.read().getFailure()).hasMessage("as the test wants it");
        assertThat(doubled.ended).isTrue();
    }

    @Test
    void transformationThatIsFailedReleasesWhatItHolds() {
        Doubled doubled = new Doubled(source("ab", "c"));
        doubled.read().release();
        AtomicBoolean demanded = new AtomicBoolean();
        doubled.demand(() -> demanded.set(true));
        assertThat(demanded).isTrue();
        doubled.fail(new IOException("given up"));
        assertThat(doubled.read().getFailure()).hasMessage("given up");
        assertThat(doubled.ended).isTrue();
    }
}
