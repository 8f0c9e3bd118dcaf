package org.eclipse.jetty.ee10.websocket.jakarta.common;

import jakarta.websocket.EncodeException;
import jakarta.websocket.Encoder;
import jakarta.websocket.RemoteEndpoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.Primitives;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.OutgoingEntry;
import org.eclipse.jetty.websocket.core.messages.MessageOutputStream;
import org.eclipse.jetty.websocket.core.messages.MessageWriter;
import org.eclipse.jetty.websocket.core.util.BlockingSend;

/** The peer, as both of its views send to it. Thread-safe, but for messages in parts, which one sender sends. */
class JakartaWebSocketRemoteEndpoint implements RemoteEndpoint {
    protected final JakartaWebSocketSession session;
    protected final CoreSession core;

    JakartaWebSocketRemoteEndpoint(JakartaWebSocketSession session, CoreSession core) {
        this.session = session;
        this.core = core;
    }

    @Override
    public void setBatchingAllowed(boolean allowed) throws IOException {
        boolean before = session.isBatching();
        session.setBatching(allowed);
        if (before && !allowed) {
            flushBatch();
        }
    }

    @Override
    public boolean getBatchingAllowed() {
        return session.isBatching();
    }

    @Override
    public void flushBatch() throws IOException {
        BlockingSend.await(core::flush);
    }

    @Override
    public void sendPing(ByteBuffer applicationData) throws IOException {
        sendControl(OpCode.PING, applicationData);
    }

    @Override
    public void sendPong(ByteBuffer applicationData) throws IOException {
        sendControl(OpCode.PONG, applicationData);
    }

    private void sendControl(byte opCode, ByteBuffer data) throws IOException {
        if (BufferUtil.length(data) > Frame.MAX_CONTROL_PAYLOAD) {
            throw new IllegalArgumentException(
                    "Application data of " + data.remaining() + " bytes (max " + Frame.MAX_CONTROL_PAYLOAD + ")");
        }
        // the caller may use its buffer again, however long the frame waits
        Frame frame = new Frame(opCode, data == null ? null : BufferUtil.copy(data));
        BlockingSend.await(callback -> core.sendFrame(frame, callback, false));
    }

    /** Sends a frame. */
    void send(Frame frame, long timeout, Callback callback) {
        core.sendFrame(new OutgoingEntry.Builder(frame, callback)
                .batch(session.isBatching())
                .messageTimeout(timeout)
                .build());
    }

    /**
     * Sends an object as its encoder makes a message of it; without one, a value as text.
     *
     * @param callback may be completed even if this throws, as a message may fail while it is encoded
     */
    void sendObject(Object object, long timeout, Callback callback) throws IOException, EncodeException {
        if (object == null) {
            throw new IllegalArgumentException("No object to send");
        }
        Class<? extends Encoder> type = session.getEndpoint().getEncoders().find(object.getClass());
        if (type != null) {
            encode(session.getCoders().get(type), object, timeout, callback);
        } else if (Primitives.isOne(object.getClass())) {
            send(text(object.toString()), timeout, callback);
        } else if (object instanceof ByteBuffer buffer) {
            send(new Frame(OpCode.BINARY, buffer.slice()), timeout, callback);
        } else if (object instanceof byte[] bytes) {
            send(new Frame(OpCode.BINARY, ByteBuffer.wrap(bytes)), timeout, callback);
        } else {
            throw new EncodeException(
                    object, "No encoder takes a " + object.getClass().getName());
        }
    }

    static Frame text(String text) {
        return new Frame(OpCode.TEXT, text);
    }

    @SuppressWarnings("unchecked") // the encoder was chosen by the type of the object
    private void encode(Encoder encoder, Object object, long timeout, Callback callback)
            throws IOException, EncodeException {
        if (encoder instanceof Encoder.Text<?> encoding) {
            send(text(((Encoder.Text<Object>) encoding).encode(object)), timeout, callback);
        } else if (encoder instanceof Encoder.Binary<?> encoding) {
            ByteBuffer bytes = ((Encoder.Binary<Object>) encoding).encode(object);
            send(new Frame(OpCode.BINARY, bytes), timeout, callback);
        } else if (encoder instanceof Encoder.TextStream<?> encoding) {
            encodeText((Encoder.TextStream<Object>) encoding, object, callback);
        } else if (encoder instanceof Encoder.BinaryStream<?> encoding) {
            encodeBinary((Encoder.BinaryStream<Object>) encoding, object, callback);
        }
    }

    /** A message whose encoder fails is not ended: who receives it would take it for a whole one. */
    private void encodeText(Encoder.TextStream<Object> encoder, Object object, Callback callback)
            throws IOException, EncodeException {
        MessageWriter writer = newWriter();
        writer.setCallback(callback);
        try {
            encoder.encode(object, writer);
        } catch (Throwable x) {
            writer.abandon(x);
            throw x;
        }
        writer.close();
    }

    private void encodeBinary(Encoder.BinaryStream<Object> encoder, Object object, Callback callback)
            throws IOException, EncodeException {
        MessageOutputStream out = newStream();
        out.setCallback(callback);
        try {
            encoder.encode(object, out);
        } catch (Throwable x) {
            out.abandon(x);
            throw x;
        }
        out.close();
    }

    MessageOutputStream newStream() {
        return new MessageOutputStream(core, core.getByteBufferPool());
    }

    MessageWriter newWriter() {
        return new MessageWriter(core, core.getByteBufferPool());
    }
}
