package org.eclipse.jetty.http;

import org.eclipse.jetty.http.HttpCompliance.Violation;
import org.eclipse.jetty.http.HttpParser.RequestHandler;
import org.eclipse.jetty.http.HttpParser.ResponseHandler;
import org.jspecify.annotations.Nullable;

/**
 * The start line of a message: a request line or a status line, as the handler is one of requests or of responses (RFC 9112, section 2.1).
 *
 * <p>The last line that was valid stays until the next one. Confined to its parser.
 */
final class StartLine {
    private static final int MAX_EMPTY_LINES = 8;

    private final ParserCompliance compliance;
    private final @Nullable RequestHandler requests;
    private final @Nullable ResponseHandler responses;
    private final @Nullable RequestLine requestLine;
    private final @Nullable StatusLine statusLine;
    private int emptyLines;

    /** Of requests, or of responses: one of the handlers is null. */
    StartLine(@Nullable RequestHandler requests, @Nullable ResponseHandler responses, ParserCompliance compliance) {
        this.compliance = compliance;
        this.requests = requests;
        this.responses = responses;
        this.requestLine = requests == null ? null : new RequestLine(compliance);
        this.statusLine = responses == null ? null : new StatusLine();
    }

    boolean ofRequests() {
        return requestLine != null;
    }

    /** A message begins. */
    void begin() {
        emptyLines = 0;
    }

    /** Whether no empty line has come since {@link #begin()}. */
    boolean hasNoEmptyLine() {
        return emptyLines == 0;
    }

    /**
     * Ignores an empty line before the start line (RFC 9112, section 2.2).
     *
     * @throws BadMessageException there are too many, or the end of this one is not allowed
     */
    void skipEmpty(boolean crlf) {
        if (++emptyLines > MAX_EMPTY_LINES) {
            throw new BadMessageException("too many empty lines");
        }
        if (!crlf) {
            compliance.check(Violation.LF_HEADER_TERMINATION, null);
        }
    }

    /**
     * Refuses an octet that cannot begin a line, before the line's end arrives.
     *
     * @throws BadMessageException it is one
     */
    static void checkFirst(byte octet) {
        if (octet != '\r' && octet != '\n' && !HttpTokens.is(octet, HttpTokens.TCHAR)) {
            throw ParserCompliance.illegal("start line", octet);
        }
    }

    /**
     * Parses a line, which is not empty, without its end.
     *
     * @throws BadMessageException it is not valid
     */
    void parse(byte[] a, int from, int to) {
        if (requestLine != null) {
            requestLine.parse(a, from, to);
        } else {
            assert statusLine != null : "of responses";
            statusLine.parse(a, from, to);
        }
    }

    HttpVersion version() {
        if (requestLine != null) {
            return requestLine.version();
        }
        assert statusLine != null : "of responses";
        return statusLine.version();
    }

    /** Reports the line to the handler. */
    void emit() {
        if (requests != null) {
            assert requestLine != null : "of requests";
            requests.startRequest(requestLine.method(), requestLine.target(), requestLine.version());
        } else {
            assert responses != null && statusLine != null : "of responses";
            responses.startResponse(statusLine.version(), statusLine.status(), statusLine.reason());
        }
    }

    /**
     * Ends the head that the line began.
     *
     * @param toHead whether a response is one to HEAD
     * @throws BadMessageException the fields contradict each other or the line
     */
    void endHead(MessageFraming framing, boolean toHead) {
        if (requestLine != null) {
            framing.endRequestHead();
        } else {
            assert statusLine != null : "of responses";
            framing.endResponseHead(statusLine.status(), toHead);
        }
    }

    /** Forgets the last line. */
    void clear() {
        if (requestLine != null) {
            requestLine.clear();
        }
        if (statusLine != null) {
            statusLine.clear();
        }
    }

    /** What refuses a line that is over the limit: {@code a[from, to)}, after the part of it that is kept. */
    BadMessageException tooLong(PartialLine kept, byte[] a, int from, int to, int limit) {
        if (requestLine == null) {
            return fieldsTooLarge(limit);
        }
        // the method may lie in the part that is kept, or reach into what has come
        int tooLong = RequestLine.MAX_METHOD + 1;
        return kept.wordLength(a, from, to, tooLong) == tooLong
                ? new BadMessageException("Bad method")
                : new BadMessageException(HttpStatus.URI_TOO_LONG_414, "request line over " + limit + " bytes");
    }

    /** What refuses fields, or the head of a response, over the limit (RFC 6585, section 5). */
    static BadMessageException fieldsTooLarge(int limit) {
        return new BadMessageException(
                HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431,
                "Request Header Fields Too Large: over " + limit + " bytes");
    }
}
