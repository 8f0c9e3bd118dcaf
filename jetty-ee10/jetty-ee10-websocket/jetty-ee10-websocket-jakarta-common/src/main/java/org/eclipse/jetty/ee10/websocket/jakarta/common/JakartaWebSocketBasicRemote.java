package org.eclipse.jetty.ee10.websocket.jakarta.common;

import jakarta.websocket.EncodeException;
import jakarta.websocket.RemoteEndpoint;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.ByteBuffer;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.util.BlockingSend;

/** Sends, and returns when it was sent. Thread-safe, but for messages in parts. */
final class JakartaWebSocketBasicRemote extends JakartaWebSocketRemoteEndpoint implements RemoteEndpoint.Basic {
    /** The opcode of the message whose parts are being sent, or -1. */
    private byte partial = -1;

    JakartaWebSocketBasicRemote(JakartaWebSocketSession session, CoreSession core) {
        super(session, core);
    }

    private void send(Frame frame) throws IOException {
        BlockingSend.await(callback -> send(frame, 0, callback));
    }

    private void sendWhole(Frame frame) throws IOException {
        synchronized (this) {
            if (partial >= 0) {
                throw new IllegalStateException("The message that is being sent in parts has not ended");
            }
        }
        send(frame);
    }

    @Override
    public void sendText(String text) throws IOException {
        requireMessage(text);
        sendWhole(text(text));
    }

    @Override
    public void sendBinary(ByteBuffer data) throws IOException {
        requireMessage(data);
        sendWhole(new Frame(OpCode.BINARY, data.slice()));
    }

    @Override
    public void sendText(String part, boolean isLast) throws IOException {
        requireMessage(part);
        send(new Frame(next(OpCode.TEXT, isLast), isLast, part));
    }

    @Override
    public void sendBinary(ByteBuffer part, boolean isLast) throws IOException {
        requireMessage(part);
        send(new Frame(next(OpCode.BINARY, isLast), isLast, part.slice()));
    }

    private synchronized byte next(byte opCode, boolean isLast) {
        if (partial >= 0 && partial != opCode) {
            throw new IllegalStateException("A " + OpCode.name(partial) + " message is being sent in parts");
        }
        byte next = partial >= 0 ? OpCode.CONTINUATION : opCode;
        partial = isLast ? -1 : opCode;
        return next;
    }

    @Override
    public OutputStream getSendStream() {
        return newStream();
    }

    @Override
    public Writer getSendWriter() {
        return newWriter();
    }

    @Override
    public void sendObject(Object data) throws IOException, EncodeException {
        BlockingSend.<EncodeException>await(callback -> sendObject(data, 0, callback));
    }

    private static void requireMessage(Object message) {
        if (message == null) {
            throw new IllegalArgumentException("No message to send");
        }
    }
}
