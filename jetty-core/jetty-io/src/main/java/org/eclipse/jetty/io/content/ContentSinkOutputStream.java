package org.eclipse.jetty.io.content;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;

/** A stream over a sink; blocks until the sink took the bytes. Confined to its writer. */
public class ContentSinkOutputStream extends OutputStream {
    private final Content.Sink sink;
    private boolean closed;

    public ContentSinkOutputStream(Content.Sink sink) {
        this.sink = sink;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (closed) {
            throw new IOException("closed");
        }
        Content.Sink.write(sink, false, ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public void flush() throws IOException {
        Content.Sink.write(sink, false, null);
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            Content.Sink.write(sink, true, null);
        }
    }
}
