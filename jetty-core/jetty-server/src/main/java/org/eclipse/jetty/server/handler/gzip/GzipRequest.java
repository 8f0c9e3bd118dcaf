package org.eclipse.jetty.server.handler.gzip;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.Inflater;
import org.eclipse.jetty.http.CompressedContentFormat;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.Trailers;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.compression.CompressionPool;

/**
 * A request as the handlers below shall see it: with the entity tags that they know, and without a coding that was undone.
 *
 * <p>Guarded by lock.
 */
final class GzipRequest extends Request.Wrapper {
    private final ReentrantLock lock = new ReentrantLock();
    private final HttpFields fields;
    private final boolean inflate;
    private final int bufferSize;
    private final long maxSize;
    private CompressionPool<Inflater>.Entry inflater;
    private GzipDecoder decoder;
    private Content.Chunk input;
    private Content.Chunk terminal;
    private long size;

    /** A request with other fields. */
    GzipRequest(Request wrapped, HttpFields fields) {
        super(wrapped);
        this.fields = fields;
        this.inflate = false;
        this.bufferSize = 0;
        this.maxSize = -1;
    }

    /** A request with other fields, whose content is decompressed. */
    GzipRequest(
            Request wrapped,
            HttpFields fields,
            CompressionPool<Inflater>.Entry inflater,
            int bufferSize,
            long maxSize) {
        super(wrapped);
        this.fields = fields;
        this.inflate = true;
        this.bufferSize = bufferSize;
        this.maxSize = maxSize;
        this.inflater = inflater;
        this.decoder = new GzipDecoder(inflater.get());
    }

    /** Whether the last of the codings in a Content-Encoding field is gzip. */
    static boolean isGzip(String contentEncoding) {
        if (contentEncoding == null) {
            return false;
        }
        String coding =
                contentEncoding.substring(contentEncoding.lastIndexOf(',') + 1).trim();
        return "gzip".equalsIgnoreCase(coding) || "x-gzip".equalsIgnoreCase(coding);
    }

    /**
     * The fields with entity tags both with and without suffix, and without length and last coding if it is undone.
     *
     * <p>The tags with a suffix stay, for a handler below that has compressed content itself.
     */
    static HttpFields translate(HttpFields headers, boolean inflate) {
        HttpFields.Mutable fields = HttpFields.build(headers.size());
        int lastCoding = -1;
        for (int i = 0; inflate && i < headers.size(); i++) {
            lastCoding = headers.getField(i).getHeader() == HttpHeader.CONTENT_ENCODING ? i : lastCoding;
        }
        for (int i = 0; i < headers.size(); i++) {
            HttpField field = headers.getField(i);
            HttpHeader header = field.getHeader();
            if (i == lastCoding) {
                int comma = field.getValue().lastIndexOf(',');
                if (comma > 0) {
                    fields.add(header, field.getValue().substring(0, comma).trim());
                }
            } else if (header == HttpHeader.IF_MATCH || header == HttpHeader.IF_NONE_MATCH) {
                String value = field.getValue();
                String stripped = value == null ? null : CompressedContentFormat.GZIP.stripSuffixes(value);
                fields.add(header, value == null || value.equals(stripped) ? value : value + ", " + stripped);
            } else if (!inflate || header != HttpHeader.CONTENT_LENGTH) {
                fields.add(field);
            }
        }
        return fields.asImmutable();
    }

    @Override
    public HttpFields getHeaders() {
        return fields;
    }

    @Override
    public long getLength() {
        return inflate ? -1 : super.getLength();
    }

    @Override
    public Content.Chunk read() {
        if (!inflate) {
            return super.read();
        }
        lock.lock();
        try {
            while (terminal == null) {
                if (input == null) {
                    Content.Chunk chunk = super.read();
                    if (chunk == null || Content.Chunk.isFailure(chunk, false)) {
                        return chunk;
                    }
                    if (Content.Chunk.isFailure(chunk)) {
                        end(chunk);
                        return chunk;
                    }
                    input = chunk;
                }
                Content.Chunk decoded = decode();
                if (decoded != null) {
                    return decoded;
                }
            }
            return terminal;
        } catch (HttpException.RuntimeException x) {
            end(Content.Chunk.from(x, true));
            // what follows is not read by others either
            getWrapped().fail(x);
            return terminal;
        } finally {
            lock.unlock();
        }
    }

    /** Fills one buffer; null if nothing came out. */
    private Content.Chunk decode() {
        RetainableByteBuffer.Mutable output = getComponents()
                .getByteBufferPool()
                .acquire(
                        bufferSize,
                        getConnectionMetaData().getHttpConfiguration().isUseInputDirectByteBuffers());
        boolean given = false;
        try {
            ByteBuffer buffer = output.getByteBuffer();
            BufferUtil.clearToFill(buffer);
            decoder.decode(input.getByteBuffer(), buffer);
            // a full buffer means that more may be waiting in the inflater, which refers to the input
            boolean more = !buffer.hasRemaining();
            BufferUtil.flipToFlush(buffer, 0);
            size += buffer.remaining();
            if (maxSize >= 0 && size > maxSize) {
                throw new HttpException.RuntimeException(
                        HttpStatus.PAYLOAD_TOO_LARGE_413, "Decompressed request body is larger than " + maxSize);
            }
            if (!more && !input.hasRemaining()) {
                endInput();
            }
            if (!buffer.hasRemaining()) {
                return null;
            }
            given = true;
            return Content.Chunk.from(output, terminal == Content.Chunk.EOF);
        } finally {
            if (!given) {
                output.release();
            }
        }
    }

    private void endInput() {
        if (!input.isLast()) {
            input.release();
            input = null;
        } else if (decoder.isComplete()) {
            end(input instanceof Trailers ? input : Content.Chunk.EOF);
        } else {
            throw new HttpException.RuntimeException(HttpStatus.BAD_REQUEST_400, "Truncated gzip content");
        }
    }

    /** From now on, this is what is read. */
    private void end(Content.Chunk chunk) {
        terminal = chunk;
        if (input != null) {
            if (input != chunk) {
                input.release();
            }
            input = null;
        }
        if (inflater != null) {
            inflater.release();
            inflater = null;
        }
    }

    @Override
    public void demand(Runnable callback) {
        boolean ready;
        lock.lock();
        try {
            ready = inflate && (terminal != null || input != null);
        } finally {
            lock.unlock();
        }
        if (ready) {
            getComponents().getExecutor().execute(callback);
        } else {
            super.demand(callback);
        }
    }

    @Override
    public boolean consumeAvailable() {
        endWith(Content.Chunk.EOF);
        return super.consumeAvailable();
    }

    @Override
    public void fail(Throwable failure) {
        endWith(Content.Chunk.from(failure, true));
        super.fail(failure);
    }

    /** The request is over. */
    void close() {
        if (inflate) {
            endWith(Content.Chunk.from(new EofException("the request is complete"), true));
        }
    }

    private void endWith(Content.Chunk chunk) {
        lock.lock();
        try {
            if (terminal == null) {
                end(chunk);
            }
        } finally {
            lock.unlock();
        }
    }
}
