package org.eclipse.jetty.http;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpTokens.EndOfContent;

/**
 * Writes the heads, chunk framing and trailers of HTTP/1 messages into buffers (RFC 9112).
 *
 * <p>It writes no content: buffers with content go to the network beside what is generated, or are appended by the caller to
 * the head's buffer when they fit. All buffers are in flush mode when given and when handed back, and are appended to.
 *
 * <pre>
 * generate(info, ...)  NEED_INFO, NEED_HEADER, HEADER_OVERFLOW: call again with what is missing
 *                      FLUSH:         send header, chunk and content buffers in this order, call again
 *                      NEED_CHUNK:    call again with a chunk buffer of {@link #CHUNK_SIZE} bytes
 *                      NEED_CHUNK_TRAILER: call again with a bigger chunk buffer, for trailers
 *                      CONTINUE:      call again, with nothing to send
 *                      DONE:          what was given is sent; after the last content the message is complete
 *                      SHUTDOWN_OUT:  the message is complete and the connection's end is part of it
 * </pre>
 *
 * <p>Fields with CR, LF, NUL or other controls, and content that does not fit Content-Length, are refused with a
 * BadMessageException of status 500. Confined to its connection.
 */
public class HttpGenerator {
    /** What generating comes to. */
    public enum Result {
        NEED_CHUNK,
        NEED_INFO,
        NEED_HEADER,
        HEADER_OVERFLOW,
        NEED_CHUNK_TRAILER,
        FLUSH,
        CONTINUE,
        SHUTDOWN_OUT,
        DONE
    }

    /** Where in the message generating stands. */
    public enum State {
        /** Nothing is generated. */
        START,
        /** The head is generated. */
        COMMITTED,
        /** The last content is taken; the end is to be generated. */
        COMPLETING,
        /** An interim response is generated. */
        COMPLETING_1XX,
        /** The message is complete. */
        END
    }

    /** The bytes that a chunk's framing needs at most. */
    public static final int CHUNK_SIZE = 12;

    /** 100 Continue. */
    public static final MetaData.Response CONTINUE_100_INFO =
            new MetaData.Response(HttpStatus.CONTINUE_100, null, HttpVersion.HTTP_1_1, HttpFields.EMPTY);

    private static final byte[][] STATUS_LINES = new byte[HttpStatus.MAX_CODE + 1][];
    private static final byte[] STATUS_PREFIX = ascii("HTTP/1.1 ");
    private static final byte[] CONTENT_LENGTH_0 = ascii("Content-Length: 0\r\n");
    private static final byte[] TRANSFER_ENCODING_CHUNKED = ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] CONNECTION_CLOSE = ascii("Connection: close\r\n");
    private static final byte[] CONNECTION_KEEP_ALIVE = ascii("Connection: keep-alive\r\n");
    private static final byte[] LAST_CHUNK = ascii("0\r\n\r\n");

    private State state = State.START;
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
    private Supplier<HttpFields> trailersSupplier;
    private HttpFields trailers;
    private int maxHeaderBytes;

    static {
        for (HttpStatus.Code code : HttpStatus.Code.values())
            STATUS_LINES[code.getCode()] = ascii("HTTP/1.1 " + code.getCode() + " " + code.getMessage() + "\r\n");
    }

    private static byte[] ascii(String s) {
        return s.getBytes(StandardCharsets.US_ASCII);
    }

    /** Begins with the next message of the connection. */
    public void reset() {
        state = State.START;
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

    public State getState() {
        return state;
    }

    public boolean isState(State state) {
        return this.state == state;
    }

    public boolean isIdle() {
        return state == State.START;
    }

    public boolean isEnd() {
        return state == State.END;
    }

    public boolean isCommitted() {
        return state.ordinal() >= State.COMMITTED.ordinal();
    }

    public boolean isChunking() {
        return endOfContent == EndOfContent.CHUNKED_CONTENT;
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

    /** Whether the response is one to CONNECT: what follows it is a tunnel, if it is successful (RFC 9110 9.3.6). */
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

    /** Ends the message where it stands, and the connection with it. */
    public void abort() {
        setPersistent(false);
        state = State.END;
        endOfContent = EndOfContent.UNKNOWN_CONTENT;
    }

    /** The rest of the connection is a tunnel: content goes as it comes. */
    public void startTunnel() {
        noContent = false;
        switching = false;
        contentLength = -1;
        endOfContent = EndOfContent.EOF_CONTENT;
        state = State.COMMITTED;
        setPersistent(false);
    }

    /** The rest of the connection belongs to what a servlet upgraded to. */
    public void servletUpgrade() {
        startTunnel();
    }

    /** Generates a step of a request. */
    public Result generateRequest(
            MetaData.Request info, ByteBuffer header, ByteBuffer chunk, ByteBuffer content, boolean last) {
        if (state != State.START) return generate(chunk, content, last);
        if (info == null) return Result.NEED_INFO;
        if (header == null) return Result.NEED_HEADER;
        checkVersion(info.getHttpVersion());
        int flushFrom = toFill(header);
        int start = header.position();
        try {
            requestLine(info, header);
            fields(info, null, info.getMethod(), content, last, header);
            takeFirstContent(header, content, last);
            return Result.FLUSH;
        } catch (BufferOverflowException e) {
            return overflow(header, start);
        } catch (RuntimeException e) {
            header.position(start);
            throw e;
        } finally {
            header.limit(header.position()).position(flushFrom);
        }
    }

    /** Generates a step of a response; {@code head} for one to HEAD. */
    public Result generateResponse(
            MetaData.Response info,
            boolean head,
            ByteBuffer header,
            ByteBuffer chunk,
            ByteBuffer content,
            boolean last) {
        if (state != State.START) return generate(chunk, content, last);
        if (info == null) return Result.NEED_INFO;
        HttpVersion version = info.getHttpVersion();
        if (version == HttpVersion.HTTP_0_9) return simpleResponse(content, last);
        checkVersion(version);
        if (header == null) return Result.NEED_HEADER;
        int flushFrom = toFill(header);
        int start = header.position();
        try {
            this.head = head;
            int status = info.getStatus();
            statusLine(status, info.getReason(), header);
            if (HttpStatus.isInterim(status)) {
                interimFields(info.getHttpFields(), header);
                state = State.COMPLETING_1XX;
                return Result.FLUSH;
            }
            fields(info, info, null, content, last, header);
            takeFirstContent(header, content, last);
            return Result.FLUSH;
        } catch (BufferOverflowException e) {
            return overflow(header, start);
        } catch (RuntimeException e) {
            header.position(start);
            throw e;
        } finally {
            header.limit(header.position()).position(flushFrom);
        }
    }

    private static void checkVersion(HttpVersion version) {
        if (version != HttpVersion.HTTP_1_1 && version != HttpVersion.HTTP_1_0)
            throw new BadMessageException(HttpStatus.INTERNAL_SERVER_ERROR_500, version + " not supported");
    }

    /** Appending to a buffer in flush mode; gives where flushing begins. */
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

    private Result overflow(ByteBuffer header, int start) {
        header.position(start);
        contentLength = -1;
        endOfContent = EndOfContent.UNKNOWN_CONTENT;
        if (header.capacity() >= maxHeaderBytes)
            throw new BadMessageException(
                    HttpStatus.INTERNAL_SERVER_ERROR_500, "head over " + header.capacity() + " bytes");
        return Result.HEADER_OVERFLOW;
    }

    /** RFC 9112 Appendix C.1.1: content alone. */
    private Result simpleResponse(ByteBuffer content, boolean last) {
        setPersistent(false);
        endOfContent = EndOfContent.EOF_CONTENT;
        contentPrepared += content == null ? 0 : content.remaining();
        state = last ? State.COMPLETING : State.COMMITTED;
        return Result.FLUSH;
    }

    private void takeFirstContent(ByteBuffer header, ByteBuffer content, boolean last) {
        int length = content == null ? 0 : content.remaining();
        if (length > 0) {
            take(length);
            if (isChunking() && !head) chunk(header, length);
        }
        // before anything is committed, so that another response may still say what is wrong
        if (last) checkLength();
        state = last ? State.COMPLETING : State.COMMITTED;
    }

    /** Steps after the head. */
    private Result generate(ByteBuffer chunk, ByteBuffer content, boolean last) {
        int length = content == null ? 0 : content.remaining();
        switch (state) {
            case COMMITTED -> {
                if (length > 0) {
                    if (isChunking() && !head) {
                        if (chunk == null) return Result.NEED_CHUNK;
                        int flushFrom = toFill(chunk);
                        chunk(chunk, length);
                        chunk.limit(chunk.position()).position(flushFrom);
                    }
                    take(length);
                }
                if (last) {
                    state = State.COMPLETING;
                    checkLength();
                    return length > 0 ? Result.FLUSH : Result.CONTINUE;
                }
                return length > 0 ? Result.FLUSH : Result.DONE;
            }
            case COMPLETING -> {
                if (length > 0) throw tooMuch(contentPrepared + length);
                if (isChunking() && !head) {
                    Result result = lastChunk(chunk);
                    if (result != null) return result;
                }
                state = State.END;
                return isPersistent() ? Result.DONE : Result.SHUTDOWN_OUT;
            }
            case COMPLETING_1XX -> {
                boolean known = persistenceKnown;
                boolean persists = persistent;
                boolean connects = connect;
                reset();
                connect = connects;
                persistenceKnown = known;
                persistent = persists;
                return Result.DONE;
            }
            case END -> {
                if (length > 0) throw tooMuch(contentPrepared + length);
                return isPersistent() ? Result.DONE : Result.SHUTDOWN_OUT;
            }
            default -> throw new IllegalStateException(state.toString());
        }
    }

    private void take(int length) {
        if (switching)
            throw new BadMessageException(HttpStatus.INTERNAL_SERVER_ERROR_500, "Content for a 101 response");
        contentPrepared += length;
        if (contentLength >= 0 && contentPrepared > contentLength) throw tooMuch(contentPrepared);
    }

    private void checkLength() {
        if (head || noContent || contentLength < 0 || contentPrepared == contentLength) return;
        throw new BadMessageException(
                HttpStatus.INTERNAL_SERVER_ERROR_500,
                "insufficient content written " + contentPrepared + " < " + contentLength);
    }

    private BadMessageException tooMuch(long written) {
        return new BadMessageException(
                HttpStatus.INTERNAL_SERVER_ERROR_500, "too much content written " + written + " > " + contentLength);
    }

    // ------------------------------------------------------------------ chunks

    /** RFC 9112 7.1: chunk-size CRLF, after the CRLF of the chunk before. */
    private void chunk(ByteBuffer buffer, int length) {
        if (crlfBeforeChunk) crlf(buffer);
        crlfBeforeChunk = true;
        int shift = 28;
        while (shift > 0 && length >>> shift == 0) shift -= 4;
        for (; shift >= 0; shift -= 4) {
            int digit = length >>> shift & 15;
            buffer.put((byte) (digit < 10 ? '0' + digit : 'A' - 10 + digit));
        }
        crlf(buffer);
    }

    /** The last chunk and the trailers; null when they are generated already. */
    private Result lastChunk(ByteBuffer chunk) {
        if (trailersSupplier != null) {
            if (chunk == null || chunk.capacity() <= CHUNK_SIZE) return Result.NEED_CHUNK_TRAILER;
            if (trailers == null) trailers = trailersSupplier.get();
        } else if (chunk == null) {
            return Result.NEED_CHUNK;
        }
        int flushFrom = toFill(chunk);
        int start = chunk.position();
        try {
            if (crlfBeforeChunk) crlf(chunk);
            if (trailers == null || trailers.size() == 0) {
                chunk.put(LAST_CHUNK);
            } else {
                chunk.put((byte) '0');
                crlf(chunk);
                for (int i = 0; i < trailers.size(); i++) {
                    HttpField field = trailers.getField(i);
                    if (isTrailer(field.getHeader())) putTo(field, chunk);
                }
                crlf(chunk);
            }
            endOfContent = EndOfContent.UNKNOWN_CONTENT;
            return Result.FLUSH;
        } catch (BufferOverflowException e) {
            chunk.position(start);
            if (chunk.capacity() >= maxHeaderBytes)
                throw new BadMessageException(
                        HttpStatus.INTERNAL_SERVER_ERROR_500, "trailers over " + chunk.capacity() + " bytes");
            return Result.NEED_CHUNK_TRAILER;
        } finally {
            chunk.limit(chunk.position()).position(flushFrom);
        }
    }

    /** RFC 9110 6.5.1: what framing, routing, the connection or the content's format needs cannot come behind the content. */
    private static boolean isTrailer(HttpHeader header) {
        if (header == null) return true;
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

    // ------------------------------------------------------------------ head

    private void requestLine(MetaData.Request info, ByteBuffer header) {
        String method = info.getMethod();
        if (!HttpTokens.isLegalFieldName(method))
            throw new BadMessageException(
                    HttpStatus.INTERNAL_SERVER_ERROR_500, "method '" + method + "' (expected: a token)");
        put(method, header, HttpTokens.TARGET, "method");
        header.put((byte) ' ');
        HttpURI uri = info.getHttpURI();
        String target = HttpMethod.CONNECT.is(method) ? uri.getAuthority() : uri.getPathQuery();
        if (target == null || target.isEmpty()) target = "/";
        if (absoluteForm && !HttpMethod.CONNECT.is(method)) {
            target = uri.getScheme() + "://" + uri.getAuthority() + target;
        }
        put(target, header, HttpTokens.TARGET, "request target");
        header.put((byte) ' ');
        header.put((info.getHttpVersion() == HttpVersion.HTTP_1_0 ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1)
                .toBytes());
        crlf(header);
    }

    /** The status line, always of this server's version (RFC 9110 2.5). */
    private static void statusLine(int status, String reason, ByteBuffer header) {
        if (status < 100 || status > 999)
            throw new BadMessageException(
                    HttpStatus.INTERNAL_SERVER_ERROR_500, "status " + status + " (expected: 100-999)");
        byte[] line = status < STATUS_LINES.length ? STATUS_LINES[status] : null;
        if (line != null && reason == null) {
            header.put(line);
            return;
        }
        header.put(STATUS_PREFIX);
        digits(status, header);
        header.put((byte) ' ');
        put(reason == null ? "" : reason, header, HttpTokens.FIELD, "reason");
        crlf(header);
    }

    private static void interimFields(HttpFields fields, ByteBuffer header) {
        for (int i = 0; fields != null && i < fields.size(); i++) {
            HttpField field = fields.getField(i);
            HttpHeader known = field.getHeader();
            if (known != HttpHeader.CONTENT_LENGTH && known != HttpHeader.TRANSFER_ENCODING) putTo(field, header);
        }
        crlf(header);
    }

    /** Fields as given, then those that framing and persistence need (RFC 9112 6, 9.3). */
    private void fields(
            MetaData info,
            MetaData.Response response,
            String method,
            ByteBuffer content,
            boolean last,
            ByteBuffer header) {
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
                putTo(field, header);
                continue;
            }
            switch (known) {
                case CONTENT_LENGTH -> {
                    if (length < 0) length = field.getLongValue();
                }
                case TRANSFER_ENCODING -> chunkedHint = field.contains(HttpHeaderValue.CHUNKED.asString());
                case CONNECTION -> {
                    boolean closes = field == HttpFields.CONNECTION_CLOSE || field.contains("close");
                    close |= closes;
                    boolean keeps =
                            !closes && (field == HttpFields.CONNECTION_KEEPALIVE || field.contains("keep-alive"));
                    keepAlive |= keeps;
                    // "close" and "keep-alive" are written below, other options as they are
                    HttpField rest =
                            closes ? field.withoutValue("close") : keeps ? field.withoutValue("keep-alive") : field;
                    if (rest != null
                            && rest.getValue() != null
                            && !rest.getValue().isEmpty()) putTo(rest, header);
                }
                default -> putTo(field, header);
            }
        }
        if (!persistenceKnown) setPersistent(http11 || keepAlive);
        if (close) persistent = false;
        if (switching) persistent = true;
        if (tunnel) {
            endOfContent = EndOfContent.EOF_CONTENT;
            persistent = false;
            crlf(header);
            return;
        }
        framing(http11, method, status, length, chunkedHint, content, last, header);
        if (!switching) {
            if (http11 && !persistent) header.put(CONNECTION_CLOSE);
            else if (!http11 && persistent) header.put(CONNECTION_KEEP_ALIVE);
            else if (http11 && keepAlive) header.put(CONNECTION_KEEP_ALIVE);
        }
        crlf(header);
    }

    /** Decides how the content's end is told, and writes the field for it (RFC 9112 6). */
    private void framing(
            boolean http11,
            String method,
            int status,
            long length,
            boolean chunkedHint,
            ByteBuffer content,
            boolean last,
            ByteBuffer header) {
        boolean request = method != null;
        if (noContent) {
            endOfContent = EndOfContent.NO_CONTENT;
            if (status == HttpStatus.NOT_MODIFIED_304 && length >= 0) length(length, header);
            // RFC 9110 section 15.3.6: unlike that of a 204, the framing of a 205 must show that there is none
            if (status == HttpStatus.RESET_CONTENT_205) length(0, header);
            return;
        }
        if (http11 && chunkedHint) length = -1;
        if (length < 0 && last && !chunkedHint && trailersSupplier == null && !head)
            length = content == null ? 0 : content.remaining();
        if (http11 && (trailersSupplier != null || chunkedHint && length < 0)) {
            endOfContent = EndOfContent.CHUNKED_CONTENT;
            header.put(TRANSFER_ENCODING_CHUNKED);
        } else if (length >= 0) {
            endOfContent = EndOfContent.CONTENT_LENGTH;
            contentLength = length;
            // RFC 9110 8.6: a request of a method without content says nothing
            if (!request || length > 0 || methodExpectsContent(method)) length(length, header);
        } else if (head && last) {
            endOfContent = EndOfContent.NO_CONTENT;
        } else if (request && HttpMethod.CONNECT.is(method)) {
            endOfContent = EndOfContent.NO_CONTENT;
        } else if (http11) {
            endOfContent = EndOfContent.CHUNKED_CONTENT;
            header.put(TRANSFER_ENCODING_CHUNKED);
        } else if (request) {
            throw new BadMessageException(HttpStatus.LENGTH_REQUIRED_411, "content of unknown length for HTTP/1.0");
        } else {
            endOfContent = EndOfContent.EOF_CONTENT;
            persistent = false;
        }
    }

    private static boolean methodExpectsContent(String method) {
        return HttpMethod.POST.is(method) || HttpMethod.PUT.is(method) || HttpMethod.PATCH.is(method);
    }

    private static void length(long length, ByteBuffer header) {
        if (length == 0) {
            header.put(CONTENT_LENGTH_0);
            return;
        }
        header.put(HttpHeader.CONTENT_LENGTH.getBytesColonSpace());
        digits(length, header);
        crlf(header);
    }

    private static void digits(long n, ByteBuffer buffer) {
        long power = 1;
        for (long rest = n / 10; rest > 0; rest /= 10) power *= 10;
        for (; power > 0; power /= 10) buffer.put((byte) ('0' + n / power % 10));
    }

    private static void crlf(ByteBuffer buffer) {
        buffer.put((byte) '\r').put((byte) '\n');
    }

    /** Puts text whose characters all are of a class; in a value, others than ISO-8859-1 become "?". */
    private static void put(String text, ByteBuffer buffer, int flag, String what) {
        int length = text.length();
        if (buffer.remaining() < length) throw new BufferOverflowException();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c > 0xff && flag != HttpTokens.TCHAR) c = '?';
            else if (c > 0xff || !HttpTokens.is(c, flag))
                throw new BadMessageException(
                        HttpStatus.INTERNAL_SERVER_ERROR_500,
                        "Illegal character 0x" + Integer.toHexString(c) + " in " + what);
            buffer.put((byte) c);
        }
    }

    /** Puts a field line into a buffer in fill mode. */
    public static void putTo(HttpField field, ByteBuffer buffer) {
        if (field instanceof PreEncodedHttpField encoded) {
            encoded.putTo(buffer, HttpVersion.HTTP_1_1);
            return;
        }
        HttpHeader header = field.getHeader();
        if (header != null) {
            buffer.put(header.getBytesColonSpace());
        } else {
            if (field.getName().isEmpty())
                throw new BadMessageException(HttpStatus.INTERNAL_SERVER_ERROR_500, "Empty field name");
            put(field.getName(), buffer, HttpTokens.TCHAR, "field name");
            buffer.put((byte) ':').put((byte) ' ');
        }
        String value = field.getValue();
        if (value != null) put(value, buffer, HttpTokens.FIELD, field.getName());
        crlf(buffer);
    }

    /** Puts field lines into a buffer in fill mode. */
    public static void putTo(HttpFields.Mutable fields, ByteBuffer buffer) {
        for (int i = 0; i < fields.size(); i++) putTo(fields.getField(i), buffer);
    }

    /** The octets of a status' usual reason, or null. */
    public static byte[] getReasonBuffer(int status) {
        HttpStatus.Code code = HttpStatus.getCode(status);
        return code == null ? null : ascii(code.getMessage());
    }

    @Override
    public String toString() {
        return "HttpGenerator{" + state + "," + endOfContent + "}";
    }
}
