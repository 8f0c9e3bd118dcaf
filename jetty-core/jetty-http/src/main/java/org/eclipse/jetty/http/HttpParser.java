package org.eclipse.jetty.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpCompliance.Violation;
import org.eclipse.jetty.http.HttpTokens.EndOfContent;
import org.eclipse.jetty.http.internal.HeadMemory;
import org.eclipse.jetty.http.internal.OptionalWhiteSpace;
import org.jspecify.annotations.Nullable;

/**
 * Reads HTTP/1 requests or responses from buffers, however they are split, and tells a handler what it finds (RFC 9112).
 *
 * <p>The head is read by lines. A line that a buffer holds whole is parsed where it lies; only one that is split is copied.
 * Lines equal to those of the head before on this connection are not parsed at all (see {@link HeadMemory}): a client that
 * repeats itself costs no allocation. The states, by production:
 *
 * <pre>
 * START -> START_LINE -> FIELDS -+-> CONTENT ---------------------------------------> END
 *                                +-> EOF_CONTENT -----------------------------------> END
 *                                +-> CHUNK_SIZE -+-> CHUNK_DATA -> CHUNK_DATA_CR -> CHUNK_DATA_LF
 *                                        ^       |                                         |
 *                                        +-------|-----------------------------------------+
 *                                                +-> TRAILER -----------------------> END
 * any -> CLOSE -> CLOSED
 * </pre>
 *
 * {@link #parseNext(ByteBuffer)} returns true as soon as a handler's method did; what the buffer still holds is for the next
 * call. After {@link HttpHandler#headerComplete()} a message without content completes at once when the handler returned
 * false, in the next call else. A message that breaks the protocol is told by {@link HttpHandler#badMessage}, whether its
 * head is complete or not; the parser then takes nothing any more.
 *
 * <p>Confined to its connection.
 */
public class HttpParser {
    /** What the parser is about to read. */
    public enum State {
        /** Nothing of a message has been seen; empty lines are skipped (RFC 9112, section 2.2). */
        START,
        /** Request line or status line (RFC 9112, sections 3, 4). */
        START_LINE,
        /** Field lines (RFC 9112, section 5). */
        FIELDS,
        /** Content of a known length (RFC 9112, section 6.2). */
        CONTENT,
        /** Content up to the connection's end (RFC 9112, sections 6.3, 8). */
        EOF_CONTENT,
        /** The line before a chunk's data: its size and its extensions (RFC 9112, section 7.1). */
        CHUNK_SIZE,
        /** The data of a chunk. */
        CHUNK_DATA,
        /** The CR after a chunk's data. */
        CHUNK_DATA_CR,
        /** The LF after a chunk's data. */
        CHUNK_DATA_LF,
        /** Trailer fields (RFC 9112, section 7.1.2). */
        TRAILER,
        /** The message is complete; {@link #reset()} begins the next. */
        END,
        /** What comes is dropped, until the connection's end. */
        CLOSE,
        /** The connection has ended. */
        CLOSED
    }

    private static final int DEFAULT_MAX_HEADER_BYTES = 8192;
    private static final int MAX_LEADING_EMPTY_LINES = 8;
    private static final int COPY = 2048;

    private final HttpHandler handler;
    private final @Nullable RequestHandler requestHandler;
    private final @Nullable ResponseHandler responseHandler;
    private final ParserCompliance compliance;
    private final @Nullable RequestLine requestLine;
    private final @Nullable StatusLine statusLine;
    private final FieldLine fieldLine;
    private final MessageFraming framing;
    private final ChunkFraming chunks;
    private final int maxHeaderBytes;
    private final boolean foldingAllowed;

    private int headerCacheSize;
    private @Nullable HeadMemory memory;
    private final PartialLine partial = new PartialLine();
    private byte @Nullable [] copy;

    private State state = State.START;
    private boolean eof;
    private boolean headResponse;
    private int line;
    private int leadingEmptyLines;
    private int headerBytes;
    private long beginNanoTime;

    private @Nullable HttpField folding;
    private long contentRead;
    private boolean stopped;

    public HttpParser(RequestHandler handler) {
        this(handler, DEFAULT_MAX_HEADER_BYTES, HttpCompliance.RFC9110);
    }

    public HttpParser(ResponseHandler handler) {
        this(handler, DEFAULT_MAX_HEADER_BYTES, HttpCompliance.RFC9110);
    }

    public HttpParser(RequestHandler handler, int maxHeaderBytes) {
        this(handler, maxHeaderBytes, HttpCompliance.RFC9110);
    }

    public HttpParser(ResponseHandler handler, int maxHeaderBytes) {
        this(handler, maxHeaderBytes, HttpCompliance.RFC9110);
    }

    public HttpParser(RequestHandler handler, HttpCompliance compliance) {
        this(handler, DEFAULT_MAX_HEADER_BYTES, compliance);
    }

    public HttpParser(ResponseHandler handler, HttpCompliance compliance) {
        this(handler, DEFAULT_MAX_HEADER_BYTES, compliance);
    }

    /** A parser of requests whose heads, and trailers, may have so many octets at most; -1 for no limit. */
    public HttpParser(RequestHandler handler, int maxHeaderBytes, HttpCompliance compliance) {
        this(handler, handler, null, maxHeaderBytes, compliance);
    }

    /** A parser of responses whose heads, and trailers, may have so many octets at most; -1 for no limit. */
    public HttpParser(ResponseHandler handler, int maxHeaderBytes, HttpCompliance compliance) {
        this(handler, null, handler, maxHeaderBytes, compliance);
    }

    private HttpParser(
            HttpHandler handler,
            @Nullable RequestHandler requestHandler,
            @Nullable ResponseHandler responseHandler,
            int maxHeaderBytes,
            @Nullable HttpCompliance compliance) {
        this.handler = handler;
        this.requestHandler = requestHandler;
        this.responseHandler = responseHandler;
        this.maxHeaderBytes = maxHeaderBytes > 0 ? maxHeaderBytes : Integer.MAX_VALUE - 16;
        this.headerCacheSize = this.maxHeaderBytes;
        this.compliance =
                new ParserCompliance(compliance == null ? HttpCompliance.RFC9110 : compliance, handler::onViolation);
        this.foldingAllowed = this.compliance.allows(Violation.MULTILINE_FIELD_VALUE);
        this.requestLine = requestHandler == null ? null : new RequestLine(this.compliance);
        this.statusLine = responseHandler == null ? null : new StatusLine();
        this.fieldLine = new FieldLine(this.compliance, requestHandler != null);
        this.framing = new MessageFraming(this.compliance);
        this.chunks = new ChunkFraming(this.compliance);
    }

    public HttpHandler getHandler() {
        return handler;
    }

    /** When the first octet of the message was seen, as System.nanoTime(). */
    public long getBeginNanoTime() {
        return beginNanoTime;
    }

    /** The length of the content, -1 when it is not known. */
    public long getContentLength() {
        return framing.contentLength();
    }

    /** How much content has been read. */
    public long getContentRead() {
        return contentRead;
    }

    /** How many octets the head has so far. */
    public int getHeaderLength() {
        return headerBytes;
    }

    /**
     * Sets how many octets of a head are remembered, to be recognised in the next one; 0 for none. The default is the limit of heads. To
     * be called before the first message.
     */
    public void setHeaderCacheSize(int octets) {
        headerCacheSize = Math.min(Math.max(octets, 0), maxHeaderBytes);
    }

    /** Whether the response to come is one to HEAD, without content (RFC 9112, section 6.3). */
    public void setHeadResponse(boolean head) {
        headResponse = head;
    }

    public State getState() {
        return state;
    }

    public boolean isState(State state) {
        return this.state == state;
    }

    public boolean isStart() {
        return state == State.START;
    }

    /** Whether nothing at all has come since the message before, not even empty lines, which are counted. */
    public boolean isUntouched() {
        return state == State.START && leadingEmptyLines == 0;
    }

    public boolean isClose() {
        return state == State.CLOSE;
    }

    public boolean isClosed() {
        return state == State.CLOSED;
    }

    /** Whether no message is being read. */
    public boolean isIdle() {
        return state == State.START || state == State.END || state == State.CLOSED;
    }

    /** Whether the message has been read to its end. */
    public boolean isComplete() {
        return state == State.END || state == State.CLOSE || state == State.CLOSED;
    }

    /** Whether the message, or the connection, has ended. */
    public boolean isTerminated() {
        return isComplete();
    }

    public boolean inHeaderState() {
        return state.ordinal() <= State.FIELDS.ordinal();
    }

    public boolean inContentState() {
        return state.ordinal() >= State.CONTENT.ordinal() && state.ordinal() < State.END.ordinal();
    }

    public boolean isChunking() {
        return framing.endOfContent() == EndOfContent.CHUNKED_CONTENT;
    }

    /** Whether content is or was expected. */
    public boolean hasContent() {
        return switch (framing.endOfContent()) {
            case UNKNOWN_CONTENT, NO_CONTENT -> false;
            case CONTENT_LENGTH -> framing.contentLength() > 0;
            default -> true;
        };
    }

    /** Whether both Content-Length and Transfer-Encoding were given and allowed, so that the connection must close (RFC 9112, section 6.3). */
    public boolean isFramingInDoubt() {
        return framing.isInDoubt();
    }

    public boolean isAtEOF() {
        return eof;
    }

    /** The connection has ended for reading; the next {@link #parseNext} draws the conclusion. */
    public void atEOF() {
        eof = true;
    }

    /** Takes nothing any more. */
    public void close() {
        if (state != State.CLOSED) {
            state = State.CLOSE;
        }
        partial.clear();
        dropPrevious();
    }

    /** Forgets the head before, to give its memory back while a connection idles. */
    public void dropPrevious() {
        memory = null;
        if (requestLine != null) {
            requestLine.clear();
        }
        if (statusLine != null) {
            statusLine.clear();
        }
        partial.release();
        copy = null;
    }

    /** The octets that are known to follow: of content whose length was given, or of a chunk. */
    public long getContentLeft() {
        return switch (state) {
            case CONTENT -> framing.contentLength() - contentRead;
            case CHUNK_DATA -> chunks.left();
            default -> 0;
        };
    }

    /** Begins with the first message of another connection; what it remembers of heads stays. */
    public void reopen() {
        eof = false;
        state = State.START;
        reset();
    }

    /** Begins with the next message. */
    public void reset() {
        if (state != State.CLOSE && state != State.CLOSED) {
            state = State.START;
        }
        headResponse = false;
        line = 0;
        leadingEmptyLines = 0;
        headerBytes = 0;
        partial.clear();
        folding = null;
        framing.reset();
        contentRead = 0;
        chunks.reset();
        stopped = false;
    }

    /** The rest of the connection is a tunnel: what comes is content up to its end. */
    public void startTunnel() {
        framing.unknown();
        state = State.EOF_CONTENT;
    }

    /** The rest of the connection belongs to what a servlet upgraded to: what comes is content up to its end. */
    public void servletUpgrade() {
        startTunnel();
    }

    /**
     * Reads on, until a handler's method returns true or the buffer is empty.
     *
     * @return whether a handler's method returned true
     */
    public boolean parseNext(ByteBuffer buffer) {
        stopped = false;
        try {
            while (true) {
                if (state.ordinal() <= State.FIELDS.ordinal() || state == State.TRAILER) {
                    if (!buffer.hasRemaining()) {
                        break;
                    }
                    parseLines(buffer);
                } else if (state == State.END) {
                    // only a reset begins the next message
                    if (eof && !buffer.hasRemaining()) {
                        state = State.CLOSED;
                    }
                    return false;
                } else if (state == State.CLOSE || state == State.CLOSED) {
                    buffer.position(buffer.limit());
                    if (eof) {
                        state = State.CLOSED;
                    }
                    return false;
                } else if (!parseContent(buffer)) {
                    break;
                }
                if (stopped) {
                    return true;
                }
            }
            if (stopped) {
                return true;
            }
            return eof && !buffer.hasRemaining() && end();
        } catch (BadMessageException x) {
            bad(buffer, x);
        } catch (RuntimeException x) {
            bad(
                    buffer,
                    x instanceof HttpException http
                            ? http
                            : new BadMessageException(HttpStatus.BAD_REQUEST_400, "Bad message", x));
        }
        return false;
    }

    private void bad(ByteBuffer buffer, HttpException failure) {
        buffer.position(buffer.limit());
        close();
        handler.badMessage(failure);
    }

    /** The connection has ended, and everything that came is read. */
    private boolean end() {
        switch (state) {
            case START -> {
                state = State.CLOSED;
                handler.earlyEOF();
            }
            case START_LINE, FIELDS -> {
                state = State.CLOSED;
                handler.badMessage(new BadMessageException("Early EOF"));
            }
            case EOF_CONTENT -> {
                completeContent();
                boolean handle = stopped;
                if (state == State.END) {
                    state = State.CLOSED;
                }
                return handle;
            }
            case CONTENT, CHUNK_SIZE, CHUNK_DATA, CHUNK_DATA_CR, CHUNK_DATA_LF, TRAILER -> {
                state = State.CLOSED;
                handler.earlyEOF();
            }
            default -> state = State.CLOSED;
        }
        return false;
    }

    // ------------------------------------------------------------------ lines

    private void parseLines(ByteBuffer buffer) {
        if (buffer.hasArray()) {
            int offset = buffer.arrayOffset();
            int from = offset + buffer.position();
            int at = parseLines(buffer.array(), from, offset + buffer.limit());
            buffer.position(at - offset);
            return;
        }
        // the head of a direct buffer is copied in one go, and parsed from the copy
        int length = Math.min(buffer.remaining(), COPY);
        if (copy == null) {
            copy = new byte[COPY];
        }
        int position = buffer.position();
        buffer.get(position, copy, 0, length);
        buffer.position(position + parseLines(copy, 0, length));
    }

    /** Reads lines in {@code a[p, end)} as long as the state wants them; gives the index after what was read. */
    private int parseLines(byte[] a, int p, int end) {
        while (p < end && !stopped && (state.ordinal() <= State.FIELDS.ordinal() || state == State.TRAILER)) {
            if (state == State.START) {
                beginNanoTime = System.nanoTime();
                state = State.START_LINE;
            }
            if (partial.isEmpty() && state != State.TRAILER && memory != null && line < memory.lines()) {
                int same = memory.same(line, a, p, end);
                int length = memory.length(line);
                if (length <= same) {
                    do {
                        p += length;
                        same -= length;
                        headerBytes += length;
                        repeat(line++);
                        if (stopped || state != State.FIELDS || line >= memory.lines()) {
                            break;
                        }
                        length = memory.length(line);
                    } while (length <= same);
                    continue;
                }
            }
            int lf = p;
            while (lf < end && a[lf] != '\n') {
                lf++;
            }
            if (lf == end) {
                hold(a, p, end);
                return end;
            }
            int next = lf + 1;
            if (partial.isEmpty()) {
                line(a, p, next);
            } else {
                hold(a, p, next);
                int length = partial.length();
                line(partial.take(), 0, length);
            }
            p = next;
        }
        return p;
    }

    /** Keeps a part of a line until its end arrives. */
    private void hold(byte[] a, int from, int to) {
        if (partial.isEmpty() && state == State.START_LINE) {
            checkFirstOctet(a[from]);
        }
        if (to - from > maxHeaderBytes - headerBytes - partial.length()) {
            throw tooLarge(a, from, to);
        }
        partial.add(a, from, to);
    }

    /** Octets that cannot begin a message are refused before a line's end arrives. */
    private void checkFirstOctet(byte b) {
        if (b != '\r' && b != '\n' && !HttpTokens.is(b, HttpTokens.TCHAR)) {
            throw ParserCompliance.illegal("start line", b);
        }
    }

    private BadMessageException tooLarge(byte[] a, int from, int to) {
        if (state != State.START_LINE || requestHandler == null) {
            return new BadMessageException(
                    HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431,
                    "Request Header Fields Too Large: over " + maxHeaderBytes + " bytes");
        }
        // the method may lie in the part that is kept, or reach into what has come
        int tooLong = RequestLine.MAX_METHOD + 1;
        return partial.wordLength(a, from, to, tooLong) == tooLong
                ? new BadMessageException("Bad method")
                : new BadMessageException(
                        HttpStatus.URI_TOO_LONG_414, "request line over " + maxHeaderBytes + " bytes");
    }

    /** Reads a whole line with its end. */
    private void line(byte[] a, int from, int next) {
        int length = next - from;
        if (state == State.START_LINE) {
            checkFirstOctet(a[from]);
        }
        if (length > maxHeaderBytes - headerBytes) {
            throw tooLarge(a, from, next);
        }
        headerBytes += length;
        int to = next - 1;
        boolean crlf = to > from && a[to - 1] == '\r';
        if (crlf) {
            to--;
        }
        if (state == State.START_LINE) {
            if (to == from) {
                emptyLine(crlf);
            } else {
                startLine(a, from, to, next);
            }
            return;
        }
        // trailers are a part of the chunked coding
        if (!crlf) {
            compliance.check(
                    state == State.TRAILER ? Violation.LF_CHUNK_TERMINATION : Violation.LF_HEADER_TERMINATION, null);
        }
        if (to == from) {
            endOfFields(a, from, next);
        } else if (OptionalWhiteSpace.is(a[from])) {
            fold(a, from, to);
        } else {
            field(a, from, to, next);
        }
    }

    private void startLine(byte[] a, int from, int to, int next) {
        boolean crlf = next - to > 1;
        handler.messageBegin();
        if (!crlf) {
            compliance.check(Violation.LF_HEADER_TERMINATION, null);
        }
        if (requestHandler != null) {
            requestLine(a, from, to);
        } else {
            statusLine(a, from, to);
        }
        // what is kept of the start line must be that of the line remembered
        if (crlf && state == State.FIELDS) {
            remember(a, from, next, null);
        } else if (memory != null) {
            memory.truncate(0);
        }
        line++;
    }

    /** The empty line after the fields of a head, or of trailers. */
    private void endOfFields(byte[] a, int from, int next) {
        boolean crlf = next - from > 1;
        unfold();
        if (state == State.TRAILER) {
            state = State.END;
            complete();
            return;
        }
        if (crlf) {
            remember(a, from, next, null);
            if (memory != null) {
                memory.truncate(line + 1);
            }
        } else if (memory != null) {
            memory.truncate(line);
        }
        line++;
        headComplete();
    }

    private void field(byte[] a, int from, int to, int next) {
        unfold();
        HttpField field = fieldLine.parse(a, from, to);
        boolean crlf = next - to > 1;
        if (crlf && state == State.FIELDS) {
            remember(a, from, next, field);
        } else if (memory != null && state == State.FIELDS) {
            memory.truncate(line);
        }
        line++;
        emitLater(field);
    }

    /** Hands a field on, or keeps it until the next line has shown that it ends here. */
    private void emitLater(HttpField field) {
        if (foldingAllowed) {
            folding = field;
        } else {
            emit(field);
        }
    }

    /** RFC 9112, section 2.2: empty lines before a message are ignored, a few of them. */
    private void emptyLine(boolean crlf) {
        if (++leadingEmptyLines > MAX_LEADING_EMPTY_LINES) {
            throw new BadMessageException("too many empty lines");
        }
        if (!crlf) {
            compliance.check(Violation.LF_HEADER_TERMINATION, null);
        }
        headerBytes = 0;
        state = State.START;
    }

    private void remember(byte[] a, int from, int next, @Nullable HttpField field) {
        if (memory == null) {
            if (line != 0 || headerCacheSize == 0) {
                return;
            }
            memory = new HeadMemory(headerCacheSize);
        }
        memory.put(line, a, from, next, field);
    }

    /** A line is the one at its place in the head before. */
    private void repeat(int line) {
        if (line == 0) {
            handler.messageBegin();
            state = State.FIELDS;
            if (requestLine != null) {
                framing.begin(requestLine.version());
                startRequest();
            } else {
                assert statusLine != null : "of responses";
                framing.begin(statusLine.version());
                startResponse();
            }
            return;
        }
        unfold();
        assert memory != null : "the line is in it";
        HttpField field = memory.field(line);
        if (field == null) {
            memory.truncate(line + 1);
            headComplete();
            return;
        }
        emitLater(field);
    }

    // ------------------------------------------------------------------ start line

    private void requestLine(byte[] a, int from, int to) {
        assert requestLine != null : "of requests";
        requestLine.parse(a, from, to);
        framing.begin(requestLine.version());
        if (requestLine.version() != HttpVersion.HTTP_0_9) {
            state = State.FIELDS;
            startRequest();
            return;
        }
        if (memory != null) {
            memory.truncate(0);
        }
        startRequest();
        framing.endSimple();
        contentFollows(State.CONTENT);
    }

    private void startRequest() {
        assert requestHandler != null && requestLine != null : "of requests";
        requestHandler.startRequest(requestLine.method(), requestLine.target(), requestLine.version());
    }

    private void statusLine(byte[] a, int from, int to) {
        assert statusLine != null : "of responses";
        statusLine.parse(a, from, to);
        framing.begin(statusLine.version());
        state = State.FIELDS;
        startResponse();
    }

    private void startResponse() {
        assert responseHandler != null && statusLine != null : "of responses";
        responseHandler.startResponse(statusLine.version(), statusLine.status(), statusLine.reason());
    }

    // ------------------------------------------------------------------ fields

    /** RFC 9112, section 5.2: obs-fold is refused, or replaced by a space. */
    private void fold(byte[] a, int from, int to) {
        if (line <= 1) {
            throw ParserCompliance.illegal("field name", a[from]);
        }
        compliance.check(Violation.MULTILINE_FIELD_VALUE, folding == null ? null : folding.getName());
        if (folding == null) {
            throw ParserCompliance.illegal("field name", a[from]);
        }
        folding = fieldLine.unfold(folding, a, from, to);
        memory = null;
    }

    private void unfold() {
        if (folding == null) {
            return;
        }
        HttpField field = folding;
        folding = null;
        emit(field);
    }

    private void emit(HttpField field) {
        if (state == State.TRAILER) {
            handler.parsedTrailer(field);
            return;
        }
        framing.add(field, requestHandler != null);
        handler.parsedHeader(field);
    }

    // ------------------------------------------------------------------ content

    /** The empty line has been seen. */
    private void headComplete() {
        if (requestHandler != null) {
            framing.endRequestHead();
        } else {
            assert statusLine != null : "of responses";
            framing.endResponseHead(statusLine.status(), headResponse);
        }
        contentFollows(
                switch (framing.endOfContent()) {
                    case CHUNKED_CONTENT -> State.CHUNK_SIZE;
                    case EOF_CONTENT -> State.EOF_CONTENT;
                    default -> State.CONTENT;
                });
    }

    private void contentFollows(State next) {
        state = next;
        if (handler.headerComplete()) {
            stopped = true;
        }
    }

    /** Reads content; false when more octets are needed. */
    private boolean parseContent(ByteBuffer buffer) {
        switch (state) {
            case CONTENT -> {
                long left =
                        framing.endOfContent() == EndOfContent.NO_CONTENT ? 0 : framing.contentLength() - contentRead;
                if (left == 0) {
                    completeContent();
                    return true;
                }
                if (!buffer.hasRemaining()) {
                    return false;
                }
                content(buffer, left);
                if (!stopped && contentRead == framing.contentLength()) {
                    completeContent();
                }
                return true;
            }
            case EOF_CONTENT -> {
                if (!buffer.hasRemaining()) {
                    return false;
                }
                content(buffer, Long.MAX_VALUE);
                return true;
            }
            case CHUNK_DATA -> {
                if (!buffer.hasRemaining()) {
                    return false;
                }
                int before = buffer.remaining();
                content(buffer, chunks.left());
                chunks.read(before - buffer.remaining());
                if (chunks.left() == 0) {
                    state = State.CHUNK_DATA_CR;
                }
                return true;
            }
            default -> {
                return parseChunk(buffer);
            }
        }
    }

    /** Hands on as much content as there is; the handler's buffer is a view of the given one. */
    private void content(ByteBuffer buffer, long left) {
        int length = (int) Math.min(left, buffer.remaining());
        ByteBuffer view = buffer.slice(buffer.position(), length);
        buffer.position(buffer.position() + length);
        contentRead += length;
        if (handler.content(view)) {
            stopped = true;
        }
    }

    private void completeContent() {
        state = State.END;
        if (handler.contentComplete()) {
            stopped = true;
        }
        complete();
    }

    private void complete() {
        if (handler.messageComplete()) {
            stopped = true;
        }
    }

    /** Reads what is around the data of chunks; extensions are limited, as a whole and in proportion to the data that comes with them. */
    private boolean parseChunk(ByteBuffer buffer) {
        state = chunks.read(state, buffer, maxHeaderBytes + (contentRead >> 4));
        if (state == State.TRAILER) {
            headerBytes = 0;
            line = 1;
            if (handler.contentComplete()) {
                stopped = true;
            }
            return true;
        }
        return state == State.CHUNK_DATA;
    }

    @Override
    public String toString() {
        return "HttpParser{" + state + "," + contentRead + " of " + framing.contentLength() + "}";
    }

    /** Is told what the parser finds. A method that returns true makes {@link #parseNext} return. */
    public interface HttpHandler {
        /** The first octet of a message has come. */
        default void messageBegin() {}

        /** Content; the buffer is a view that is valid as long as the one given to the parser. */
        boolean content(ByteBuffer content);

        /** The head is complete. */
        boolean headerComplete();

        /** The content is complete; trailers may follow. */
        boolean contentComplete();

        /** The message is complete. */
        boolean messageComplete();

        void parsedHeader(HttpField field);

        default void parsedTrailer(HttpField field) {}

        /** The connection ended between messages or inside content. */
        void earlyEOF();

        /** A violation was seen and allowed. */
        default void onViolation(ComplianceViolation.Event event) {}

        /** The message breaks the protocol, in its head or in its content. */
        default void badMessage(HttpException failure) {}
    }

    /** Is told about requests. */
    public interface RequestHandler extends HttpHandler {
        /** The request line; a target equal to the one before on this connection is the same String. */
        void startRequest(String method, String uri, HttpVersion version);
    }

    /** Is told about responses. */
    public interface ResponseHandler extends HttpHandler {
        void startResponse(HttpVersion version, int status, @Nullable String reason);
    }
}
