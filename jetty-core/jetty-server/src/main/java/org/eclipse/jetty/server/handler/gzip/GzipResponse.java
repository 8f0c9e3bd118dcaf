package org.eclipse.jetty.server.handler.gzip;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritePendingException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.eclipse.jetty.http.CompressedContentFormat;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.eclipse.jetty.util.compression.CompressionPool;

/**
 * Decides at the first write whether to compress, and does it.
 *
 * <p>The pending write and the completion that waits for it are guarded by lock; the rest belongs to the thread of the
 * pending write.
 */
final class GzipResponse extends Response.Wrapper {
    /** No flags, no time, unknown operating system (RFC 1952 section 2.3). */
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, (byte) 0xff};

    private static final int TRAILER = 8;

    private enum Mode {
        UNDECIDED,
        AS_IS,
        COMPRESS,
        /** The fields of what would be compressed, without content (RFC 9110 section 9.3.2). */
        FIELDS_ONLY
    }

    private final GzipHandler handler;
    private final Object lock = new Object();
    private final AtomicReference<CompressionPool<Deflater>.Entry> deflater = new AtomicReference<>();
    private final CRC32 crc = new CRC32();
    private final Sender sender = new Sender();
    private Mode mode = Mode.UNDECIDED;
    private boolean headerDone;
    private volatile boolean lastBegun;
    private long declared;
    private long size;
    private Callback pending;
    private Callback completion;

    GzipResponse(GzipHandler handler, Request request, Response response) {
        super(request, response);
        this.handler = handler;
    }

    @Override
    public void reset() {
        super.reset();
        mode = Mode.UNDECIDED;
        headerDone = false;
        lastBegun = false;
        size = 0;
        crc.reset();
        releaseDeflater();
    }

    @Override
    public boolean hasLastWrite() {
        return lastBegun || super.hasLastWrite();
    }

    @Override
    public void write(boolean last, ByteBuffer content, Callback callback) {
        if (mode == Mode.UNDECIDED) {
            mode = isCommitted() ? Mode.AS_IS : decide(last, content == null ? 0 : content.remaining());
        }
        if (mode == Mode.AS_IS) {
            super.write(last, content, callback);
            return;
        }
        if (mode == Mode.FIELDS_ONLY) {
            super.write(last, null, callback);
            return;
        }
        synchronized (lock) {
            if (pending == null && !lastBegun) {
                pending = callback;
            } else if (pending != null) {
                callback = new Refused(callback);
            }
        }
        if (callback instanceof Refused refused) {
            refused.failed(new WritePendingException());
        } else if (lastBegun) {
            super.write(last, content, callback);
        } else {
            compress(last, content == null ? BufferUtil.EMPTY_BUFFER : content);
        }
    }

    private void compress(boolean last, ByteBuffer content) {
        size += content.remaining();
        lastBegun = last;
        if (!sender.reset()) {
            end().failed(new EofException("the response is complete"));
        } else if (last && declared >= 0 && declared != size) {
            releaseDeflater();
            end().failed(new IOException("written " + size + " bytes of " + declared + " (Content-Length)"));
        } else {
            sender.start(last, content);
        }
    }

    /** The handlers have completed: ends the stream if they did not, after the write that is going on. */
    void complete(Callback callback) {
        synchronized (lock) {
            if (pending != null) {
                completion = callback;
                return;
            }
        }
        if (mode == Mode.COMPRESS && !lastBegun) {
            write(true, null, callback);
            return;
        }
        if (mode == Mode.UNDECIDED && !isCommitted()) {
            mode = decide(true, 0);
        }
        callback.succeeded();
    }

    /** Nothing is written any more: gives the deflater back once no write goes on. */
    void close() {
        sender.close();
        if (sender.isSucceeded() || sender.isFailed()) {
            releaseDeflater();
        }
    }

    private void releaseDeflater() {
        CompressionPool<Deflater>.Entry entry = deflater.getAndSet(null);
        if (entry != null) {
            entry.release();
        }
    }

    /** Forgets the pending write. */
    private Callback end() {
        synchronized (lock) {
            Callback callback = pending;
            pending = null;
            return callback;
        }
    }

    private Mode decide(boolean last, int length) {
        HttpFields.Mutable headers = getHeaders();
        int status = getStatus();
        if (status == HttpStatus.NOT_MODIFIED_304) {
            addVary(headers);
            restoreSuffix(headers);
            return Mode.AS_IS;
        }
        if (!mayHaveCoding(status)
                || headers.contains(HttpHeader.CONTENT_ENCODING)
                || !handler.isMimeTypeDeflatable(headers.get(HttpHeader.CONTENT_TYPE))) {
            return Mode.AS_IS;
        }
        addVary(headers);
        declared = headers.getLongField(HttpHeader.CONTENT_LENGTH);
        long known = declared >= 0 ? declared : last ? length : Long.MAX_VALUE;
        if (known < handler.getMinGzipSize()
                || !AcceptEncoding.acceptsGzip(getRequest().getHeaders())) {
            return Mode.AS_IS;
        }
        headers.remove(HttpHeader.CONTENT_LENGTH);
        headers.put(CompressedContentFormat.GZIP.getContentEncoding());
        String etag = headers.get(HttpHeader.ETAG);
        if (etag != null) {
            headers.put(HttpHeader.ETAG, CompressedContentFormat.GZIP.etag(etag));
        }
        if (HttpMethod.HEAD.is(getRequest().getMethod())) {
            return Mode.FIELDS_ONLY;
        }
        deflater.set(handler.getDeflaterPool().acquire());
        return Mode.COMPRESS;
    }

    private static boolean mayHaveCoding(int status) {
        return status == 0
                || status >= HttpStatus.OK_200
                        && status != HttpStatus.NO_CONTENT_204
                        && status != HttpStatus.RESET_CONTENT_205
                        && status != HttpStatus.PARTIAL_CONTENT_206;
    }

    private void addVary(HttpFields.Mutable headers) {
        HttpField vary = handler.getVary();
        if (vary != null && !headers.contains(HttpHeader.VARY, "*")) {
            headers.ensureField(vary);
        }
    }

    /** A 304 has the tag that the 200 had (RFC 9110 section 15.4.5), which is the one that the client has named. */
    private void restoreSuffix(HttpFields.Mutable headers) {
        String etag = headers.get(HttpHeader.ETAG);
        if (etag == null) {
            return;
        }
        String suffixed = CompressedContentFormat.GZIP.etag(etag);
        HttpFields asked = getRequest().getHeaders();
        String opaque = suffixed.startsWith("W/") ? suffixed.substring(2) : suffixed;
        for (int i = 0; i < asked.size(); i++) {
            HttpField field = asked.getField(i);
            if (field.getHeader() == HttpHeader.IF_NONE_MATCH
                    && field.getValue() != null
                    && field.getValue().contains(opaque)) {
                headers.put(HttpHeader.ETAG, suffixed);
                return;
            }
        }
    }

    /** A callback of a write that came while another one was pending. */
    private static final class Refused extends Callback.Nested {
        private Refused(Callback callback) {
            super(callback);
        }
    }

    /** Compresses one write: fills a buffer and sends it, until all is taken. */
    private final class Sender extends IteratingCallback {
        private ByteBuffer content;
        private boolean last;
        private boolean done;
        private RetainableByteBuffer.Mutable output;

        private Sender() {
            super(true);
        }

        private void start(boolean lastWrite, ByteBuffer bytes) {
            content = bytes;
            last = lastWrite;
            done = false;
            int position = bytes.position();
            crc.update(bytes);
            bytes.position(position);
            Deflater d = deflater.get().get();
            d.setInput(bytes);
            if (lastWrite) {
                d.finish();
            }
            iterate();
        }

        @Override
        protected Action process() {
            if (done) {
                return Action.SUCCEEDED;
            }
            HttpConfiguration configuration =
                    getRequest().getConnectionMetaData().getHttpConfiguration();
            output = getRequest()
                    .getComponents()
                    .getByteBufferPool()
                    .acquire(bufferSize(configuration), configuration.isUseOutputDirectByteBuffers());
            ByteBuffer buffer = output.getByteBuffer();
            BufferUtil.clearToFill(buffer);
            if (!headerDone) {
                headerDone = true;
                buffer.put(HEADER);
            }
            done = deflate(deflater.get().get(), buffer);
            BufferUtil.flipToFlush(buffer, 0);
            if (done && !last && !buffer.hasRemaining()) {
                releaseOutput();
                return Action.SUCCEEDED;
            }
            getWrapped().write(done && last, buffer, this);
            return Action.SCHEDULED;
        }

        /** All of a short last write fits into one buffer, even if it cannot be compressed. */
        private int bufferSize(HttpConfiguration configuration) {
            int most = Math.max(configuration.getOutputBufferSize(), 64);
            int remaining = content.remaining();
            return last && remaining < most ? Math.min(most, remaining + (remaining >> 8) + 64) : most;
        }

        /** Returns whether the write is taken, and the trailer of the last one written. */
        private boolean deflate(Deflater d, ByteBuffer buffer) {
            int flush = handler.isSyncFlush() && !last ? Deflater.SYNC_FLUSH : Deflater.NO_FLUSH;
            while (buffer.hasRemaining() && !d.finished()) {
                if (d.deflate(buffer, flush) == 0) {
                    break;
                }
            }
            if (!last) {
                return buffer.hasRemaining();
            }
            if (!d.finished() || buffer.remaining() < TRAILER) {
                return false;
            }
            putLittleEndian(buffer, (int) crc.getValue());
            putLittleEndian(buffer, (int) size);
            return true;
        }

        private static void putLittleEndian(ByteBuffer buffer, int value) {
            buffer.put((byte) value)
                    .put((byte) (value >>> 8))
                    .put((byte) (value >>> 16))
                    .put((byte) (value >>> 24));
        }

        private void releaseOutput() {
            if (output != null) {
                output.release();
                output = null;
            }
        }

        @Override
        protected void onSuccess() {
            releaseOutput();
        }

        @Override
        protected void onCompleteSuccess() {
            content = null;
            Callback then;
            if (last) {
                releaseDeflater();
            }
            Callback callback;
            synchronized (lock) {
                callback = pending;
                pending = null;
                then = completion;
                completion = null;
            }
            callback.succeeded();
            if (then != null) {
                complete(then);
            }
        }

        @Override
        protected void onCompleteFailure(Throwable cause) {
            content = null;
            releaseOutput();
            releaseDeflater();
            Callback then;
            Callback callback;
            synchronized (lock) {
                callback = pending;
                pending = null;
                then = completion;
                completion = null;
            }
            if (callback != null) {
                callback.failed(cause);
            }
            if (then != null) {
                then.failed(cause);
            }
        }

        @Override
        public InvocationType getInvocationType() {
            Callback callback;
            synchronized (lock) {
                callback = pending;
            }
            return callback == null ? InvocationType.NON_BLOCKING : callback.getInvocationType();
        }
    }
}
