package org.eclipse.jetty.websocket.core.messages;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.WebSocketConstants;
import org.eclipse.jetty.websocket.core.util.BlockingSend;
import org.jspecify.annotations.Nullable;

/**
 * Sends a binary message as it is written, in fragments of the size of the output buffer, or of the default size if that
 * is zero or less. A full fragment is kept until more is written, or until {@link #flush()}, as it may be the last one. Closing
 * it ends the message; if that fails after a part of it was sent, the session is closed with 1011.
 * Blocking; confined to one thread at a time.
 */
public class MessageOutputStream extends OutputStream {
    private final CoreSession coreSession;
    private final ByteBufferPool bufferPool;
    private final int size;
    private RetainableByteBuffer.@Nullable Mutable buffer;
    private byte opcode;
    private boolean closed;
    private @Nullable Callback callback;

    public MessageOutputStream(CoreSession coreSession, ByteBufferPool bufferPool) {
        this(coreSession, bufferPool, OpCode.BINARY);
    }

    MessageOutputStream(CoreSession coreSession, ByteBufferPool bufferPool, byte opcode) {
        this.coreSession = coreSession;
        this.bufferPool = bufferPool;
        this.opcode = opcode;
        int configured = coreSession.getOutputBufferSize();
        size = configured > 0 ? configured : WebSocketConstants.DEFAULT_OUTPUT_BUFFER_SIZE;
    }

    @Override
    public void write(byte[] bytes, int off, int len) throws IOException {
        write(ByteBuffer.wrap(bytes, off, len));
    }

    @Override
    public void write(int b) throws IOException {
        write(ByteBuffer.wrap(new byte[] {(byte) b}));
    }

    /** Sends the bytes of a buffer. */
    public void write(ByteBuffer bytes) throws IOException {
        if (closed) {
            throw new IOException("stream closed");
        }
        while (bytes.hasRemaining()) {
            if (buffer != null && buffer.remaining() == size) {
                send(false);
            }
            if (buffer == null) {
                buffer = bufferPool.acquire(size, false);
            }
            int count = Math.min(bytes.remaining(), size - buffer.remaining());
            ByteBuffer part = bytes.slice();
            part.limit(count);
            bytes.position(bytes.position() + count);
            buffer.append(part);
        }
    }

    @Override
    public void flush() throws IOException {
        if (!closed && buffer != null && buffer.hasRemaining()) {
            send(false);
        }
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        boolean begun = isBegun();
        try {
            send(true);
        } catch (Throwable x) {
            fail(begun, x);
            throw x;
        }
        if (callback != null) {
            callback.succeeded();
        }
    }

    /**
     * Ends without the rest of the message, which the receiver must not take for a whole one. If a part of it was sent, the
     * session is closed with 1011, as nothing but the message's end may follow a part (RFC 6455, section 5.4). Without effect
     * after {@link #close()}.
     *
     * @param cause what the callback fails by
     */
    public void abandon(Throwable cause) {
        if (closed) {
            return;
        }
        closed = true;
        if (buffer != null) {
            buffer.release();
            buffer = null;
        }
        fail(isBegun(), cause);
    }

    /** Whether a part of the message was sent. */
    private boolean isBegun() {
        return opcode == OpCode.CONTINUATION;
    }

    private void fail(boolean begun, Throwable cause) {
        if (begun) {
            coreSession.close(CloseStatus.SERVER_ERROR, "Message abandoned", Callback.NOOP);
        }
        if (callback != null) {
            callback.failed(cause);
        }
    }

    private void send(boolean fin) throws IOException {
        RetainableByteBuffer.Mutable sent = buffer;
        buffer = null;
        Frame frame = new Frame(opcode, fin, sent == null ? BufferUtil.EMPTY_BUFFER : sent.getByteBuffer());
        opcode = OpCode.CONTINUATION;
        try {
            BlockingSend.await(sending -> coreSession.sendFrame(frame, sending, false));
        } finally {
            if (sent != null) {
                sent.release();
            }
        }
    }

    /** Who is told when the message was sent. */
    public void setCallback(@Nullable Callback callback) {
        this.callback = callback;
    }
}
