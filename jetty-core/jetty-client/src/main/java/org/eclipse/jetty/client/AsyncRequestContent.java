package org.eclipse.jetty.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.content.AsyncContent;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;

/**
 * Content that is written while the request is sent, until it is closed.
 *
 * <p>The callback of a write is completed once its bytes have been sent; an application that waits for it before it writes more
 * goes at the pace of the server. Thread-safe.
 */
public class AsyncRequestContent extends AsyncContent implements Request.Content {
    private final String contentType;

    public AsyncRequestContent(ByteBuffer... buffers) {
        this("application/octet-stream", buffers);
    }

    public AsyncRequestContent(String contentType, ByteBuffer... buffers) {
        this.contentType = contentType;
        for (ByteBuffer buffer : buffers) {
            write(buffer, Callback.NOOP);
        }
    }

    @Override
    public String getContentType() {
        return contentType;
    }

    /** Writes more content; as {@link #write(boolean, ByteBuffer, Callback)}. */
    public void write(ByteBuffer buffer, Callback callback) {
        write(false, buffer, callback);
    }

    /** Returns whether all that was written has been taken to be sent. */
    public boolean isEmpty() {
        return count() == 0;
    }

    /** Writes and waits until it has been sent. */
    void writeAndWait(byte[] bytes, int offset, int length) throws IOException {
        try (Blocker.Callback callback = Blocker.callback()) {
            write(ByteBuffer.wrap(bytes, offset, length), callback);
            callback.block();
        }
    }
}
