package org.eclipse.jetty.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpCompliance.Violation;
import org.eclipse.jetty.http.HttpParser.State;
import org.eclipse.jetty.http.internal.ChunkLine;

/** Reads what is around the data of chunks (RFC 9112, section 7.1), octet by octet. Confined to its parser. */
final class ChunkFraming {
    private final ParserCompliance compliance;
    private final ChunkLine line = new ChunkLine();
    private long left;

    ChunkFraming(ParserCompliance compliance) {
        this.compliance = compliance;
    }

    void reset() {
        line.reset();
        left = 0;
    }

    /** How many octets of the data of a chunk are to come. */
    long left() {
        return left;
    }

    /** So many octets of the data have come. */
    void read(long octets) {
        left -= octets;
    }

    /**
     * Reads on until the data of a chunk, the trailer, or the end of the buffer.
     *
     * @param state what is to be read: the line before the data, or one of the ends after it
     * @param maxExtensions how many octets the extensions of all chunks may have (RFC 9112, section 7.1.1)
     * @return what is to be read next
     * @throws BadMessageException there is something else
     */
    State read(State state, ByteBuffer buffer, long maxExtensions) {
        State next = state;
        while (next != State.CHUNK_DATA && next != State.TRAILER && buffer.hasRemaining()) {
            byte octet = buffer.get();
            next = switch (next) {
                case CHUNK_SIZE -> size(octet, maxExtensions);
                case CHUNK_DATA_CR -> {
                    if (octet == '\r') {
                        yield State.CHUNK_DATA_LF;
                    }
                    checkLineFeed(octet);
                    compliance.check(Violation.LF_CHUNK_TERMINATION, null);
                    yield State.CHUNK_SIZE;
                }
                default -> {
                    checkLineFeed(octet);
                    yield State.CHUNK_SIZE;
                }
            };
        }
        return next;
    }

    private static void checkLineFeed(byte octet) {
        if (octet != '\n') {
            throw ParserCompliance.illegal("end of chunk", octet);
        }
    }

    private State size(byte octet, long maxExtensions) {
        ChunkLine.Result result = line.octet(octet, maxExtensions);
        if (result == ChunkLine.Result.MORE) {
            return State.CHUNK_SIZE;
        }
        if (result == ChunkLine.Result.BARE_LF) {
            compliance.check(Violation.LF_CHUNK_TERMINATION, null);
        }
        left = line.size();
        line.next();
        return left > 0 ? State.CHUNK_DATA : State.TRAILER;
    }
}
