package org.eclipse.jetty.client;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.io.Content;

/**
 * Keeps the buffers of a response, 2 MiB at most by default, and copies them once, when all of it has come. Used for one response.
 *
 * <p>The buffers are released by {@link #onSuccess} and {@link #onFailure}: whoever overrides these calls them.
 */
public abstract class RetainingResponseListener extends AbstractResponseListener {
    private static final byte[] NOTHING = {};

    private final List<Content.Chunk> chunks = new ArrayList<>();
    private long length;
    private byte[] content = NOTHING;

    public RetainingResponseListener() {
        this(DEFAULT_MAX_LENGTH);
    }

    /** @param maxLength the most bytes of content */
    public RetainingResponseListener(int maxLength) {
        super(maxLength);
    }

    @Override
    void clear() {
        chunks.forEach(Content.Chunk::release);
        chunks.clear();
        length = 0;
        content = NOTHING;
    }

    @Override
    public void onContent(Response response, Content.Chunk chunk, Runnable demander) throws Exception {
        checkLength(length + chunk.remaining());
        if (chunk.hasRemaining()) {
            length += chunk.remaining();
            chunk.retain();
            chunks.add(chunk);
        }
        demander.run();
    }

    @Override
    public void onSuccess(Response response) {
        byte[] bytes = new byte[(int) length];
        int at = 0;
        for (Content.Chunk chunk : chunks) {
            int size = chunk.remaining();
            chunk.getByteBuffer().get(bytes, at, size);
            at += size;
        }
        clear();
        content = bytes;
    }

    @Override
    public void onFailure(Response response, Throwable failure) {
        clear();
    }

    /** Returns the content, once all of it has come; the array is not copied. */
    @Override
    public byte[] getContent() {
        return content;
    }
}
