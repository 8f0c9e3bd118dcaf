package org.eclipse.jetty.http;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpTokens.EndOfContent;
import org.jspecify.annotations.Nullable;

/**
 * Writes the heads, chunk framing and trailers of HTTP/1 messages into buffers (RFC 9112), by a call for each part:
 *
 * <pre>
 * HEAD    --head(interim)--&gt;           HEAD
 * HEAD    --head, not the last--&gt;      CONTENT
 * CONTENT --content, not the last--&gt;   CONTENT
 * HEAD, CONTENT --the last content--&gt;  LAST
 * LAST    --end--&gt;                     END
 * any     --reset--&gt;                   HEAD
 * </pre>
 *
 * <p>It writes no content: that goes to the network after what is generated, or is appended by the caller where it fits. All
 * buffers are in flush mode when given and when handed back, and are appended to. What does not fit leaves no trace.
 *
 * <p>Fields with CR, LF, NUL or other controls, and content that does not fit Content-Length, are refused with a
 * BadMessageException of status 500. Confined to its connection.
 */
public class MessageGenerator {
    /** The part of the message that comes next. */
    enum Step {
        HEAD,
        CONTENT,
        LAST,
        END
    }

    /** The bytes that a chunk's framing needs at most. */
    public static final int CHUNK_SIZE = 12;

    private static final byte[] TRANSFER_ENCODING_CHUNKED = MessageLines.ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] CONNECTION_CLOSE = MessageLines.ascii("Connection: close\r\n");
    private static final byte[] CONNECTION_KEEP_ALIVE = MessageLines.ascii("Connection: keep-alive\r\n");
    private static final byte[] LAST_CHUNK = MessageLines.ascii("0\r\n\r\n");

    private Step step = Step.HEAD;
    private EndOfContent endOfContent = EndOfContent.UNKNOWN_CONTENT;
    private boolean head;
    private boolean noContent;
    private boolean switching;
    private boolean connect;
    private boolean absoluteForm;
    private boolean persistenceKnown;
    private boolean persistent;
    private boolean crlfBeforeChunk;
    private long contentLength = -1;
    private long contentPrepared;
    private @Nullable Supplier<HttpFields> trailersSupplier;
    private @Nullable HttpFields trailers;
    private int maxHeaderBytes;

    /** Begins with the next message of the connection. */
    public void reset() {
        step = Step.HEAD;
        endOfContent = EndOfContent.UNKNOWN_CONTENT;
        head = false;
        noContent = false;
        switching = false;
        connect = false;
        absoluteForm = false;
        persistenceKnown = false;
        persistent = false;
        crlfBeforeChunk = false;
        contentLength = -1;
        contentPrepared = 0;
        trailersSupplier = null;
        trailers = null;
    }

    public int getMaxHeaderBytes() {
        return maxHeaderBytes;
    }

    /** The bytes that a head may have; 0 for those that the buffer given has. */
    public void setMaxHeaderBytes(int maxHeaderBytes) {
        this.maxHeaderBytes = maxHeaderBytes;
    }

    Step getStep() {
        return step;
    }

    EndOfContent getEndOfContent() {
        return endOfContent;
    }

    /** Whether nothing of a message is generated. */
    public boolean isIdle() {
        return step == Step.HEAD;
    }

    /** Whether the message is complete. */
    public boolean isEnd() {
        return step == Step.END;
    }

    /** Whether the head is generated. */
    public boolean isCommitted() {
        return step != Step.HEAD;
    }

    /** Whether the content is framed by chunks whose last one is not generated. */
    public boolean isChunking() {
        return endOfContent == EndOfContent.CHUNKED_CONTENT;
    }

    /** Whether chunks are written: not for a response to HEAD. */
    private boolean writesChunks() {
        return isChunking() && !head;
    }

    /** Whether {@link #content} needs a buffer: the content is framed by chunks. */
    public boolean needsChunkLine() {
        return writesChunks();
    }

    /** Whether {@link #end} needs a buffer. */
    public boolean needsEnd() {
        return step != Step.END && writesChunks();
    }

    /** Whether trailers may follow the last chunk, which then has not {@link #CHUNK_SIZE} bytes at most. */
    public boolean hasTrailers() {
        return trailersSupplier != null;
    }

    /** Whether the response has no content by its status: what is given of it is counted, and the caller drops it. */
    public boolean isNoContent() {
        return noContent;
    }

    /** Whether the connection lives on, as far as the request decides. */
    public void setPersistent(boolean persistent) {
        this.persistenceKnown = true;
        this.persistent = persistent;
    }

    /** Whether the connection lives on; false as long as nothing is known. */
    public boolean isPersistent() {
        return persistenceKnown && persistent;
    }

    /** Whether the connection lives on, for a message of a version. */
    public boolean isPersistent(HttpVersion version) {
        return persistenceKnown ? persistent : version == HttpVersion.HTTP_1_1;
    }

    /** Whether the response is one to CONNECT: what follows it is a tunnel, if it is successful (RFC 9110, section 9.3.6). */
    public void setConnect(boolean connect) {
        this.connect = connect;
    }

    /** Whether requests name their target by its absolute URI, as proxies need it (RFC 9112, section 3.2.2). */
    public void setAbsoluteForm(boolean absoluteForm) {
        this.absoluteForm = absoluteForm;
    }

    /** Whether content has been taken. */
    public boolean isWritten() {
        return contentPrepared > 0;
    }

    /** How much content has been taken. */
    public long getContentPrepared() {
        return contentPrepared;
    }

    /** Whether as much content has been taken as the head has announced. */
    public boolean isContentComplete() {
        return contentLength >= 0 && contentPrepared == contentLength;
    }

    /** Ends the message where it stands, and the connection with it. */
    public void abort() {
        setPersistent(false);
        step = Step.END;
        endOfContent = EndOfContent.UNKNOWN_CONTENT;
    }

    /** The rest of the connection is a tunnel: content goes as it comes. */
    public void startTunnel() {
        noContent = false;
        switching = false;
        contentLength = -1;
        endOfContent = EndOfContent.EOF_CONTENT;
        step = Step.CONTENT;
        setPersistent(false);
    }

    // ---- the head

    /**
     * Appends the head of a request, and the line of its first chunk.
     *
     * @param length how many bytes of content follow at once
     * @param last whether they are all
     * @return whether it fits: if not, a bigger buffer, or one with more space, is needed
     * @throws BadMessageException if there is no such message, or the head is over the limit
     */
    public boolean head(MetaData.Request info, int length, boolean last, ByteBuffer out) {
        checkVersion(info.getHttpVersion());
        int flushFrom = toFill(out);
        int start = out.position();
        try {
            MessageLines.requestLine(info, absoluteForm, out);
            fields(info, null, info.getMethod(), length, last, out);
            takeFirstContent(length, last, out);
            return true;
        } catch (BufferOverflowException x) {
            overflow(out, start);
            return false;
        } catch (RuntimeException x) {
            out.position(start);
            throw x;
        } finally {
            out.limit(out.position()).position(flushFrom);
        }
    }

    /**
     * Appends the head of a response, and the line of its first chunk. That of an interim response has no content, and the head of
     * the next one follows. HTTP/0.9 has no head.
     *
     * @param head whether the response is one to HEAD
     * @param length how many bytes of content follow at once
     * @param last whether they are all
     * @return whether it fits: if not, a bigger buffer, or one with more space, is needed
     * @throws BadMessageException if there is no such message, or the head is over the limit
     */
    public boolean head(MetaData.Response info, boolean head, int length, boolean last, @Nullable ByteBuffer out) {
        HttpVersion version = info.getHttpVersion();
        if (version == HttpVersion.HTTP_0_9) {
            contentAlone(length, last);
            return true;
        }
        checkVersion(version);
        assert out != null : "only HTTP/0.9 has no head";
        int flushFrom = toFill(out);
        int start = out.position();
        try {
            this.head = head;
            int status = info.getStatus();
            MessageLines.statusLine(status, info.getReason(), out);
            if (HttpStatus.isInterim(status)) {
                interimFields(info.getHttpFields(), out);
                return true;
            }
            fields(info, info, null, length, last, out);
            takeFirstContent(length, last, out);
            return true;
        } catch (BufferOverflowException x) {
            overflow(out, start);
            return false;
        } catch (RuntimeException x) {
            out.position(start);
            throw x;
        } finally {
            out.limit(out.position()).position(flushFrom);
        }
    }

    private static void checkVersion(HttpVersion version) {
        if (version != HttpVersion.HTTP_1_1 && version != HttpVersion.HTTP_1_0) {
            throw new BadMessageException(HttpStatus.INTERNAL_SERVER_ERROR_500, version + " not supported");
        }
    }

    /** Appending to a buffer in flush mode; returns where flushing begins. */
    private static int toFill(ByteBuffer buffer) {
        int position = buffer.position();
        int limit = buffer.limit();
        if (position == limit) {
            buffer.clear();
            return 0;
        }
        buffer.limit(buffer.capacity()).position(limit);
        return position;
    }

    /** Forgets a head that did not fit; what has a buffer of the greatest size for itself never will. */
    private void overflow(ByteBuffer buffer, int start) {
        buffer.position(start);
        contentLength = -1;
        endOfContent = EndOfContent.UNKNOWN_CONTENT;
        if (start == 0 && buffer.capacity() >= maxHeaderBytes) {
            throw new BadMessageException(
                    HttpStatus.INTERNAL_SERVER_ERROR_500, "head over " + buffer.capacity() + " bytes");
        }
    }

    /** HTTP/0.9 (RFC 1945, section 6): the response is its content. */
    private void contentAlone(int length, boolean last) {
        setPersistent(false);
        endOfContent = EndOfContent.EOF_CONTENT;
        contentPrepared += length;
        step = last ? Step.LAST : Step.CONTENT;
    }

    private void takeFirstContent(int length, boolean last, ByteBuffer out) {
        if (length > 0) {
            take(length);
            if (writesChunks()) {
                chunk(out, length);
            }
        }
        // before anything is committed, so that another response may still say what is wrong
        if (last) {
            checkLength();
        }
        step = last ? Step.LAST : Step.CONTENT;
    }

    private static void interimFields(@Nullable HttpFields fields, ByteBuffer out) {
        for (int i = 0; fields != null && i < fields.size(); i++) {
            HttpField field = fields.getField(i);
            HttpHeader known = field.getHeader();
            if (known != HttpHeader.CONTENT_LENGTH && known != HttpHeader.TRANSFER_ENCODING) {
                MessageLines.putTo(field, out);
            }
        }
        MessageLines.crlf(out);
    }

    /** Fields as given, then those that framing and persistence need (RFC 9112, sections 6 and 9.3). */
    private void fields(
            MetaData info,
            MetaData.@Nullable Response response,
            @Nullable String method,
            int available,
            boolean last,
            ByteBuffer out) {
        boolean http11 = info.getHttpVersion() == HttpVersion.HTTP_1_1;
        int status = response == null ? 0 : response.getStatus();
        switching = status == HttpStatus.SWITCHING_PROTOCOLS_101;
        noContent = HttpStatus.hasNoBody(status);
        boolean tunnel = connect && HttpStatus.isSuccess(status);
        trailersSupplier = http11 && !tunnel ? info.getTrailersSupplier() : null;
        long length = info.getContentLength();
        boolean chunkedHint = false;
        boolean close = false;
        boolean keepAlive = false;
        HttpFields fields = info.getHttpFields();
        int size = fields == null ? 0 : fields.size();
        for (int i = 0; i < size; i++) {
            HttpField field = fields.getField(i);
            HttpHeader known = field.getHeader();
            if (known == null) {
                MessageLines.putTo(field, out);
                continue;
            }
            switch (known) {
                case CONTENT_LENGTH -> {
                    if (length < 0) {
                        length = field.getLongValue();
                    }
                }
                case TRANSFER_ENCODING -> chunkedHint = field.contains(HttpHeaderValue.CHUNKED.asString());
                case CONNECTION -> {
                    boolean closes = field == HttpFields.CONNECTION_CLOSE || field.contains("close");
                    close |= closes;
                    boolean keeps =
                            !closes && (field == HttpFields.CONNECTION_KEEPALIVE || field.contains("keep-alive"));
                    keepAlive |= keeps;
                    // "close" and "keep-alive" are written below, other options as they are
                    optionsTo(
                            closes ? field.withoutValue("close") : keeps ? field.withoutValue("keep-alive") : field,
                            out);
                }
                default -> MessageLines.putTo(field, out);
            }
        }
        decidePersistence(http11, keepAlive, close);
        if (tunnel) {
            endOfContent = EndOfContent.EOF_CONTENT;
            persistent = false;
            MessageLines.crlf(out);
            return;
        }
        framing(http11, method, status, length, chunkedHint, available, last, out);
        if (!switching) {
            persistenceTo(out, http11, keepAlive);
        }
        MessageLines.crlf(out);
    }

    private void decidePersistence(boolean http11, boolean keepAlive, boolean close) {
        if (!persistenceKnown) {
            setPersistent(http11 || keepAlive);
        }
        if (close) {
            persistent = false;
        }
        if (switching) {
            persistent = true;
        }
    }

    /** Writes a Connection field, unless none of its options is left. */
    private static void optionsTo(@Nullable HttpField field, ByteBuffer out) {
        if (field != null && field.getValue() != null && !field.getValue().isEmpty()) {
            MessageLines.putTo(field, out);
        }
    }

    /** Says whether the connection persists, where the version does not (RFC 9112, section 9.3). */
    private void persistenceTo(ByteBuffer out, boolean http11, boolean keepAlive) {
        if (http11 && !persistent) {
            out.put(CONNECTION_CLOSE);
        } else if (persistent && (keepAlive || !http11)) {
            out.put(CONNECTION_KEEP_ALIVE);
        }
    }

    /** Decides how the content's end is told, and writes the field for it (RFC 9112, section 6). */
    private void framing(
            boolean http11,
            @Nullable String method,
            int status,
            long length,
            boolean chunkedHint,
            int available,
            boolean last,
            ByteBuffer out) {
        boolean request = method != null;
        if (noContent) {
            endOfContent = EndOfContent.NO_CONTENT;
            if (status == HttpStatus.NOT_MODIFIED_304 && length >= 0) {
                MessageLines.contentLength(length, out);
            }
            // RFC 9110, section 15.3.6: unlike that of a 204, the framing of a 205 must show that there is none
            if (status == HttpStatus.RESET_CONTENT_205) {
                MessageLines.contentLength(0, out);
            }
            return;
        }
        if (http11 && chunkedHint) {
            length = -1;
        }
        if (length < 0 && last && !chunkedHint && trailersSupplier == null && !head) {
            length = available;
        }
        if (http11 && (trailersSupplier != null || chunkedHint && length < 0)) {
            endOfContent = EndOfContent.CHUNKED_CONTENT;
            out.put(TRANSFER_ENCODING_CHUNKED);
        } else if (length >= 0) {
            endOfContent = EndOfContent.CONTENT_LENGTH;
            contentLength = length;
            // RFC 9110, section 8.6: a request of a method without content says nothing
            if (!request || length > 0 || methodExpectsContent(method)) {
                MessageLines.contentLength(length, out);
            }
        } else if (head && last) {
            endOfContent = EndOfContent.NO_CONTENT;
        } else if (request && HttpMethod.CONNECT.is(method)) {
            endOfContent = EndOfContent.NO_CONTENT;
        } else if (http11) {
            endOfContent = EndOfContent.CHUNKED_CONTENT;
            out.put(TRANSFER_ENCODING_CHUNKED);
        } else if (request) {
            throw new BadMessageException(HttpStatus.LENGTH_REQUIRED_411, "content of unknown length for HTTP/1.0");
        } else {
            endOfContent = EndOfContent.EOF_CONTENT;
            persistent = false;
        }
    }

    private static boolean methodExpectsContent(@Nullable String method) {
        return HttpMethod.POST.is(method) || HttpMethod.PUT.is(method) || HttpMethod.PATCH.is(method);
    }

    // ---- content

    /**
     * Takes content after the head; what frames it is appended.
     *
     * @param length how many bytes follow; may be 0
     * @param last whether they are the last
     * @param out a buffer with space for {@link #CHUNK_SIZE} bytes; may be null unless {@link #needsChunkLine}
     * @throws BadMessageException if the message must not have this content, or must have more
     */
    public void content(int length, boolean last, @Nullable ByteBuffer out) {
        if (length > 0) {
            if (step != Step.CONTENT) {
                throw tooMuch(contentPrepared + length);
            }
            take(length);
            if (writesChunks()) {
                assert out != null : "needsChunkLine()";
                int flushFrom = toFill(out);
                chunk(out, length);
                out.limit(out.position()).position(flushFrom);
            }
        }
        if (last && step == Step.CONTENT) {
            step = Step.LAST;
            checkLength();
        }
    }

    private void take(int length) {
        if (switching) {
            throw new BadMessageException(HttpStatus.INTERNAL_SERVER_ERROR_500, "Content for a 101 response");
        }
        contentPrepared += length;
        if (contentLength >= 0 && contentPrepared > contentLength) {
            throw tooMuch(contentPrepared);
        }
    }

    private void checkLength() {
        if (head || noContent || contentLength < 0 || contentPrepared == contentLength) {
            return;
        }
        throw new BadMessageException(
                HttpStatus.INTERNAL_SERVER_ERROR_500,
                "insufficient content written " + contentPrepared + " < " + contentLength);
    }

    private BadMessageException tooMuch(long written) {
        return new BadMessageException(
                HttpStatus.INTERNAL_SERVER_ERROR_500, "too much content written " + written + " > " + contentLength);
    }

    /** The size of a chunk, after the CRLF of the chunk before (RFC 9112, section 7.1). */
    private void chunk(ByteBuffer buffer, int length) {
        if (crlfBeforeChunk) {
            MessageLines.crlf(buffer);
        }
        crlfBeforeChunk = true;
        int shift = 28;
        while (shift > 0 && length >>> shift == 0) {
            shift -= 4;
        }
        for (; shift >= 0; shift -= 4) {
            int digit = length >>> shift & 15;
            buffer.put((byte) (digit < 10 ? '0' + digit : 'A' - 10 + digit));
        }
        MessageLines.crlf(buffer);
    }

    // ---- the end

    /**
     * Ends the message; the last chunk and the trailers are appended.
     *
     * @param out may be null unless {@link #needsEnd}
     * @return whether it fits: if not, a bigger buffer, or one with more space, is needed
     * @throws BadMessageException if trailers are over the limit
     */
    public boolean end(@Nullable ByteBuffer out) {
        if (step != Step.LAST && step != Step.END) {
            throw new IllegalStateException(step.toString());
        }
        if (needsEnd()) {
            assert out != null : "needsEnd()";
            if (!endChunks(out)) {
                return false;
            }
        }
        step = Step.END;
        return true;
    }

    /** Appends the last chunk and the trailers; returns whether they fit. */
    boolean endChunks(ByteBuffer out) {
        if (trailersSupplier != null && trailers == null) {
            trailers = trailersSupplier.get();
        }
        int flushFrom = toFill(out);
        int start = out.position();
        try {
            if (crlfBeforeChunk) {
                MessageLines.crlf(out);
            }
            if (trailers == null || trailers.size() == 0) {
                out.put(LAST_CHUNK);
            } else {
                trailers(trailers, out);
            }
            endOfContent = EndOfContent.UNKNOWN_CONTENT;
            return true;
        } catch (BufferOverflowException x) {
            out.position(start);
            if (start == 0 && out.capacity() >= maxHeaderBytes) {
                throw new BadMessageException(
                        HttpStatus.INTERNAL_SERVER_ERROR_500, "trailers over " + out.capacity() + " bytes");
            }
            return false;
        } finally {
            out.limit(out.position()).position(flushFrom);
        }
    }

    private static void trailers(HttpFields trailers, ByteBuffer out) {
        out.put((byte) '0');
        MessageLines.crlf(out);
        for (int i = 0; i < trailers.size(); i++) {
            HttpField field = trailers.getField(i);
            if (isTrailer(field.getHeader())) {
                MessageLines.putTo(field, out);
            }
        }
        MessageLines.crlf(out);
    }

    /** What framing, routing, the connection or the content's format needs cannot follow the content (RFC 9110, section 6.5.1). */
    private static boolean isTrailer(@Nullable HttpHeader header) {
        if (header == null) {
            return true;
        }
        return switch (header) {
            case CONTENT_LENGTH,
                    TRANSFER_ENCODING,
                    TRAILER,
                    TE,
                    HOST,
                    CONNECTION,
                    UPGRADE,
                    CONTENT_TYPE,
                    CONTENT_ENCODING,
                    CONTENT_RANGE -> false;
            default -> true;
        };
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "{" + step + "," + endOfContent + "}";
    }
}
