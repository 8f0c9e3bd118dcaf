package org.eclipse.jetty.client;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Content of arrays. It can be sent again. */
public class BytesRequestContent extends ByteBufferRequestContent {
    public BytesRequestContent(byte[]... bytes) {
        this("application/octet-stream", bytes);
    }

    public BytesRequestContent(String contentType, byte[]... bytes) {
        super(contentType, Arrays.stream(bytes).map(ByteBuffer::wrap).toArray(ByteBuffer[]::new));
    }
}
