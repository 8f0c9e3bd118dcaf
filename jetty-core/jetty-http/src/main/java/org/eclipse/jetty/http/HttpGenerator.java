package org.eclipse.jetty.http;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Generates HTTP/1 messages in the form that Jetty offers: one call is made again and again, and says what to do next.
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
 * <p>Server and client use the plain calls of {@link MessageGenerator}. Confined to its connection.
 */
public class HttpGenerator extends MessageGenerator {
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

    /** 100 Continue. */
    public static final MetaData.Response CONTINUE_100_INFO =
            new MetaData.Response(HttpStatus.CONTINUE_100, null, HttpVersion.HTTP_1_1, HttpFields.EMPTY);

    /** The head of an interim response was generated, and is not known to be sent. */
    private boolean interim;

    @Override
    public void reset() {
        super.reset();
        interim = false;
    }

    public State getState() {
        return switch (getStep()) {
            case HEAD -> interim ? State.COMPLETING_1XX : State.START;
            case CONTENT -> State.COMMITTED;
            case LAST -> State.COMPLETING;
            case END -> State.END;
        };
    }

    public boolean isState(State state) {
        return getState() == state;
    }

    @Override
    public boolean isIdle() {
        return super.isIdle() && !interim;
    }

    @Override
    public boolean isCommitted() {
        return super.isCommitted() || interim;
    }

    /** The rest of the connection belongs to what a servlet upgraded to. */
    public void servletUpgrade() {
        startTunnel();
    }

    /** Generates a step of a request. */
    public Result generateRequest(
            MetaData.@Nullable Request info,
            @Nullable ByteBuffer header,
            ByteBuffer chunk,
            ByteBuffer content,
            boolean last) {
        if (getStep() != Step.HEAD) {
            return generate(chunk, content, last);
        }
        if (info == null) {
            return Result.NEED_INFO;
        }
        if (header == null) {
            return Result.NEED_HEADER;
        }
        return head(info, length(content), last, header) ? Result.FLUSH : Result.HEADER_OVERFLOW;
    }

    /** Generates a step of a response; {@code head} for one to HEAD. */
    public Result generateResponse(
            MetaData.@Nullable Response info,
            boolean head,
            @Nullable ByteBuffer header,
            ByteBuffer chunk,
            ByteBuffer content,
            boolean last) {
        if (interim) {
            interim = false;
            return Result.DONE;
        }
        if (getStep() != Step.HEAD) {
            return generate(chunk, content, last);
        }
        if (info == null) {
            return Result.NEED_INFO;
        }
        if (header == null && info.getHttpVersion() != HttpVersion.HTTP_0_9) {
            return Result.NEED_HEADER;
        }
        if (!head(info, head, length(content), last, header)) {
            return Result.HEADER_OVERFLOW;
        }
        interim = getStep() == Step.HEAD;
        return Result.FLUSH;
    }

    private static int length(@Nullable ByteBuffer content) {
        return content == null ? 0 : content.remaining();
    }

    /** Steps after the head. */
    private Result generate(@Nullable ByteBuffer chunk, ByteBuffer content, boolean last) {
        int length = length(content);
        if (getStep() == Step.CONTENT) {
            if (length > 0 && needsChunkLine() && chunk == null) {
                return Result.NEED_CHUNK;
            }
            content(length, last, chunk);
            return length > 0 ? Result.FLUSH : last ? Result.CONTINUE : Result.DONE;
        }
        // refused if there is some
        content(length, last, chunk);
        if (needsEnd()) {
            if (hasTrailers() && (chunk == null || chunk.capacity() <= CHUNK_SIZE)) {
                return Result.NEED_CHUNK_TRAILER;
            }
            if (chunk == null) {
                return Result.NEED_CHUNK;
            }
            return endChunks(chunk) ? Result.FLUSH : Result.NEED_CHUNK_TRAILER;
        }
        end(null);
        return isPersistent() ? Result.DONE : Result.SHUTDOWN_OUT;
    }

    /** Puts a field line into a buffer in fill mode. */
    public static void putTo(HttpField field, ByteBuffer buffer) {
        MessageLines.putTo(field, buffer);
    }

    /** Puts field lines into a buffer in fill mode. */
    public static void putTo(HttpFields.Mutable fields, ByteBuffer buffer) {
        for (int i = 0; i < fields.size(); i++) {
            MessageLines.putTo(fields.getField(i), buffer);
        }
    }

    /** The octets of a status' usual reason. */
    public static byte @Nullable [] getReasonBuffer(int status) {
        HttpStatus.Code code = HttpStatus.getCode(status);
        return code == null ? null : MessageLines.ascii(code.getMessage());
    }

    @Override
    public String toString() {
        return "HttpGenerator{" + getState() + "," + getEndOfContent() + "}";
    }
}
