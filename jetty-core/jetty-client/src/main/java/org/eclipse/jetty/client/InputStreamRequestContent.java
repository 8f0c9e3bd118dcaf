package org.eclipse.jetty.client;

import java.io.InputStream;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/** Content of a stream, which is read by the thread that sends, and closed at its end. It cannot be sent again. */
public class InputStreamRequestContent extends ContentSourceRequestContent {
    public InputStreamRequestContent(InputStream stream) {
        this("application/octet-stream", stream);
    }

    /** @param bufferSize the most bytes of a piece */
    public InputStreamRequestContent(InputStream stream, int bufferSize) {
        this("application/octet-stream", stream, bufferSize);
    }

    public InputStreamRequestContent(String contentType, InputStream stream, int bufferSize) {
        this(contentType, stream, new ByteBufferPool.Sized(null, false, bufferSize));
    }

    public InputStreamRequestContent(String contentType, InputStream stream) {
        this(contentType, stream, (ByteBufferPool.Sized) null);
    }

    public InputStreamRequestContent(String contentType, InputStream stream, ByteBufferPool bufferPool) {
        this(contentType, stream, new ByteBufferPool.Sized(bufferPool));
    }

    public InputStreamRequestContent(
            String contentType, InputStream stream, ByteBufferPool.@Nullable Sized bufferPool) {
        super(Content.Source.from(bufferPool, stream), contentType);
    }
}
