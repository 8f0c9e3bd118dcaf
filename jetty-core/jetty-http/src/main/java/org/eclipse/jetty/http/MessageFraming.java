package org.eclipse.jetty.http;

import org.eclipse.jetty.http.HttpCompliance.Violation;
import org.eclipse.jetty.http.HttpTokens.EndOfContent;
import org.eclipse.jetty.http.internal.OptionalWhiteSpace;
import org.jspecify.annotations.Nullable;

/** Where the content of a message ends, by its version and its fields (RFC 9112, section 6). Confined to its parser. */
final class MessageFraming {
    private final ParserCompliance compliance;
    private @Nullable HttpVersion version;
    private boolean host;
    private boolean contentLengthGiven;
    private boolean transferEncodingGiven;
    private boolean chunkedLast;
    private int unknownCodings;
    private EndOfContent endOfContent = EndOfContent.UNKNOWN_CONTENT;
    private long contentLength = -1;

    MessageFraming(ParserCompliance compliance) {
        this.compliance = compliance;
    }

    /** Forgets the message. */
    void reset() {
        version = null;
        host = false;
        contentLengthGiven = false;
        transferEncodingGiven = false;
        chunkedLast = false;
        unknownCodings = 0;
        unknown();
    }

    /** What comes is content up to the end of the connection, whatever was said. */
    void unknown() {
        endOfContent = EndOfContent.UNKNOWN_CONTENT;
        contentLength = -1;
    }

    /** The start line has been read. */
    void begin(HttpVersion ofMessage) {
        version = ofMessage;
    }

    EndOfContent endOfContent() {
        return endOfContent;
    }

    /** The length of the content, -1 when it is not known. */
    long contentLength() {
        return contentLength;
    }

    /** Whether both Content-Length and Transfer-Encoding were given and allowed (RFC 9112, section 6.3). */
    boolean isInDoubt() {
        return transferEncodingGiven && (contentLengthGiven || version == HttpVersion.HTTP_1_0);
    }

    /**
     * A field of the head.
     *
     * @throws BadMessageException it contradicts another one, or is not valid
     */
    void add(HttpField field, boolean ofRequest) {
        HttpHeader header = field.getHeader();
        if (header == null) {
            return;
        }
        switch (header) {
            case HOST -> {
                if (host && ofRequest) {
                    compliance.check(Violation.DUPLICATE_HOST_HEADERS, field.getValue());
                }
                host = true;
            }
            case CONTENT_LENGTH -> addContentLength(field);
            case TRANSFER_ENCODING -> {
                String value = field.getValue();
                assert value != null : "parsed";
                addTransferEncoding(value);
            }
            default -> {
                // says nothing about framing
            }
        }
    }

    /** RFC 9110, section 8.6, RFC 9112, section 6.2: digits only; repeated with one value only if allowed. */
    private void addContentLength(HttpField field) {
        String value = field.getValue();
        assert value != null : "parsed";
        int from = 0;
        do {
            int comma = value.indexOf(',', from);
            int to = comma < 0 ? value.length() : comma;
            int start = OptionalWhiteSpace.skip(value, from, to);
            long length = field instanceof HttpField.LongValueHttpField
                    ? field.getLongValue()
                    : digits(value, start, OptionalWhiteSpace.trim(value, start, to));
            if (length < 0) {
                throw new BadMessageException("Invalid Content-Length Value");
            }
            if (contentLengthGiven) {
                if (contentLength != length) {
                    throw new BadMessageException("Multiple different Content-Lengths");
                }
                compliance.check(Violation.MULTIPLE_CONTENT_LENGTHS, value);
            }
            contentLengthGiven = true;
            contentLength = length;
            from = to + 1;
        } while (from <= value.length());
    }

    /** The value of 1*DIGIT, -1 when it is none or does not fit. */
    static long digits(String s, int from, int to) {
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
    private void addTransferEncoding(String value) {
        transferEncodingGiven = true;
        boolean any = false;
        for (int from = 0; from <= value.length(); ) {
            int comma = value.indexOf(',', from);
            int to = comma < 0 ? value.length() : comma;
            int start = OptionalWhiteSpace.skip(value, from, to);
            int end = OptionalWhiteSpace.trim(value, start, to);
            from = to + 1;
            if (start == end) {
                continue;
            }
            any = true;
            addCoding(value, start, end);
        }
        if (!any) {
            throw new BadMessageException("Bad Transfer-Encoding, empty");
        }
    }

    private void addCoding(String value, int start, int end) {
        if (chunkedLast) {
            throw new BadMessageException("Bad Transfer-Encoding, chunked not last");
        }
        if (end - start == 7 && value.regionMatches(true, start, "chunked", 0, 7)) {
            chunkedLast = true;
            return;
        }
        for (int i = start; i < end; i++) {
            if (!HttpTokens.isTokenChar(value.charAt(i))) {
                throw new BadMessageException("Bad Transfer-Encoding");
            }
        }
        unknownCodings++;
    }

    /** Ends a simple request, which has neither fields nor content. */
    void endSimple() {
        endOfContent = EndOfContent.NO_CONTENT;
        contentLength = 0;
    }

    /**
     * Ends the head of a request.
     *
     * @throws BadMessageException its fields contradict each other or its version
     */
    void endRequestHead() {
        if (version == HttpVersion.HTTP_1_1 && !host) {
            throw new BadMessageException("No Host");
        }
        if (transferEncodingGiven) {
            if (version != HttpVersion.HTTP_1_1) {
                throw new BadMessageException("Transfer-Encoding with HTTP/1.0");
            }
            if (contentLengthGiven) {
                compliance.check(Violation.TRANSFER_ENCODING_WITH_CONTENT_LENGTH, null);
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

    /**
     * Ends the head of a response.
     *
     * @param toHead whether it is one to HEAD
     * @throws BadMessageException its fields contradict each other
     */
    void endResponseHead(int status, boolean toHead) {
        if (toHead
                || HttpStatus.isInformational(status)
                || status == HttpStatus.NO_CONTENT_204
                || status == HttpStatus.NOT_MODIFIED_304) {
            endOfContent = EndOfContent.NO_CONTENT;
        } else if (transferEncodingGiven) {
            if (contentLengthGiven) {
                compliance.check(Violation.TRANSFER_ENCODING_WITH_CONTENT_LENGTH, null);
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
}
