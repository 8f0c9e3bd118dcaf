package org.eclipse.jetty.io.content;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Blocker;
import org.jspecify.annotations.Nullable;

/**
 * Content that is written to an {@link OutputStream}, which blocks until it is read. Thread-safe: one thread writes, another reads.
 *
 * <p>Closing the stream ends the content. A failure of the content fails the next write, and one that waits.
 */
public class OutputStreamContentSource implements Content.Source, Closeable {
    private final AsyncContent content = new AsyncContent();
    private final OutputStream output = new AsyncOutputStream();

    public OutputStreamContentSource() {}

    /** Returns the stream that takes the content. */
    public OutputStream getOutputStream() {
        return output;
    }

    @Override
    public long getLength() {
        return content.getLength();
    }

    @Override
    public Content.@Nullable Chunk read() {
        return content.read();
    }

    @Override
    public void demand(Runnable demandCallback) {
        content.demand(demandCallback);
    }

    @Override
    public void fail(Throwable failure) {
        content.fail(failure);
    }

    /** Ends the content. */
    @Override
    public void close() {
        content.close();
    }

    private final class AsyncOutputStream extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            try (Blocker.Callback callback = Blocker.callback()) {
                content.write(false, ByteBuffer.wrap(bytes, offset, length), callback);
                callback.block();
            }
        }

        @Override
        public void flush() throws IOException {
            content.flush();
        }

        @Override
        public void close() {
            content.close();
        }
    }
}
