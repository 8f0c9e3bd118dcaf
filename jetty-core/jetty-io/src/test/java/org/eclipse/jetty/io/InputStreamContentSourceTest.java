package org.eclipse.jetty.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.content.InputStreamContentSource;
import org.junit.jupiter.api.Test;

/** Content of a stream: its memory, and whether it would wait. */
class InputStreamContentSourceTest {
    private static InputStreamContentSource source(String text, int size) {
        return new InputStreamContentSource(
                new ByteArrayInputStream(text.getBytes(UTF_8)), new ByteBufferPool.Sized(null, false, size));
    }

    private static String text(ByteBuffer buffer) {
        return UTF_8.decode(buffer.duplicate()).toString();
    }

    @Test
    void memoryIsUsedAgainForTheSameContentOnly() {
        InputStreamContentSource source = source("abcdef", 3);
        Content.Chunk first = source.read();
        assertThat(text(first.getByteBuffer())).isEqualTo("abc");
        byte[] memory = first.getByteBuffer().array();
        first.release();
        Content.Chunk second = source.read();
        assertThat(text(second.getByteBuffer())).isEqualTo("def");
        assertThat(second.getByteBuffer().array()).isSameAs(memory);
        assertThat(second.getByteBuffer()).isNotSameAs(first.getByteBuffer());
        second.release();
        Content.Chunk other = source("ghi", 3).read();
        assertThat(other.getByteBuffer().array()).isNotSameAs(memory);
        other.release();
    }

    @Test
    void chunkThatIsRetainedKeepsItsBytes() {
        InputStreamContentSource source = source("abcdef", 3);
        Content.Chunk first = source.read();
        first.retain();
        first.release();
        Content.Chunk second = source.read();
        assertThat(text(first.getByteBuffer())).isEqualTo("abc");
        assertThat(text(second.getByteBuffer())).isEqualTo("def");
        first.release();
        second.release();
        assertThat(source.read()).isSameAs(Content.Chunk.EOF);
    }

    @Test
    void streamIsReadyWhileItHasAWholePiece() {
        InputStreamContentSource source = source("abcde", 3);
        assertThat(source.isReady()).isTrue();
        source.read().release();
        assertThat(source.isReady()).as("two bytes").isFalse();
        source.read().release();
        assertThat(source.isReady()).as("at its end, not read yet").isFalse();
        source.read();
        assertThat(source.isReady()).as("ended").isTrue();
    }

    @Test
    void streamThatCannotTellIsNotReady() {
        InputStreamContentSource source = new InputStreamContentSource(new InputStream() {
            @Override
            public int read() {
                return -1;
            }

            @Override
            public int available() throws IOException {
                throw new IOException("as the test wants it");
            }
        });
        assertThat(source.isReady()).isFalse();
    }
}
