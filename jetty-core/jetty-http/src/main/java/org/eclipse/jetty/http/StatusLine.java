package org.eclipse.jetty.http;

import org.jspecify.annotations.Nullable;

/**
 * Parses status lines: {@code HTTP-version SP status-code SP [ reason-phrase ]} (RFC 9112, section 4).
 *
 * <p>The parts of the last line that was valid stay until the next one. Confined to its parser.
 */
final class StatusLine {
    private @Nullable HttpVersion version;
    private int status;
    private @Nullable String reason;

    HttpVersion version() {
        assert version != null : "parsed";
        return version;
    }

    int status() {
        return status;
    }

    /** The reason phrase; null if it is empty. */
    @Nullable
    String reason() {
        return reason;
    }

    /** Forgets the last line. */
    void clear() {
        version = null;
        status = 0;
        reason = null;
    }

    /**
     * Parses a line, which is not empty, without its end.
     *
     * @throws BadMessageException it is not valid
     */
    void parse(byte[] a, int from, int to) {
        int space = from;
        while (space < to && a[space] != ' ') {
            space++;
        }
        HttpVersion found = HttpVersion.fromBytes(a, from, space);
        if (found == null) {
            throw RequestLine.badVersion(a, from, space);
        }
        if (found != HttpVersion.HTTP_1_1 && found != HttpVersion.HTTP_1_0) {
            throw RequestLine.unknownVersion();
        }
        int code = space + 1;
        int number = code(a, code, to);
        reason = reason(a, code + 4, to);
        status = number;
        version = found;
    }

    private static int code(byte[] a, int from, int to) {
        int end = from + 3;
        if (end > to || end < to && a[end] != ' ') {
            throw new BadMessageException("Bad status");
        }
        int status = 0;
        for (int i = from; i < end; i++) {
            if (a[i] < '0' || a[i] > '9') {
                throw new BadMessageException("Bad status");
            }
            status = status * 10 + a[i] - '0';
        }
        if (status < 100) {
            throw new BadMessageException("Bad status");
        }
        return status;
    }

    private static @Nullable String reason(byte[] a, int from, int to) {
        if (from >= to) {
            return null;
        }
        for (int i = from; i < to; i++) {
            if (!HttpTokens.is(a[i], HttpTokens.FIELD)) {
                throw ParserCompliance.illegal("reason", a[i]);
            }
        }
        return ParserCompliance.latin(a, from, to);
    }
}
