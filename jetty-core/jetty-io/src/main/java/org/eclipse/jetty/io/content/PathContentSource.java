package org.eclipse.jetty.io.content;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.thread.SerializedInvoker;
import org.jspecify.annotations.Nullable;

/** Content of a file, opened at the first read. Guarded by itself; the demand callback is run outside. */
public class PathContentSource implements Content.Source, ReadySource {
    private final SerializedInvoker invoker = new SerializedInvoker();
    private final ByteBufferPool.Sized pool;
    private final Path path;
    private final long offset;
    private final long length;
    private @Nullable SeekableByteChannel channel;
    private long read;
    private Content.@Nullable Chunk terminal;

    /** @throws UncheckedIOException if the size of the file cannot be read */
    public PathContentSource(Path path) {
        this(path, (ByteBufferPool.Sized) null);
    }

    /** @param pool where the buffers come from; null for none */
    public PathContentSource(Path path, @Nullable ByteBufferPool pool) {
        this(path, pool == null ? null : new ByteBufferPool.Sized(pool));
    }

    /** @param pool where the buffers come from, and their size; null for none */
    public PathContentSource(Path path, ByteBufferPool.@Nullable Sized pool) {
        this(pool, path, 0, size(path));
    }

    private PathContentSource(ByteBufferPool.@Nullable Sized pool, Path path, long offset, long length) {
        this.pool = pool == null ? ByteBufferPool.SIZED_NON_POOLING : pool;
        this.path = path;
        this.offset = offset;
        this.length = length;
    }

    /**
     * Part of a file.
     *
     * @param pool where the buffers come from, and their size; null for none
     * @param length the number of bytes from {@code offset} on, or a negative number for all the rest
     */
    public static PathContentSource from(ByteBufferPool.@Nullable Sized pool, Path path, long offset, long length) {
        long size = size(path);
        if (offset < 0 || offset > size || length > size - offset) {
            throw new IllegalArgumentException(
                    "offset " + offset + ", length " + length + " outside of " + path + " of " + size + " bytes");
        }
        return new PathContentSource(pool, path, offset, length < 0 ? size - offset : length);
    }

    private static long size(Path path) {
        try {
            return Files.size(path);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** The file. */
    public Path getPath() {
        return path;
    }

    @Override
    public long getLength() {
        return length;
    }

    @Override
    public synchronized Content.Chunk read() {
        if (terminal != null) {
            return terminal;
        }
        if (read == length) {
            return end(Content.Chunk.EOF);
        }
        RetainableByteBuffer buffer = null;
        try {
            if (channel == null) {
                channel = Files.newByteChannel(path, StandardOpenOption.READ);
                channel.position(offset);
            }
            buffer = pool.acquire();
            ByteBuffer bytes = buffer.getByteBuffer();
            bytes.clear();
            bytes.limit((int) Math.min(bytes.capacity(), length - read));
            int count = channel.read(bytes);
            bytes.flip();
            if (count < 0) {
                throw new EofException(path + " was truncated while it was read");
            }
            read += count;
            boolean last = read == length;
            Content.Chunk chunk = Content.Chunk.from(buffer, last);
            if (last) {
                end(Content.Chunk.EOF);
            }
            return chunk;
        } catch (Throwable x) {
            if (buffer != null) {
                buffer.release();
            }
            return end(Content.Chunk.from(x));
        }
    }

    private Content.Chunk end(Content.Chunk chunk) {
        terminal = chunk;
        close();
        return chunk;
    }

    private void close() {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException x) {
                terminal = Content.Chunk.from(x);
            }
            channel = null;
        }
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void demand(Runnable demandCallback) {
        invoker.run(demandCallback);
    }

    @Override
    public synchronized void fail(Throwable failure) {
        if (terminal == null) {
            end(Content.Chunk.from(failure));
        }
    }

    @Override
    public synchronized boolean rewind() {
        if (Content.Chunk.isFailure(terminal)) {
            return false;
        }
        terminal = null;
        close();
        read = 0;
        return terminal == null;
    }
}
