package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritePendingException;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The response body as a stream: aggregates small writes, passes large ones through, and writes the last of it together with the head when it
 * can. Blocking, or driven by a {@link WriteListener}
 * (Servlet section 5.7, see {@link AsyncWrite}).
 *
 * <p>It belongs to one request for ever: after the end, writing fails, and is logged.
 *
 * <p>Confined to the thread that handles the request; an asynchronous write may end on another. The aggregate is pooled: a
 * thread that is not the owner of the request uses it between {@link RequestUses#enter()} and {@link RequestUses#leave()}, and
 * a write that is pending retains it.
 */
public class HttpOutput extends AggregatingStream {
    private static final Logger LOG = LoggerFactory.getLogger(HttpOutput.class);
    /** Made with the write listener; null for a stream that blocks. */
    private @Nullable AsyncWrite asyncWrite;

    private long written;
    private long contentLength = -1;
    private boolean closed;
    /** How many includes of other servlets are under way, one within the other. */
    private short included;

    private volatile @Nullable Throwable error;

    HttpOutput(StreamChannel channel) {
        super(channel);
    }

    /** Gives the aggregate back, after the end. */
    void release() {
        closed = true;
        releaseBuffer();
    }

    /** Begins a use by the application; returns whether it is to be left. */
    boolean enter() throws IOException {
        if (channel.isOwner()) {
            return false;
        }
        if (!channel.enter()) {
            throw new EofException(channel.late("write"));
        }
        return true;
    }

    void leave(boolean entered) {
        if (entered) {
            channel.leave();
        }
    }

    public boolean isWritten() {
        return written > 0;
    }

    /** Returns how many bytes the application has written. */
    public long getWritten() {
        return written;
    }

    void setApplicationContentLength(long length) {
        contentLength = length;
    }

    long getApplicationContentLength() {
        return contentLength;
    }

    boolean isContentIncomplete() {
        return contentLength >= 0 && written < contentLength;
    }

    /** Opens the stream again after an error closed it. */
    void reopen() {
        if (!channel.getResponse().hasLastWrite()) {
            closed = false;
        }
    }

    /** Closes the stream without writing: what is written from now on fails. */
    void softClose() {
        closed = true;
    }

    /** From here to its end, closing the stream only flushes: another servlet's output is included. */
    void beginInclude() {
        included++;
    }

    void endInclude() {
        included--;
    }

    public boolean isClosed() {
        return closed;
    }

    public boolean isAsync() {
        return asyncWrite != null;
    }

    private void ensureOpen() throws IOException {
        if (error != null) {
            throw new IOException(error);
        }
        if (closed) {
            throw new EofException("Closed");
        }
    }

    /** Counts what is about to be written; true when it completes the announced length. */
    private boolean count(int length) throws IOException {
        long total = written + length;
        if (contentLength >= 0 && total > contentLength && channel.getResponse().getStatus() < 400) {
            throw new IOException("written " + total + " > " + contentLength + " content-length");
        }
        written = total;
        return contentLength >= 0 && total >= contentLength && included == 0;
    }

    @Override
    public void write(int b) throws IOException {
        boolean entered = enter();
        try {
            if (asyncWrite == null && !closed && error == null && contentLength < 0) {
                ByteBuffer target = buffer(false);
                if (target.remaining() > 1) {
                    target.put((byte) b);
                    written++;
                    return;
                }
            }
            writeBytes(new byte[] {(byte) b}, 0, 1);
        } finally {
            leave(entered);
        }
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
        boolean entered = enter();
        try {
            writeBytes(b, off, len);
        } finally {
            leave(entered);
        }
    }

    private void writeBytes(byte[] b, int off, int len) throws IOException {
        ensureOpen();
        ensureReady();
        if (len == 0) {
            return;
        }
        boolean last = count(len);
        ByteBuffer target = buffer;
        if (!last && len < getBufferSize()) {
            target = buffer(false);
            if (len < target.remaining()) {
                target.put(b, off, len);
                return;
            }
        }
        if (last && target == null && len < getBufferSize() && asyncWrite == null) {
            closed = true;
            block(true, ByteBuffer.wrap(b, off, len), null);
        } else if (asyncWrite != null) {
            writeAsync(asyncWrite, last, ByteBuffer.wrap(b, off, len));
        } else {
            writeThrough(last, b, off, len);
        }
    }

    /** An asynchronous write must not begin before the one before is done. */
    private void ensureReady() {
        if (asyncWrite != null && !asyncWrite.isIdle()) {
            throw new WritePendingException();
        }
    }

    private void writeThrough(boolean last, byte[] b, int off, int len) throws IOException {
        int from = off;
        int left = len;
        if (hasAggregate()) {
            ByteBuffer space = gathered();
            int part = Math.min(left, space.remaining());
            space.put(b, from, part);
            from += part;
            left -= part;
            if (last && left == 0) {
                closed = true;
                flushAggregate(true);
                return;
            }
            flushAggregate(false);
        }
        if (last) {
            closed = true;
            block(true, ByteBuffer.wrap(b, from, left), null);
        } else if (left >= getBufferSize()) {
            block(false, ByteBuffer.wrap(b, from, left), null);
        } else if (left > 0) {
            ByteBuffer space = buffer(false).put(b, from, left);
            if (!space.hasRemaining()) {
                flushAggregate(false);
            }
        }
    }

    /**
     * Writes a buffer's content, after what was written before; the buffer's position becomes its limit. With a write
     * listener, the content must not change until {@link #isReady()} returns true or the listener is called.
     */
    public void write(ByteBuffer content) throws IOException {
        boolean entered = enter();
        try {
            writeBuffer(content.slice());
            content.position(content.limit());
        } finally {
            leave(entered);
        }
    }

    private void writeBuffer(ByteBuffer content) throws IOException {
        ensureOpen();
        ensureReady();
        int length = content.remaining();
        if (length == 0) {
            return;
        }
        boolean last = count(length);
        if (asyncWrite != null) {
            writeAsync(asyncWrite, last, content);
            return;
        }
        if (!last && length < getBufferSize() && length < buffer(false).remaining()) {
            gathered().put(content);
            return;
        }
        if (hasAggregate()) {
            flushAggregate(false);
        }
        if (last) {
            closed = true;
        }
        block(last, content, null);
    }

    /** Writes the aggregate, which is as new afterwards, unless the write failed: then it is given back when that is over. */
    private void flushAggregate(boolean last) throws IOException {
        block(last, flipAggregate(), getAggregate());
        emptyAggregate();
    }

    /**
     * Writes, and waits until it is done. A thread that is not the owner leaves meanwhile, so that it does not hold up the end.
     *
     * @param pooled what the content is in, which is retained until the write is done; null where it is the application's
     */
    private void block(boolean last, ByteBuffer content, @Nullable RetainableByteBuffer pooled) throws IOException {
        boolean owner = channel.isOwner();
        try (Blocker.Callback waiting = Blocker.callback()) {
            channel.getResponse()
                    .write(last, content, pooled == null ? waiting : RetainingCallback.of(pooled, waiting));
            if (!owner) {
                channel.leave();
            }
            try {
                waiting.block();
            } finally {
                if (!owner && !channel.enterAgain()) {
                    throw new EofException(channel.late("write"));
                }
            }
        } catch (IOException x) {
            if (!channel.isEnded()) {
                error = x;
                channel.failed(x);
                if (pooled != null) {
                    releaseBuffer();
                }
            }
            throw x;
        }
    }

    @Override
    public void flush() throws IOException {
        if (closed) {
            return;
        }
        boolean entered = enter();
        try {
            if (error != null) {
                throw new IOException(error);
            }
            if (asyncWrite != null) {
                ensureReady();
                writeAsync(asyncWrite, false, BufferUtil.EMPTY_BUFFER);
            } else if (hasAggregate()) {
                flushAggregate(false);
            } else {
                block(false, BufferUtil.EMPTY_BUFFER, null);
            }
        } finally {
            leave(entered);
        }
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        if (included > 0) {
            flush();
            return;
        }
        boolean entered = enter();
        try {
            closeOpen();
        } finally {
            leave(entered);
        }
    }

    private void closeOpen() throws IOException {
        if (asyncWrite != null) {
            closed = true;
            asyncWrite.writeLast(Callback.NOOP);
            return;
        }
        if (isContentIncomplete()) {
            // the end of the exchange reports that content is missing
            return;
        }
        closed = true;
        if (error != null) {
            return;
        }
        announceToHead();
        if (hasAggregate()) {
            flushAggregate(true);
        } else {
            block(true, BufferUtil.EMPTY_BUFFER, null);
        }
        releaseBuffer();
    }

    /** Writes what is left, with the head when it is not out yet; the callback hears about the end. */
    void complete(Callback callback) {
        if (closed || channel.getResponse().hasLastWrite()) {
            closed = true;
            if (asyncWrite == null || asyncWrite.isIdle()) {
                callback.succeeded();
            } else {
                asyncWrite.writeLast(callback);
            }
            return;
        }
        closed = true;
        if (asyncWrite != null) {
            asyncWrite.writeLast(callback);
            return;
        }
        announceToHead();
        channel.getResponse().write(true, buffer == null ? BufferUtil.EMPTY_BUFFER : flipAggregate(), callback);
    }

    /** A response to HEAD has the length that GET would have, as far as it is known here (RFC 9110, section 8.6). */
    private void announceToHead() {
        if (written == 0
                || contentLength >= 0
                || !HttpMethod.HEAD.is(channel.getRequest().getMethod())) {
            return;
        }
        Response response = channel.getResponse();
        if (!response.isCommitted() && !response.getHeaders().contains(HttpHeader.CONTENT_LENGTH)) {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, written);
        }
    }

    // blocking text

    @Override
    public void print(@Nullable String s) throws IOException {
        if (s == null) {
            s = "null";
        }
        // the characters of the response's encoding, as ServletOutputStream wants (its own accepts Latin-1 alone)
        writeText(s);
    }

    @Override
    public void println(String s) throws IOException {
        print(s);
        println();
    }

    @Override
    public void println() throws IOException {
        write('\r');
        write('\n');
    }

    private void writeText(String s) throws IOException {
        String encoding = channel.fixCharacterEncoding();
        byte[] bytes;
        if (encoding == null || "utf-8".equalsIgnoreCase(encoding)) {
            bytes = s.getBytes(StandardCharsets.UTF_8);
        } else if ("iso-8859-1".equalsIgnoreCase(encoding)) {
            bytes = s.getBytes(StandardCharsets.ISO_8859_1);
        } else {
            bytes = s.getBytes(encoding);
        }
        write(bytes, 0, bytes.length);
    }

    /** The space that a writer, which has entered, may encode into: of a heap buffer, flushed first if it has less than asked for. */
    ByteBuffer textSpace(int needed) throws IOException {
        if (closed) {
            throw new EofException("Closed");
        }
        if (error != null) {
            throw new IOException(error);
        }
        ByteBuffer space = textBuffer();
        if (space.remaining() < needed || !space.hasArray()) {
            if (hasAggregate()) {
                flushAggregate(false);
            }
            space = textBuffer();
        }
        return space;
    }

    /** Counts what a writer has encoded; flushes when it completes the announced length. */
    void textWritten(int bytes) throws IOException {
        if (bytes == 0) {
            return;
        }
        if (count(bytes)) {
            closed = true;
            flushAggregate(true);
        } else if (!gathered().hasRemaining()) {
            flushAggregate(false);
        }
    }

    /** Whether text must not go into the buffer directly, because writes are asynchronous. */
    boolean isTextIndirect() {
        return asyncWrite != null;
    }

    // whole contents

    public void sendContent(ByteBuffer content) throws IOException {
        boolean entered = enter();
        try {
            ensureOpen();
            if (hasAggregate()) {
                flushAggregate(false);
            }
            written += content.remaining();
            closed = true;
            block(true, content, null);
        } finally {
            leave(entered);
        }
    }

    public void sendContent(InputStream in) throws IOException {
        sendContent(Channels.newChannel(in));
    }

    /** Writes all that a channel gives, closes it, and ends the response. */
    public void sendContent(ReadableByteChannel in) throws IOException {
        boolean entered = enter();
        try (ReadableByteChannel source = in) {
            ensureOpen();
            while (true) {
                ByteBuffer target = buffer(false);
                int read = source.read(target);
                if (read < 0) {
                    break;
                }
                written += read;
                if (!target.hasRemaining()) {
                    flushAggregate(false);
                }
            }
            closed = true;
            if (hasAggregate()) {
                flushAggregate(true);
            } else {
                block(true, BufferUtil.EMPTY_BUFFER, null);
            }
            releaseBuffer();
        } finally {
            leave(entered);
        }
    }

    public void sendContent(ByteBuffer content, Callback callback) {
        sendContent(Content.Source.from(content), callback);
    }

    public void sendContent(InputStream in, Callback callback) {
        sendContent(Content.Source.from(sizedPool(), in), callback);
    }

    public void sendContent(ReadableByteChannel in, Callback callback) {
        sendContent(Content.Source.from(sizedPool(), Channels.newInputStream(in)), callback);
    }

    private void sendContent(Content.Source source, Callback callback) {
        boolean entered = false;
        try {
            entered = enter();
            ensureOpen();
            closed = true;
            Callback copy = new Callback.Nested(callback) {
                @Override
                public void succeeded() {
                    Content.copy(source, channel.getResponse(), callback);
                }

                @Override
                public void failed(Throwable x) {
                    source.fail(x);
                    super.failed(x);
                }
            };
            if (hasAggregate()) {
                channel.getResponse().write(false, flipAggregate(), RetainingCallback.of(getAggregate(), copy));
            } else {
                copy.succeeded();
            }
        } catch (IOException x) {
            source.fail(x);
            callback.failed(x);
        } finally {
            leave(entered);
        }
    }

    // buffer

    @Override
    public int getBufferSize() {
        return super.getBufferSize();
    }

    public void setBufferSize(int size) {
        boolean owner = channel.isOwner();
        if (!owner && !channel.enter()) {
            throw new IllegalStateException(channel.late("setBufferSize"));
        }
        try {
            if (hasAggregate() || written > 0) {
                throw new IllegalStateException("Content has been written");
            }
            resize(size);
        } finally {
            leave(!owner);
        }
    }

    /** Drops what is buffered and has not been sent. */
    public void resetBuffer() {
        boolean owner = channel.isOwner();
        if (!owner && !channel.enter()) {
            throw new IllegalStateException(channel.late("resetBuffer"));
        }
        try {
            if (buffer != null) {
                emptyAggregate();
            }
            written = 0;
        } finally {
            leave(!owner);
        }
    }

    // asynchronous

    @Override
    public boolean isReady() {
        return asyncWrite == null || asyncWrite.isReady();
    }

    @Override
    public void setWriteListener(WriteListener writeListener) {
        if (writeListener == null) {
            throw new NullPointerException("No write listener");
        }
        if (asyncWrite != null) {
            throw new IllegalStateException("A write listener is set already");
        }
        if (!channel.isAsyncStarted()) {
            throw new IllegalStateException("The request is not asynchronous");
        }
        asyncWrite = new AsyncWrite(this, channel, writeListener);
        channel.onWritePossible();
    }

    private void writeAsync(AsyncWrite write, boolean last, ByteBuffer content) throws IOException {
        int length = content.remaining();
        if (!last
                && length > 0
                && length < getBufferSize()
                && length < buffer(false).remaining()) {
            gathered().put(content);
            return;
        }
        if (last) {
            closed = true;
        }
        write.start(last, content);
    }

    /** An asynchronous write has failed. */
    void onWriteFailed(Throwable failure) {
        error = failure;
        channel.failed(failure);
    }

    @Nullable
    Throwable getError() {
        return error;
    }

    /** Tells the write listener that it may write, or that writing failed. */
    void writeCallback() {
        if (asyncWrite == null) {
            return;
        }
        WriteListener told = asyncWrite.beginListener();
        Throwable failure = error;
        if (failure == null) {
            try {
                told.onWritePossible();
                return;
            } catch (Throwable x) {
                failure = x;
                error = x;
            }
        }
        try {
            told.onError(failure);
        } catch (Throwable x) {
            LOG.warn("Write listener {} failed to take an error", told, x);
            channel.asyncError(x);
        }
    }

    @Override
    public String toString() {
        return "HttpOutput@" + Integer.toHexString(hashCode()) + "{written=" + written + ",closed=" + closed + ",async="
                + isAsync() + "}";
    }
}
