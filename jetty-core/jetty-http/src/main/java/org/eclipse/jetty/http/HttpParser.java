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
    private static final int COPY = 2048;

    private final HttpHandler handler;
    private final ParserCompliance compliance;
    private final StartLine startLine;
    private final MessageFraming framing;
    private final FieldSection fields;
    private final MessageContent content;
    private final HeadMemory memory;
    private final int maxHeaderBytes;
    private final PartialLine partial = new PartialLine();
    private byte @Nullable [] copy;

    private State state = State.START;
    private boolean eof;
    private boolean headResponse;
    private int headerBytes;
    private long beginNanoTime;

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
        this.maxHeaderBytes = maxHeaderBytes > 0 ? maxHeaderBytes : Integer.MAX_VALUE - 16;
        this.memory = new HeadMemory(this.maxHeaderBytes);
        this.compliance =
                new ParserCompliance(compliance == null ? HttpCompliance.RFC9110 : compliance, handler::onViolation);
        this.startLine = new StartLine(requestHandler, responseHandler, this.compliance);
        this.framing = new MessageFraming(this.compliance);
        this.fields = new FieldSection(handler, framing, this.compliance, requestHandler != null);
        this.content = new MessageContent(handler, framing, this.compliance);
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
        return content.read();
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
        memory.limit(Math.min(Math.max(octets, 0), maxHeaderBytes));
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
        return state == State.START && startLine.hasNoEmptyLine();
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
        memory.release();
        startLine.clear();
        partial.release();
        copy = null;
    }

    /** The octets that are known to follow: of content whose length was given, or of a chunk. */
    public long getContentLeft() {
        return state == State.EOF_CONTENT ? 0 : content.left(state);
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
        memory.begin();
        startLine.begin();
        headerBytes = 0;
        partial.clear();
        fields.begin(false);
        framing.reset();
        content.reset();
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
        if (state == State.EOF_CONTENT) {
            completeContent();
            boolean handle = stopped;
            if (state == State.END) {
                state = State.CLOSED;
            }
            return handle;
        }
        boolean inHead = state == State.START_LINE || state == State.FIELDS;
        state = State.CLOSED;
        if (inHead) {
            handler.badMessage(new BadMessageException("Early EOF"));
        } else {
            handler.earlyEOF();
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
            if (partial.isEmpty() && state != State.TRAILER && memory.hasNext()) {
                int same = memory.same(a, p, end);
                int length = memory.length();
                if (length <= same) {
                    do {
                        p += length;
                        same -= length;
                        headerBytes += length;
                        repeat();
                        if (stopped || state != State.FIELDS || !memory.hasNext()) {
                            break;
                        }
                        length = memory.length();
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
            StartLine.checkFirst(a[from]);
        }
        if (to - from > maxHeaderBytes - headerBytes - partial.length()) {
            throw tooLarge(a, from, to);
        }
        partial.add(a, from, to);
    }

    private BadMessageException tooLarge(byte[] a, int from, int to) {
        return state == State.START_LINE
                ? startLine.tooLong(partial, a, from, to, maxHeaderBytes)
                : StartLine.fieldsTooLarge(maxHeaderBytes);
    }

    /** Reads a whole line with its end. */
    private void line(byte[] a, int from, int next) {
        int length = next - from;
        if (state == State.START_LINE) {
            StartLine.checkFirst(a[from]);
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
                startLine.skipEmpty(crlf);
                headerBytes = 0;
                state = State.START;
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
            fields.fold(a, from, to);
            memory.release();
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
        startLine.parse(a, from, to);
        framing.begin(startLine.version());
        if (startLine.version() == HttpVersion.HTTP_0_9) {
            memory.skip();
            startLine.emit();
            framing.endSimple();
            contentFollows(State.CONTENT);
            return;
        }
        state = State.FIELDS;
        startLine.emit();
        // what is kept of the start line must be that of the line remembered
        if (crlf && state == State.FIELDS) {
            memory.put(a, from, next, null);
        } else {
            memory.skip();
        }
    }

    /** The empty line after the fields of a head, or of trailers. */
    private void endOfFields(byte[] a, int from, int next) {
        boolean crlf = next - from > 1;
        fields.complete();
        if (state == State.TRAILER) {
            state = State.END;
            complete();
            return;
        }
        if (crlf) {
            memory.put(a, from, next, null);
        } else {
            memory.skip();
        }
        memory.end();
        headComplete();
    }

    private void field(byte[] a, int from, int to, int next) {
        HttpField field = fields.parse(a, from, to);
        if (state == State.FIELDS) {
            if (next - to > 1) {
                memory.put(a, from, next, field);
            } else {
                memory.skip();
            }
        }
        fields.add(field);
    }

    /** The line is the one at its place in the head before. */
    private void repeat() {
        boolean first = memory.atStart();
        HttpField field = memory.next();
        if (first) {
            handler.messageBegin();
            state = State.FIELDS;
            framing.begin(startLine.version());
            startLine.emit();
        } else if (field == null) {
            fields.complete();
            memory.end();
            headComplete();
        } else {
            fields.add(field);
        }
    }

    // ------------------------------------------------------------------ content

    /** The empty line has been seen. */
    private void headComplete() {
        startLine.endHead(framing, headResponse);
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
        State reading = state;
        if (reading == State.CONTENT && content.left(reading) == 0) {
            completeContent();
            return true;
        }
        if (reading != State.CONTENT && reading != State.EOF_CONTENT && reading != State.CHUNK_DATA) {
            return parseChunk(buffer);
        }
        if (!buffer.hasRemaining()) {
            return false;
        }
        if (content.hand(reading, buffer)) {
            stopped = true;
        }
        if (reading == State.CHUNK_DATA && content.left(reading) == 0) {
            state = State.CHUNK_DATA_CR;
        } else if (reading == State.CONTENT && !stopped && content.left(reading) == 0) {
            completeContent();
        }
        return true;
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

    private boolean parseChunk(ByteBuffer buffer) {
        state = content.chunk(state, buffer, maxHeaderBytes);
        if (state == State.TRAILER) {
            headerBytes = 0;
            fields.begin(true);
            if (handler.contentComplete()) {
                stopped = true;
            }
            return true;
        }
        return state == State.CHUNK_DATA;
    }

    @Override
    public String toString() {
        return "HttpParser{" + state + "," + content.read() + " of " + framing.contentLength() + "}";
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
