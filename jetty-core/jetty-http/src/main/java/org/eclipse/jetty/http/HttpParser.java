package org.eclipse.jetty.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.eclipse.jetty.http.HttpCompliance.Violation;
import org.eclipse.jetty.http.HttpTokens.EndOfContent;
import org.eclipse.jetty.http.internal.ChunkLine;
import org.eclipse.jetty.http.internal.HeadMemory;
import org.eclipse.jetty.util.HostPort;

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
    private static final int MAX_METHOD = 64;
    private static final int COPY = 2048;

    private final HttpHandler handler;
    private final RequestHandler requestHandler;
    private final ResponseHandler responseHandler;
    private final HttpCompliance compliance;
    private final int maxHeaderBytes;
    private final boolean foldingAllowed;
    private final boolean keepsNameCase;

    private int headerCacheSize;
    private HeadMemory memory;
    private String lastMethod;
    private String lastTarget;
    private HttpVersion lastVersion;

    private byte[] partial;
    private int partialLength;
    private byte[] copy;

    private State state = State.START;
    private boolean eof;
    private boolean headComplete;
    private boolean headResponse;
    private int line;
    private int leadingEmptyLines;
    private int headerBytes;
    private long beginNanoTime;

    private String method;
    private HttpVersion version;
    private int responseStatus;
    private HttpField folding;
    private boolean host;
    private boolean contentLengthGiven;
    private boolean transferEncodingGiven;
    private boolean chunkedLast;
    private int unknownCodings;
    private EndOfContent endOfContent = EndOfContent.UNKNOWN_CONTENT;
    private long contentLength = -1;
    private long contentRead;
    private final ChunkLine chunkLine = new ChunkLine();
    private long chunkLeft;
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
            RequestHandler requestHandler,
            ResponseHandler responseHandler,
            int maxHeaderBytes,
            HttpCompliance compliance) {
        this.handler = handler;
        this.requestHandler = requestHandler;
        this.responseHandler = responseHandler;
        this.maxHeaderBytes = maxHeaderBytes > 0 ? maxHeaderBytes : Integer.MAX_VALUE - 16;
        this.headerCacheSize = this.maxHeaderBytes;
        this.compliance = compliance == null ? HttpCompliance.RFC9110 : compliance;
        this.foldingAllowed = this.compliance.allows(Violation.MULTILINE_FIELD_VALUE);
        this.keepsNameCase = this.compliance.allows(Violation.CASE_SENSITIVE_FIELD_NAME);
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
        return contentLength;
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
        return endOfContent == EndOfContent.CHUNKED_CONTENT;
    }

    /** Whether content is or was expected. */
    public boolean hasContent() {
        return switch (endOfContent) {
            case UNKNOWN_CONTENT, NO_CONTENT -> false;
            case CONTENT_LENGTH -> contentLength > 0;
            default -> true;
        };
    }

    /** Whether both Content-Length and Transfer-Encoding were given and allowed, so that the connection must close (RFC 9112, section 6.3). */
    public boolean isFramingInDoubt() {
        return transferEncodingGiven && (contentLengthGiven || version == HttpVersion.HTTP_1_0);
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
        dropPrevious();
        partial = null;
        copy = null;
    }

    /** Forgets the head before, to give its memory back while a connection idles. */
    public void dropPrevious() {
        memory = null;
        lastMethod = null;
        lastTarget = null;
        lastVersion = null;
        if (partialLength == 0) {
            partial = null;
        }
        copy = null;
    }

    /** The octets that are known to follow: of content whose length was given, or of a chunk. */
    public long getContentLeft() {
        return switch (state) {
            case CONTENT -> contentLength - contentRead;
            case CHUNK_DATA -> chunkLeft;
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
        headComplete = false;
        headResponse = false;
        line = 0;
        leadingEmptyLines = 0;
        headerBytes = 0;
        partialLength = 0;
        if (partial != null && partial.length > COPY) {
            partial = null;
        }
        method = null;
        version = null;
        responseStatus = 0;
        folding = null;
        host = false;
        contentLengthGiven = false;
        transferEncodingGiven = false;
        chunkedLast = false;
        unknownCodings = 0;
        endOfContent = EndOfContent.UNKNOWN_CONTENT;
        contentLength = -1;
        contentRead = 0;
        chunkLeft = 0;
        chunkLine.reset();
        stopped = false;
    }

    /** The rest of the connection is a tunnel: what comes is content up to its end. */
    public void startTunnel() {
        endOfContent = EndOfContent.UNKNOWN_CONTENT;
        contentLength = -1;
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
            if (partialLength == 0 && state != State.TRAILER && memory != null && line < memory.lines()) {
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
            if (partialLength == 0) {
                line(a, p, next);
            } else {
                hold(a, p, next);
                int length = partialLength;
                partialLength = 0;
                line(partial, 0, length);
            }
            p = next;
        }
        return p;
    }

    /** Keeps a part of a line until its end arrives. */
    private void hold(byte[] a, int from, int to) {
        int length = to - from;
        int space = maxHeaderBytes - headerBytes - partialLength;
        if (partialLength == 0 && state == State.START_LINE) {
            checkFirstOctet(a[from]);
        }
        if (length > space) {
            tooLarge(a, from, to);
        }
        int needed = partialLength + length;
        if (partial == null) {
            partial = new byte[Math.max(256, needed)];
        } else if (needed > partial.length) {
            partial = Arrays.copyOf(partial, Math.max(needed, partial.length * 2));
        }
        System.arraycopy(a, from, partial, partialLength, length);
        partialLength = needed;
    }

    /** Octets that cannot begin a message are refused before a line's end arrives. */
    private void checkFirstOctet(byte b) {
        if (b != '\r' && b != '\n' && !HttpTokens.is(b, HttpTokens.TCHAR)) {
            throw illegal("start line", b);
        }
    }

    private void tooLarge(byte[] a, int from, int to) {
        if (state == State.START_LINE && requestHandler != null) {
            // the method may lie in the part that is kept, or reach into what has come
            int method = 0;
            while (method < partialLength && partial[method] != ' ') {
                method++;
            }
            if (method == partialLength) {
                int space = from;
                while (space < to && a[space] != ' ') {
                    space++;
                }
                method = space == to ? Integer.MAX_VALUE : method + space - from;
            }
            if (method > MAX_METHOD) {
                throw new BadMessageException("Bad method");
            }
            throw new BadMessageException(
                    HttpStatus.URI_TOO_LONG_414, "request line over " + maxHeaderBytes + " bytes");
        }
        throw new BadMessageException(
                HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431,
                "Request Header Fields Too Large: over " + maxHeaderBytes + " bytes");
    }

    /** Reads a whole line with its end. */
    private void line(byte[] a, int from, int next) {
        int length = next - from;
        if (state == State.START_LINE) {
            checkFirstOctet(a[from]);
        }
        if (length > maxHeaderBytes - headerBytes) {
            tooLarge(a, from, next);
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
                return;
            }
            handler.messageBegin();
            if (!crlf) {
                violation(Violation.LF_HEADER_TERMINATION, null);
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
            return;
        }
        // trailers are a part of the chunked coding
        if (!crlf) {
            violation(state == State.TRAILER ? Violation.LF_CHUNK_TERMINATION : Violation.LF_HEADER_TERMINATION, null);
        }
        if (to == from) {
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
            return;
        }
        if (a[from] == ' ' || a[from] == '\t') {
            fold(a, from, to);
            return;
        }
        unfold();
        HttpField field = fieldLine(a, from, to);
        if (crlf && state == State.FIELDS) {
            remember(a, from, next, field);
        } else if (memory != null && state == State.FIELDS) {
            memory.truncate(line);
        }
        line++;
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
            violation(Violation.LF_HEADER_TERMINATION, null);
        }
        headerBytes = 0;
        state = State.START;
    }

    private void remember(byte[] a, int from, int next, HttpField field) {
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
            version = lastVersion;
            state = State.FIELDS;
            if (requestHandler != null) {
                method = lastMethod;
                requestHandler.startRequest(lastMethod, lastTarget, lastVersion);
            } else {
                responseHandler.startResponse(lastVersion, responseStatus = Integer.parseInt(lastMethod), lastTarget);
            }
            return;
        }
        unfold();
        HttpField field = memory.field(line);
        if (field == null) {
            memory.truncate(line + 1);
            headComplete();
            return;
        }
        if (foldingAllowed) {
            folding = field;
        } else {
            emit(field);
        }
    }

    // ------------------------------------------------------------------ start line

    /** RFC 9112, section 3: method SP request-target SP HTTP-version. */
    private void requestLine(byte[] a, int from, int to) {
        int space = from;
        while (space < to && HttpTokens.is(a[space], HttpTokens.TCHAR)) {
            space++;
        }
        if (space == from || space < to && a[space] != ' ') {
            throw illegal("method", a[space]);
        }
        if (space == to) {
            throw new BadMessageException("No URI");
        }
        if (space - from > MAX_METHOD) {
            throw new BadMessageException("Bad method");
        }
        String name = method(a, from, space);
        int target = space + 1;
        int targetEnd = target;
        boolean ascii = true;
        while (targetEnd < to && HttpTokens.is(a[targetEnd], HttpTokens.TARGET)) {
            ascii &= a[targetEnd++] >= 0;
        }
        if (targetEnd < to && a[targetEnd] != ' ') {
            throw illegal("request target", a[targetEnd]);
        }
        if (targetEnd == target) {
            throw new BadMessageException("No URI");
        }
        String uri =
                ascii ? latin(a, target, targetEnd) : new String(a, target, targetEnd - target, StandardCharsets.UTF_8);
        if (targetEnd == to) {
            version09(name, uri);
            return;
        }
        HttpVersion v = HttpVersion.fromBytes(a, targetEnd + 1, to);
        version = v == null ? badVersion(a, targetEnd + 1, to) : v;
        boolean prior = v == HttpVersion.HTTP_2 && HttpMethod.PRI.asString().equals(name);
        if (v != HttpVersion.HTTP_1_1 && v != HttpVersion.HTTP_1_0 && !prior) {
            throw new BadMessageException(HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505, "Unknown Version");
        }
        checkTarget(name, uri, prior);
        method = name;
        lastMethod = name;
        lastTarget = uri;
        lastVersion = version;
        state = State.FIELDS;
        requestHandler.startRequest(name, uri, version);
    }

    private String method(byte[] a, int from, int to) {
        HttpMethod known = HttpMethod.fromBytes(a, from, to);
        if (known != null) {
            return known.asString();
        }
        String name = latin(a, from, to);
        if (compliance.allows(Violation.CASE_INSENSITIVE_METHOD)) {
            for (HttpMethod candidate : HttpMethod.values()) {
                if (candidate.is(name)) {
                    violation(Violation.CASE_INSENSITIVE_METHOD, name);
                    return candidate.asString();
                }
            }
        }
        return name;
    }

    /** RFC 9112, section 3.2: origin-form, absolute-form, authority-form for CONNECT only, asterisk-form for OPTIONS only. */
    private static void checkTarget(String method, String uri, boolean prior) {
        char first = uri.charAt(0);
        if (HttpMethod.CONNECT.asString().equals(method)) {
            // RFC 9110, section 9.3.6: a server must reject an empty or invalid port
            int colon = HostSyntax.check(uri, 0, uri.length());
            if (colon <= 0 || HostSyntax.port(uri, colon, uri.length()) <= 0) {
                throw new BadMessageException("Bad authority (expected: host:port)");
            }
            return;
        }
        if (first == '/') {
            return;
        }
        if (first == '*' && uri.length() == 1) {
            if (prior || HttpMethod.OPTIONS.asString().equals(method)) {
                return;
            }
        } else {
            int colon = uri.indexOf("://");
            if (colon > 0) {
                for (int i = 0; i < colon; i++) {
                    char c = uri.charAt(i);
                    boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
                    if (!letter && (i == 0 || !(c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'))) {
                        throw new BadMessageException("Bad URI");
                    }
                }
                // RFC 9110, section 4.2.1: a recipient must reject an empty host
                int host = colon + "://".length();
                if (host == uri.length() || "/?#:".indexOf(uri.charAt(host)) >= 0) {
                    throw new BadMessageException("Bad URI: no host");
                }
                return;
            }
        }
        throw new BadMessageException("Bad URI");
    }

    /** RFC 9112, appendix C.1.1: a simple request without version and fields. */
    private void version09(String name, String uri) {
        if (!compliance.allows(Violation.HTTP_0_9)) {
            throw new BadMessageException(HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505, "HTTP/0.9 not supported");
        }
        if (!HttpMethod.GET.asString().equals(name) || !uri.startsWith("/")) {
            throw new BadMessageException("Bad HTTP/0.9 request");
        }
        report(Violation.HTTP_0_9, uri);
        method = name;
        version = HttpVersion.HTTP_0_9;
        if (memory != null) {
            memory.truncate(0);
        }
        requestHandler.startRequest(name, uri, version);
        endOfContent = EndOfContent.NO_CONTENT;
        state = State.CONTENT;
        contentLength = 0;
        headComplete = true;
        if (handler.headerComplete()) {
            stopped = true;
        }
    }

    /** RFC 9112, section 2.3: what looks like a version is not supported, what does not is a bad message. */
    private static HttpVersion badVersion(byte[] a, int from, int to) {
        if (to - from == 8
                && a[from + 5] >= '0'
                && a[from + 5] <= '9'
                && a[from + 6] == '.'
                && a[from + 7] >= '0'
                && a[from + 7] <= '9') {
            boolean http = true;
            for (int i = 0; i < 5; i++) {
                http &= a[from + i] == "HTTP/".charAt(i);
            }
            if (http) {
                throw new BadMessageException(HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505, "Unknown Version");
            }
        }
        throw new BadMessageException("Bad Version");
    }

    /** RFC 9112, section 4: HTTP-version SP status-code SP [ reason-phrase ]. */
    private void statusLine(byte[] a, int from, int to) {
        int space = from;
        while (space < to && a[space] != ' ') {
            space++;
        }
        version = HttpVersion.fromBytes(a, from, space);
        if (version == null) {
            version = badVersion(a, from, space);
        }
        if (version != HttpVersion.HTTP_1_1 && version != HttpVersion.HTTP_1_0) {
            throw new BadMessageException(HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505, "Unknown Version");
        }
        int code = space + 1;
        if (code + 3 > to || code + 3 < to && a[code + 3] != ' ') {
            throw new BadMessageException("Bad status");
        }
        int status = 0;
        for (int i = code; i < code + 3; i++) {
            if (a[i] < '0' || a[i] > '9') {
                throw new BadMessageException("Bad status");
            }
            status = status * 10 + a[i] - '0';
        }
        if (status < 100) {
            throw new BadMessageException("Bad status");
        }
        String reason = null;
        if (code + 4 < to) {
            for (int i = code + 4; i < to; i++) {
                if (!HttpTokens.is(a[i], HttpTokens.FIELD)) {
                    throw illegal("reason", a[i]);
                }
            }
            reason = latin(a, code + 4, to);
        }
        responseStatus = status;
        lastMethod = Integer.toString(status);
        lastTarget = reason;
        lastVersion = version;
        state = State.FIELDS;
        responseHandler.startResponse(version, status, reason);
    }

    // ------------------------------------------------------------------ fields

    /** RFC 9112, section 5: field-name ":" OWS field-value OWS. */
    private HttpField fieldLine(byte[] a, int from, int to) {
        int colon = from;
        while (colon < to && HttpTokens.is(a[colon], HttpTokens.TCHAR)) {
            colon++;
        }
        int nameEnd = colon;
        if (nameEnd == from) {
            throw illegal("field name", a[from]);
        }
        int value = colon + 1;
        if (colon == to || a[colon] != ':') {
            while (colon < to && (a[colon] == ' ' || a[colon] == '\t')) {
                colon++;
            }
            if (colon < to && a[colon] == ':') {
                violation(Violation.WHITESPACE_AFTER_FIELD_NAME, latin(a, from, nameEnd));
                value = colon + 1;
            } else if (colon == to) {
                violation(Violation.NO_COLON_AFTER_FIELD_NAME, latin(a, from, nameEnd));
                value = to;
            } else {
                throw illegal("field name", a[nameEnd]);
            }
        }
        int valueEnd = to;
        while (value < valueEnd && (a[value] == ' ' || a[value] == '\t')) {
            value++;
        }
        while (valueEnd > value && (a[valueEnd - 1] == ' ' || a[valueEnd - 1] == '\t')) {
            valueEnd--;
        }
        HttpHeader header = HttpHeader.fromBytes(a, from, nameEnd);
        if (header != null && !keepsNameCase) {
            // a known pair has been checked when the table was made
            HttpField common = CommonFields.get(header, a, value, valueEnd);
            if (common != null) {
                return common;
            }
        }
        for (int i = value; i < valueEnd; i++) {
            if (!HttpTokens.is(a[i], HttpTokens.FIELD)) {
                throw illegal("field value", a[i]);
            }
        }
        String text = latin(a, value, valueEnd);
        String name = header == null || keepsNameCase ? latin(a, from, nameEnd) : header.asString();
        if (keepsNameCase && header != null && !header.asString().equals(name)) {
            report(Violation.CASE_SENSITIVE_FIELD_NAME, name);
        }
        return newField(header, name, text);
    }

    private HttpField newField(HttpHeader header, String name, String value) {
        if (header == HttpHeader.HOST && requestHandler != null) {
            return hostField(name, value);
        }
        if (header == HttpHeader.CONTENT_LENGTH) {
            long length = digits(value, 0, value.length());
            if (length >= 0) {
                return new HttpField.LongValueHttpField(header, name, value, length);
            }
        }
        return new HttpField(header, name, value);
    }

    /** RFC 9112, section 3.2: an invalid Host is refused. */
    private HttpField hostField(String name, String value) {
        if (value.isEmpty()) {
            return new HttpField(HttpHeader.HOST, name, value);
        }
        int colon = HostSyntax.check(value, 0, value.length());
        if (colon >= 0) {
            int port = HostSyntax.port(value, colon, value.length());
            return new HostPortHttpField(
                    HttpHeader.HOST, name, value, new HostPort(value.substring(0, colon), Math.max(port, 0)));
        }
        violation(Violation.UNSAFE_HOST_HEADER, value);
        return new HostPortHttpField(HttpHeader.HOST, name, value, HostPort.unsafe(value));
    }

    /** RFC 9112, section 5.2: obs-fold is refused, or replaced by a space. */
    private void fold(byte[] a, int from, int to) {
        if (line <= 1) {
            throw illegal("field name", a[from]);
        }
        violation(Violation.MULTILINE_FIELD_VALUE, folding == null ? null : folding.getName());
        if (folding == null) {
            throw illegal("field name", a[from]);
        }
        int start = from;
        int end = to;
        while (start < end && (a[start] == ' ' || a[start] == '\t')) {
            start++;
        }
        while (end > start && (a[end - 1] == ' ' || a[end - 1] == '\t')) {
            end--;
        }
        for (int i = start; i < end; i++) {
            if (!HttpTokens.is(a[i], HttpTokens.FIELD)) {
                throw illegal("field value", a[i]);
            }
        }
        String value = folding.getValue();
        String more = latin(a, start, end);
        folding = newField(
                folding.getHeader(),
                folding.getName(),
                value.isEmpty() ? more : more.isEmpty() ? value : value + " " + more);
        if (memory != null) {
            memory.truncate(0);
        }
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
        HttpHeader header = field.getHeader();
        if (header != null) {
            switch (header) {
                case HOST -> {
                    if (host && requestHandler != null) {
                        violation(Violation.DUPLICATE_HOST_HEADERS, field.getValue());
                    }
                    host = true;
                }
                case CONTENT_LENGTH -> contentLength(field);
                case TRANSFER_ENCODING -> transferEncoding(field.getValue());
                default -> {
                    // says nothing about framing
                }
            }
        }
        handler.parsedHeader(field);
    }

    /** RFC 9110, section 8.6, RFC 9112, section 6.2: digits only; repeated with one value only if allowed. */
    private void contentLength(HttpField field) {
        String value = field.getValue();
        int from = 0;
        do {
            int comma = value.indexOf(',', from);
            int to = comma < 0 ? value.length() : comma;
            int start = from;
            int end = to;
            while (start < end && (value.charAt(start) == ' ' || value.charAt(start) == '\t')) {
                start++;
            }
            while (end > start && (value.charAt(end - 1) == ' ' || value.charAt(end - 1) == '\t')) {
                end--;
            }
            long length =
                    field instanceof HttpField.LongValueHttpField ? field.getLongValue() : digits(value, start, end);
            if (length < 0) {
                throw new BadMessageException("Invalid Content-Length Value");
            }
            if (contentLengthGiven) {
                if (contentLength != length) {
                    throw new BadMessageException("Multiple different Content-Lengths");
                }
                violation(Violation.MULTIPLE_CONTENT_LENGTHS, value);
            }
            contentLengthGiven = true;
            contentLength = length;
            from = to + 1;
        } while (from <= value.length());
    }

    /** The value of 1*DIGIT, -1 when it is none or does not fit. */
    private static long digits(String s, int from, int to) {
        if (from >= to) {
            return -1;
        }
        long n = 0;
        for (int i = from; i < to; i++) {
            int d = s.charAt(i) - '0';
            if (d < 0 || d > 9 || n > (Long.MAX_VALUE - d) / 10) {
                return -1;
            }
            n = n * 10 + d;
        }
        return n;
    }

    /** RFC 9112, sections 6.1, 7: a list of codings, of which chunked is applied last and once. */
    private void transferEncoding(String value) {
        transferEncodingGiven = true;
        boolean any = false;
        for (int from = 0; from <= value.length(); ) {
            int comma = value.indexOf(',', from);
            int to = comma < 0 ? value.length() : comma;
            int start = from;
            int end = to;
            from = to + 1;
            while (start < end && (value.charAt(start) == ' ' || value.charAt(start) == '\t')) {
                start++;
            }
            while (end > start && (value.charAt(end - 1) == ' ' || value.charAt(end - 1) == '\t')) {
                end--;
            }
            if (start == end) {
                continue;
            }
            any = true;
            if (chunkedLast) {
                throw new BadMessageException("Bad Transfer-Encoding, chunked not last");
            }
            if (end - start == 7 && value.regionMatches(true, start, "chunked", 0, 7)) {
                chunkedLast = true;
                continue;
            }
            for (int i = start; i < end; i++) {
                if (!HttpTokens.isTokenChar(value.charAt(i))) {
                    throw new BadMessageException("Bad Transfer-Encoding");
                }
            }
            unknownCodings++;
        }
        if (!any) {
            throw new BadMessageException("Bad Transfer-Encoding, empty");
        }
    }

    // ------------------------------------------------------------------ framing

    /** The empty line has been seen: decides how the content ends (RFC 9112, section 6.3). */
    private void headComplete() {
        if (requestHandler != null) {
            requestFraming();
        } else {
            responseFraming();
        }
        headComplete = true;
        state = switch (endOfContent) {
            case CHUNKED_CONTENT -> State.CHUNK_SIZE;
            case EOF_CONTENT -> State.EOF_CONTENT;
            default -> State.CONTENT;
        };
        if (handler.headerComplete()) {
            stopped = true;
        }
    }

    private void requestFraming() {
        if (version == HttpVersion.HTTP_1_1 && !host) {
            throw new BadMessageException("No Host");
        }
        if (transferEncodingGiven) {
            if (version != HttpVersion.HTTP_1_1) {
                throw new BadMessageException("Transfer-Encoding with HTTP/1.0");
            }
            if (contentLengthGiven) {
                violation(Violation.TRANSFER_ENCODING_WITH_CONTENT_LENGTH, null);
            }
            if (unknownCodings > 0) {
                throw new BadMessageException(
                        chunkedLast ? HttpStatus.NOT_IMPLEMENTED_501 : HttpStatus.BAD_REQUEST_400,
                        "Bad Transfer-Encoding");
            }
            endOfContent = EndOfContent.CHUNKED_CONTENT;
            contentLength = -1;
        } else if (contentLengthGiven) {
            endOfContent = EndOfContent.CONTENT_LENGTH;
        } else {
            endOfContent = EndOfContent.NO_CONTENT;
            contentLength = 0;
        }
    }

    private void responseFraming() {
        if (headResponse
                || HttpStatus.isInformational(responseStatus)
                || responseStatus == HttpStatus.NO_CONTENT_204
                || responseStatus == HttpStatus.NOT_MODIFIED_304) {
            endOfContent = EndOfContent.NO_CONTENT;
        } else if (transferEncodingGiven) {
            if (contentLengthGiven) {
                violation(Violation.TRANSFER_ENCODING_WITH_CONTENT_LENGTH, null);
            }
            if (unknownCodings > 0 && chunkedLast) {
                throw new BadMessageException(HttpStatus.NOT_IMPLEMENTED_501, "Bad Transfer-Encoding");
            }
            endOfContent = chunkedLast ? EndOfContent.CHUNKED_CONTENT : EndOfContent.EOF_CONTENT;
            contentLength = -1;
        } else if (contentLengthGiven) {
            endOfContent = EndOfContent.CONTENT_LENGTH;
        } else {
            endOfContent = EndOfContent.EOF_CONTENT;
        }
    }

    // ------------------------------------------------------------------ content

    /** Reads content; false when more octets are needed. */
    private boolean parseContent(ByteBuffer buffer) {
        switch (state) {
            case CONTENT -> {
                long left = endOfContent == EndOfContent.NO_CONTENT ? 0 : contentLength - contentRead;
                if (left == 0) {
                    completeContent();
                    return true;
                }
                if (!buffer.hasRemaining()) {
                    return false;
                }
                content(buffer, left);
                if (!stopped && contentRead == contentLength) {
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
                content(buffer, chunkLeft);
                chunkLeft -= before - buffer.remaining();
                if (chunkLeft == 0) {
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

    /** RFC 9112, section 7.1: what is around a chunk's data, octet by octet. */
    private boolean parseChunk(ByteBuffer buffer) {
        while (buffer.hasRemaining()) {
            byte b = buffer.get();
            switch (state) {
                case CHUNK_SIZE -> chunkSize(b);
                case CHUNK_DATA_CR -> {
                    if (b == '\r') {
                        state = State.CHUNK_DATA_LF;
                    } else {
                        if (b != '\n') {
                            throw illegal("end of chunk", b);
                        }
                        violation(Violation.LF_CHUNK_TERMINATION, null);
                        state = State.CHUNK_SIZE;
                    }
                }
                default -> {
                    if (b != '\n') {
                        throw illegal("end of chunk", b);
                    }
                    state = State.CHUNK_SIZE;
                }
            }
            if (state == State.CHUNK_DATA || state == State.TRAILER || state == State.END) {
                return true;
            }
        }
        return false;
    }

    /** RFC 9112, section 7.1.1: extensions are limited, as a whole and in proportion to the data that comes with them. */
    private void chunkSize(byte b) {
        ChunkLine.Result result = chunkLine.octet(b, maxHeaderBytes + (contentRead >> 4));
        if (result == ChunkLine.Result.MORE) {
            return;
        }
        if (result == ChunkLine.Result.BARE_LF) {
            violation(Violation.LF_CHUNK_TERMINATION, null);
        }
        chunkLeft = chunkLine.size();
        chunkLine.next();
        if (chunkLeft > 0) {
            state = State.CHUNK_DATA;
            return;
        }
        headerBytes = 0;
        line = 1;
        state = State.TRAILER;
        if (handler.contentComplete()) {
            stopped = true;
        }
    }

    // ------------------------------------------------------------------ errors

    private void violation(Violation violation, String details) {
        if (!compliance.allows(violation)) {
            throw new BadMessageException(violation.getDescription());
        }
        report(violation, details);
    }

    private void report(Violation violation, String details) {
        handler.onViolation(new ComplianceViolation.Event(
                compliance, violation, details == null ? violation.getDescription() : details));
    }

    private static BadMessageException illegal(String where, byte b) {
        int c = b & 0xff;
        String shown = c > 0x20 && c < 0x7f ? "'" + (char) c + "'" : "0x" + Integer.toHexString(c);
        return new BadMessageException("Illegal character " + shown + " in " + where);
    }

    private static String latin(byte[] a, int from, int to) {
        return new String(a, from, to - from, StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return "HttpParser{" + state + "," + contentRead + " of " + contentLength + "}";
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
        void startResponse(HttpVersion version, int status, String reason);
    }
}
