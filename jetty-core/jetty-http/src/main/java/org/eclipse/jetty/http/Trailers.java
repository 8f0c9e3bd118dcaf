package org.eclipse.jetty.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;

/** The last chunk of content, empty, with the trailers of the message (RFC 9110, section 6.5). Thread-safe. */
public class Trailers implements Content.Chunk {
    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private final HttpFields trailers;

    public Trailers(HttpFields trailers) {
        this.trailers = trailers;
    }

    @Override
    public boolean isLast() {
        return true;
    }

    @Override
    public ByteBuffer getByteBuffer() {
        return EMPTY;
    }

    public HttpFields getTrailers() {
        return trailers;
    }
}
