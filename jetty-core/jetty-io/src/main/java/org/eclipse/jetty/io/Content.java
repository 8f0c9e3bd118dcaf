package org.eclipse.jetty.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.eclipse.jetty.io.content.BufferedContentSink;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.eclipse.jetty.io.content.ContentSinkOutputStream;
import org.eclipse.jetty.io.content.ContentSinkSubscriber;
import org.eclipse.jetty.io.content.ContentSourceInputStream;
import org.eclipse.jetty.io.content.ContentSourcePublisher;
import org.eclipse.jetty.io.content.InputStreamContentSource;
import org.eclipse.jetty.io.content.PathContentSource;
import org.eclipse.jetty.io.internal.ByteBufferChunk;
import org.eclipse.jetty.io.internal.ContentAccumulator;
import org.eclipse.jetty.io.internal.ContentCopier;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.annotation.NullContract;
import org.jspecify.annotations.Nullable;

/**
 * Content that is read and written without blocking.
 *
 * <p>Read a {@link Source} like this:
 *
 * <pre>
 * void onAvailable() {
 *     while (true) {
 *         Content.Chunk chunk = source.read();
 *         if (chunk == null) { source.demand(this::onAvailable); return; }
 *         if (Content.Chunk.isFailure(chunk)) { failed(chunk.getFailure()); return; }
 *         consume(chunk.getByteBuffer());
 *         chunk.release();
 *         if (chunk.isLast()) { done(); return; }
 *     }
 * }
 * </pre>
 */
public final class Content {
    private Content() {}

    /** Copies everything from a source to a sink, one chunk after the other, then completes the callback. */
    public static void copy(Source source, Sink sink, Callback callback) {
        new ContentCopier(source, sink, null, callback).iterate();
    }

    /** As {@link #copy(Source, Sink, Callback)}, letting {@code processor} take the chunks that it wants for itself. */
    public static void copy(Source source, Sink sink, Chunk.Processor processor, Callback callback) {
        new ContentCopier(source, sink, processor, callback).iterate();
    }

    /** Where content is read from. */
    public interface Source {
        /** The bytes of the given buffers. */
        static Source from(ByteBuffer... byteBuffers) {
            return new ByteBufferContentSource(byteBuffers);
        }

        /** The content of a file. */
        static Source from(Path path) {
            return from(null, path);
        }

        /** Part of a file: {@code length} bytes from {@code offset} on, or all the rest if {@code length} is negative. */
        static Source from(Path path, long offset, long length) {
            return from(null, path, offset, length);
        }

        /** The content of a file, read into buffers of the pool (null for none). */
        static Source from(ByteBufferPool.@Nullable Sized pool, Path path) {
            return from(pool, path, 0, -1);
        }

        /**
         * Part of a file, read into buffers of the pool (null for none).
         *
         * @param length the number of bytes, or a negative number for all the rest
         */
        static Source from(ByteBufferPool.@Nullable Sized pool, Path path, long offset, long length) {
            return PathContentSource.from(pool, path, offset, length);
        }

        /** The content of a stream, read (and so blocked upon) in the thread that reads the source. */
        static Source from(InputStream input) {
            return new InputStreamContentSource(input);
        }

        /** As {@link #from(InputStream)}, into buffers of the pool (null for none). */
        static Source from(ByteBufferPool.@Nullable Sized pool, InputStream input) {
            return new InputStreamContentSource(input, pool);
        }

        /** As {@link #from(ByteBufferPool.Sized, InputStream)}, of {@code length} bytes from {@code offset} on; of all if it is negative. */
        static Source from(ByteBufferPool.@Nullable Sized pool, InputStream input, long offset, long length) {
            return new InputStreamContentSource(input, pool, offset, length);
        }

        /** The content of a channel that blocks, read in the thread that reads the source, into buffers of the pool (null for none). */
        static Source from(ByteBufferPool.@Nullable Sized pool, ByteChannel channel) {
            return from(pool, Channels.newInputStream(channel));
        }

        /**
         * As {@link #from(ByteBufferPool.Sized, ByteChannel)}, of {@code length} bytes from {@code offset} on; of all if it is negative.
         *
         * @throws UncheckedIOException if the channel cannot be positioned
         */
        static Source from(ByteBufferPool.@Nullable Sized pool, SeekableByteChannel channel, long offset, long length) {
            try {
                channel.position(offset);
            } catch (IOException x) {
                throw new UncheckedIOException(x);
            }
            return from(pool, Channels.newInputStream(channel), 0, length);
        }

        /**
         * Part of another source: {@code length} bytes from {@code offset} on, or all the rest if {@code length} is negative.
         *
         * <p>What is before it is read and dropped. When it is complete the source is failed, so that it releases what is after it.
         */
        static Source from(Source source, long offset, long length) {
            return new Range(source, offset, length);
        }

        /** Everything as one buffer. */
        static void asByteBuffer(Source source, Promise<ByteBuffer> promise) {
            new ContentAccumulator(source, -1, promise).run();
        }

        /** Everything as one buffer; blocks. */
        static ByteBuffer asByteBuffer(Source source) throws IOException {
            try (Blocker.Promise<ByteBuffer> promise = Blocker.promise()) {
                asByteBuffer(source, promise);
                return promise.block();
            }
        }

        /** Everything as one buffer. */
        static CompletableFuture<ByteBuffer> asByteBufferAsync(Source source) {
            return asByteBufferAsync(source, -1);
        }

        /** Everything as one buffer; fails with an {@link IllegalStateException} beyond {@code maxSize} bytes. */
        static CompletableFuture<ByteBuffer> asByteBufferAsync(Source source, int maxSize) {
            Promise.Completable<ByteBuffer> completable = new Promise.Completable<>();
            new ContentAccumulator(source, maxSize, completable).run();
            return completable;
        }

        /** Everything as bytes; fails with an {@link IllegalStateException} beyond {@code maxSize} bytes. */
        static CompletableFuture<byte[]> asByteArrayAsync(Source source, int maxSize) {
            return asByteBufferAsync(source, maxSize).thenApply(buffer -> {
                byte[] bytes = new byte[buffer.remaining()];
                buffer.get(bytes);
                return bytes;
            });
        }

        /** Everything as a string. */
        static void asString(Source source, Charset charset, Promise<String> promise) {
            asByteBuffer(source, new Promise<>() {
                @Override
                public void succeeded(ByteBuffer result) {
                    promise.succeeded(charset.decode(result).toString());
                }

                @Override
                public void failed(Throwable failure) {
                    promise.failed(failure);
                }
            });
        }

        /** Everything as a string in UTF-8; blocks. */
        static String asString(Source source) throws IOException {
            return asString(source, StandardCharsets.UTF_8);
        }

        /** Everything as a string; blocks. */
        static String asString(Source source, Charset charset) throws IOException {
            return charset.decode(asByteBuffer(source)).toString();
        }

        /** Everything as a string. */
        static CompletableFuture<String> asStringAsync(Source source, Charset charset) {
            return asByteBufferAsync(source)
                    .thenApply(buffer -> charset.decode(buffer).toString());
        }

        /** A stream that blocks until content is there. */
        static InputStream asInputStream(Source source) {
            return new ContentSourceInputStream(source);
        }

        /**
         * A publisher of chunks for one subscriber. Each chunk is released when {@code onNext} returns; a subscriber that
         * needs it for longer retains it.
         */
        static Flow.Publisher<Chunk> asPublisher(Source source) {
            return new ContentSourcePublisher(source);
        }

        /** Reads and releases everything. */
        static void consumeAll(Source source, Callback callback) {
            new org.eclipse.jetty.io.internal.ContentConsumer(source, callback).run();
        }

        /** Reads and releases everything; blocks. */
        static void consumeAll(Source source) throws IOException {
            try (Blocker.Callback callback = Blocker.callback()) {
                consumeAll(source, callback);
                callback.block();
            }
        }

        /** The number of bytes in all, or -1 if unknown. */
        default long getLength() {
            return -1;
        }

        /**
         * Reads the next chunk, which the caller releases.
         *
         * @return null if none is there yet (see {@link #demand(Runnable)}); a chunk with a failure if reading failed; after the
         *     last chunk always an empty last one
         */
        @Nullable
        Chunk read();

        /**
         * Asks to be called once, when {@link #read()} will not return null.
         *
         * @throws IllegalStateException if a demand is pending
         */
        void demand(Runnable demandCallback);

        /** Fails this source: whoever reads gets the failure, what is buffered is released. */
        void fail(Throwable failure);

        /** As {@link #fail(Throwable)}; a failure that is not {@code last} is seen once, and reading may go on. */
        default void fail(Throwable failure, boolean last) {
            fail(failure);
        }

        /** Starts again from the first byte; returns false if that is not possible. */
        default boolean rewind() {
            return false;
        }

        /** Creates sources. */
        interface Factory {
            Source newContentSource(ByteBufferPool.Sized bufferPool, long offset, long length);
        }
    }

    /** Where content is written to. */
    public interface Sink {
        /** Writes to a stream, in the thread that writes to the sink. */
        static Sink from(OutputStream output) {
            return (last, byteBuffer, callback) -> {
                try {
                    if (byteBuffer != null) {
                        org.eclipse.jetty.util.BufferUtil.writeTo(byteBuffer, output);
                    }
                    if (last) {
                        output.close();
                    }
                    callback.succeeded();
                } catch (Throwable x) {
                    callback.failed(x);
                }
            };
        }

        /** Writes to a channel that blocks, in the thread that writes to the sink; the last write closes it. */
        static Sink from(ByteChannel channel) {
            return (last, byteBuffer, callback) -> {
                try {
                    while (byteBuffer != null && byteBuffer.hasRemaining()) {
                        if (channel.write(byteBuffer) == 0) {
                            throw new IOException(channel + " takes no bytes (expected: a channel that blocks)");
                        }
                    }
                    if (last) {
                        channel.close();
                    }
                    callback.succeeded();
                } catch (Throwable x) {
                    callback.failed(x);
                }
            };
        }

        /**
         * A sink that gathers small writes.
         *
         * @param maxAggregationSize writes of at most this many bytes are gathered
         * @param maxBufferSize the bytes gathered before they are written
         */
        static Sink asBuffered(
                Sink sink, ByteBufferPool pool, boolean direct, int maxAggregationSize, int maxBufferSize) {
            return new BufferedContentSink(sink, pool, direct, maxAggregationSize, maxBufferSize);
        }

        /** A stream whose writes block until the sink took them. */
        static OutputStream asOutputStream(Sink sink) {
            return new ContentSinkOutputStream(sink);
        }

        /**
         * A subscriber that writes each chunk, and retains it until it is written.
         *
         * @param callback completed after the last write, or failed when writing or the publisher fails
         */
        static Flow.Subscriber<Chunk> asSubscriber(Sink sink, Callback callback) {
            return new ContentSinkSubscriber(sink, callback);
        }

        /** Writes and blocks. */
        static void write(Sink sink, boolean last, @Nullable ByteBuffer byteBuffer) throws IOException {
            try (Blocker.Callback callback = Blocker.callback()) {
                sink.write(last, byteBuffer, callback);
                callback.block();
            }
        }

        /** Writes a string in UTF-8. */
        static void write(Sink sink, boolean last, String utf8Content, Callback callback) {
            sink.write(last, StandardCharsets.UTF_8.encode(utf8Content), callback);
        }

        /**
         * Writes; one write at a time.
         *
         * @param last whether nothing follows
         * @param byteBuffer the bytes, not to be touched until the callback is completed; null for none
         * @param callback completed when the bytes are consumed, or when writing failed
         */
        void write(boolean last, @Nullable ByteBuffer byteBuffer, Callback callback);
    }

    /** A piece of content, the end, or a failure. Who reads it releases it. */
    public interface Chunk extends RetainableByteBuffer {
        /** No bytes, and more to come. */
        Chunk EMPTY = new ByteBufferChunk(org.eclipse.jetty.util.BufferUtil.EMPTY_BUFFER, false, NON_RETAINABLE);

        /** No bytes, and the end. */
        Chunk EOF = new ByteBufferChunk(org.eclipse.jetty.util.BufferUtil.EMPTY_BUFFER, true, NON_RETAINABLE);

        /** The bytes, which the garbage collector frees. */
        static Chunk from(ByteBuffer byteBuffer, boolean last) {
            return byteBuffer.hasRemaining()
                    ? new ByteBufferChunk(byteBuffer, last, new ReferenceCounter())
                    : last ? EOF : EMPTY;
        }

        /** The bytes of a buffer, whose count is shared: releasing the chunk releases the buffer. */
        static Chunk from(RetainableByteBuffer buffer, boolean last) {
            return asChunk(buffer.getByteBuffer(), last, buffer);
        }

        /** The bytes; {@code releaser} is run at the last release. */
        static Chunk from(ByteBuffer byteBuffer, boolean last, Runnable releaser) {
            return asChunk(byteBuffer, last, RetainableByteBuffer.wrap(byteBuffer, releaser));
        }

        /** The bytes; {@code releaser} is given them at the last release. */
        static Chunk from(ByteBuffer byteBuffer, boolean last, Consumer<ByteBuffer> releaser) {
            return from(byteBuffer, last, () -> releaser.accept(byteBuffer));
        }

        /** The bytes, counted by {@code retainable}; nothing is retained here. */
        static Chunk asChunk(ByteBuffer byteBuffer, boolean last, Retainable retainable) {
            if (byteBuffer.hasRemaining()) {
                return new ByteBufferChunk(byteBuffer, last, retainable);
            }
            retainable.release();
            return last ? EOF : EMPTY;
        }

        /** A failure that is the end. */
        static Chunk from(Throwable failure) {
            return from(failure, true);
        }

        /** A failure; reading may go on if it is not the last. */
        static Chunk from(Throwable failure, boolean last) {
            return new org.eclipse.jetty.io.internal.FailureChunk(Objects.requireNonNull(failure), last);
        }

        /** What follows a chunk that was consumed: itself if it is a last failure, the end after the last, else null. */
        static @Nullable Chunk next(@Nullable Chunk chunk) {
            if (chunk == null || isFailure(chunk, false)) {
                return null;
            }
            if (isFailure(chunk, true)) {
                return chunk;
            }
            return chunk.isLast() ? EOF : null;
        }

        /** As {@link #next(Chunk)}, after releasing the chunk. */
        static @Nullable Chunk releaseAndNext(@Nullable Chunk chunk) {
            if (chunk != null) {
                chunk.release();
            }
            return next(chunk);
        }

        @NullContract("null -> false")
        static boolean isFailure(@Nullable Chunk chunk) {
            return chunk != null && chunk.getFailure() != null;
        }

        @NullContract("null, _ -> false")
        static boolean isFailure(@Nullable Chunk chunk, boolean last) {
            return isFailure(chunk) && chunk.isLast() == last;
        }

        /** The failure. */
        default @Nullable Throwable getFailure() {
            return null;
        }

        /** Whether nothing follows. */
        boolean isLast();

        /** The same bytes, which cannot be changed through the result. */
        default Chunk asReadOnly() {
            if (getByteBuffer().isReadOnly()) {
                return this;
            }
            if (canRetain()) {
                retain();
            }
            return asChunk(getByteBuffer().asReadOnlyBuffer(), isLast(), this);
        }

        /** Takes the chunks that it wants from a copy. */
        interface Processor {
            /**
             * Takes the chunk and completes the callback, or leaves it.
             *
             * @return whether it was taken; then the processor releases it
             */
            boolean process(Chunk chunk, Callback callback);
        }
    }

    /**
     * A part of the content of another source. Confined to its reader, but for failing, which is the source's.
     */
    private static final class Range implements Source {
        private final Source source;
        private long skip;
        private long left;
        private volatile @Nullable Chunk terminal;

        /**
         * @param offset the number of bytes that are dropped; there is no content if there are fewer
         * @param length the number of bytes at most; negative for all the rest
         */
        private Range(Source source, long offset, long length) {
            if (offset < 0) {
                throw new IllegalArgumentException("offset: " + offset + " (expected: 0 or more)");
            }
            this.source = Objects.requireNonNull(source);
            skip = offset;
            left = length;
        }

        @Override
        public @Nullable Chunk read() {
            if (terminal == null && left == 0) {
                end();
            }
            if (terminal != null) {
                return terminal;
            }
            Chunk chunk = source.read();
            if (chunk == null || Chunk.isFailure(chunk)) {
                return chunk;
            }
            skip -= chunk.skip(Math.min(skip, chunk.remaining()));
            if (left < 0 || chunk.remaining() < left) {
                left -= left < 0 ? 0 : chunk.remaining();
                return chunk;
            }
            ByteBuffer bytes = chunk.getByteBuffer();
            bytes.limit(bytes.position() + (int) left);
            boolean last = chunk.isLast();
            left = 0;
            if (last) {
                return chunk;
            }
            end();
            return Chunk.asChunk(bytes, true, chunk);
        }

        private void end() {
            terminal = Chunk.EOF;
            source.fail(new IllegalStateException("What is after the range is not read"));
        }

        @Override
        public void demand(Runnable demandCallback) {
            // a source that was failed calls back at once
            source.demand(demandCallback);
        }

        @Override
        public void fail(Throwable failure) {
            source.fail(failure);
        }
    }
}
