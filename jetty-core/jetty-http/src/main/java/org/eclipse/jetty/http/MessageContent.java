package org.eclipse.jetty.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpParser.HttpHandler;
import org.eclipse.jetty.http.HttpParser.State;
import org.eclipse.jetty.http.HttpTokens.EndOfContent;

/** Hands the content of a message on: of a known length, in chunks, or up to the end of the connection (RFC 9112, section 6). Confined to its parser. */
final class MessageContent {
    private final HttpHandler handler;
    private final MessageFraming framing;
    private final ChunkFraming chunks;
    private long read;

    MessageContent(HttpHandler handler, MessageFraming framing, ParserCompliance compliance) {
        this.handler = handler;
        this.framing = framing;
        this.chunks = new ChunkFraming(compliance);
    }

    void reset() {
        read = 0;
        chunks.reset();
    }

    /** How many octets have been handed on. */
    long read() {
        return read;
    }

    /** How many octets are to come, by what is being read: of the content, or of the chunk; Long.MAX_VALUE where only the end of the connection tells. */
    long left(State state) {
        if (state == State.CHUNK_DATA) {
            return chunks.left();
        }
        if (state == State.CONTENT) {
            return framing.endOfContent() == EndOfContent.NO_CONTENT ? 0 : framing.contentLength() - read;
        }
        return state == State.EOF_CONTENT ? Long.MAX_VALUE : 0;
    }

    /**
     * Hands on as much as there is of what is left; the handler's buffer is a view of the given one.
     *
     * @return what the handler returned
     */
    boolean hand(State state, ByteBuffer buffer) {
        int length = (int) Math.min(left(state), buffer.remaining());
        ByteBuffer view = buffer.slice(buffer.position(), length);
        buffer.position(buffer.position() + length);
        read += length;
        if (state == State.CHUNK_DATA) {
            chunks.read(length);
        }
        return handler.content(view);
    }

    /**
     * Reads what is around the data of chunks; extensions are limited, as a whole and in proportion to the data that comes with them.
     *
     * @return what is to be read next
     */
    State chunk(State state, ByteBuffer buffer, int maxExtensions) {
        return chunks.read(state, buffer, maxExtensions + (read >> 4));
    }
}
