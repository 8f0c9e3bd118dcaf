package org.eclipse.jetty.client;

import java.nio.ByteBuffer;
import java.util.Collection;
import org.eclipse.jetty.io.Content;

/** Content of buffers, whose positions stay as they are. It can be sent again. */
public class ByteBufferRequestContent extends ContentSourceRequestContent {
    public ByteBufferRequestContent(ByteBuffer... byteBuffers) {
        this("application/octet-stream", byteBuffers);
    }

    public ByteBufferRequestContent(String contentType, ByteBuffer... byteBuffers) {
        super(Content.Source.from(byteBuffers), contentType);
    }

    public ByteBufferRequestContent(String contentType, Collection<ByteBuffer> byteBuffers) {
        this(contentType, byteBuffers.toArray(ByteBuffer[]::new));
    }
}
