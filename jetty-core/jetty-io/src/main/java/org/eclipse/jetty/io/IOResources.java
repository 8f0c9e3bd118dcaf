package org.eclipse.jetty.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** Reads resources as content. */
public final class IOResources {
    private IOResources() {}

    private static void checkContent(Resource resource) {
        if (resource.isDirectory() || !resource.exists()) {
            throw new IllegalArgumentException("no content: " + resource);
        }
    }

    /** The whole resource in one buffer, which the caller releases. */
    public static RetainableByteBuffer toRetainableByteBuffer(Resource resource, ByteBufferPool.@Nullable Sized pool) {
        checkContent(resource);
        ByteBufferPool.Sized buffers = pool == null ? ByteBufferPool.SIZED_NON_POOLING : pool;
        long length = resource.length();
        if (length > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("too large for a buffer: " + resource + " of " + length + " bytes");
        }
        RetainableByteBuffer buffer = buffers.acquire((int) Math.max(0, length));
        try (InputStream input = resource.newInputStream()) {
            ByteBuffer bytes = buffer.getByteBuffer();
            bytes.clear();
            byte[] chunk = new byte[(int) Math.max(1, Math.min(length, 8192))];
            int count;
            while ((count = input.read(chunk)) >= 0) {
                bytes.put(chunk, 0, count);
            }
            bytes.flip();
            return buffer;
        } catch (Throwable x) {
            BufferUtil.clear(buffer.getByteBuffer());
            buffer.release();
            throw x instanceof IOException io
                    ? new UncheckedIOException(io)
                    : new RuntimeIOException("could not read " + resource, x);
        }
    }

    /**
     * Part of a resource.
     *
     * @param length the number of bytes, or a negative number for all from {@code offset} on
     */
    public static Content.Source asContentSource(
            Resource resource, ByteBufferPool.Sized pool, long offset, long length) {
        checkContent(resource);
        Path path = resource.getPath();
        if (path != null) {
            return Content.Source.from(pool, path, offset, length);
        }
        try {
            InputStream input = resource.newInputStream();
            input.skipNBytes(offset);
            return Content.Source.from(pool, length < 0 ? input : new BoundedInputStream(input, length));
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    public static InputStream asInputStream(Resource resource) {
        checkContent(resource);
        try {
            return resource.newInputStream();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** Writes part of a resource to a sink, the end of it as the last write. */
    public static void copy(
            Resource resource,
            Content.Sink sink,
            ByteBufferPool.Sized pool,
            long offset,
            long length,
            Callback callback) {
        Content.copy(asContentSource(resource, pool, offset, length), sink, callback);
    }

    /** The first bytes of a stream. */
    private static final class BoundedInputStream extends InputStream {
        private final InputStream input;
        private long remaining;

        private BoundedInputStream(InputStream input, long length) {
            this.input = input;
            remaining = length;
        }

        @Override
        public int read() throws IOException {
            if (remaining == 0) {
                return -1;
            }
            int read = input.read();
            if (read >= 0) {
                remaining--;
            }
            return read;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (remaining == 0) {
                return -1;
            }
            int read = input.read(bytes, offset, (int) Math.min(length, remaining));
            if (read > 0) {
                remaining -= read;
            }
            return read;
        }

        @Override
        public void close() throws IOException {
            input.close();
        }
    }
}
