package org.eclipse.jetty.client;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.util.BufferUtil;

/** Copies the content of a response into memory, 2 MiB at most by default. Used for one response. */
public abstract class BufferingResponseListener extends AbstractResponseListener {
    private final ByteArrayOutputStream content = new ByteArrayOutputStream(0);

    public BufferingResponseListener() {
        this(DEFAULT_MAX_LENGTH);
    }

    /** @param maxLength the most bytes of content */
    public BufferingResponseListener(int maxLength) {
        super(maxLength);
    }

    @Override
    void clear() {
        content.reset();
    }

    @Override
    public void onContent(Response response, ByteBuffer buffer) {
        checkLength((long) content.size() + buffer.remaining());
        byte[] bytes = BufferUtil.toArray(buffer);
        content.write(bytes, 0, bytes.length);
    }

    @Override
    public byte[] getContent() {
        return content.toByteArray();
    }
}
