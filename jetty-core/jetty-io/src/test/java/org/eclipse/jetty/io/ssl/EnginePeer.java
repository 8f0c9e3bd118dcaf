package org.eclipse.jetty.io.ssl;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/** The other side of a TLS connection: an engine, the records that it makes, and what it was sent. */
final class EnginePeer {
    private final SSLEngine engine;
    private final ByteArrayOutputStream records = new ByteArrayOutputStream();
    private final ByteArrayOutputStream plain = new ByteArrayOutputStream();
    private final ByteBuffer room = ByteBuffer.allocate(40_000);
    private ByteBuffer received = ByteBuffer.allocate(0);
    private SSLException failure;

    EnginePeer(SSLEngine engine) {
        this.engine = engine;
    }

    SSLEngine getEngine() {
        return engine;
    }

    SSLException getFailure() {
        return failure;
    }

    /** Whether the close_notify, or another alert that ends it, has come. */
    boolean isInputEnded() {
        return engine.isInboundDone();
    }

    String getPlain() {
        return plain.toString(StandardCharsets.UTF_8);
    }

    /** Begins a handshake, or with TLS 1.3 a change of the keys where there was one. */
    void begin() throws SSLException {
        engine.beginHandshake();
        run();
    }

    void send(String text) throws SSLException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            wrap(bytes);
        }
    }

    void close() {
        engine.closeOutbound();
        run();
    }

    /** Takes the records to be sent. */
    byte[] take() {
        byte[] taken = records.toByteArray();
        records.reset();
        return taken;
    }

    void receive(byte[] bytes) {
        ByteBuffer more = ByteBuffer.allocate(received.remaining() + bytes.length);
        more.put(received).put(bytes).flip();
        received = more;
        run();
    }

    private void run() {
        try {
            while (step()) {
                // goes on until the engine waits for bytes
            }
        } catch (SSLException x) {
            failure = x;
            while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                try {
                    wrap(ByteBuffer.allocate(0));
                } catch (SSLException again) {
                    x.addSuppressed(again);
                }
            }
        }
    }

    private boolean step() throws SSLException {
        HandshakeStatus status = engine.getHandshakeStatus();
        if (status == HandshakeStatus.NEED_TASK) {
            engine.getDelegatedTask().run();
            return true;
        }
        if (status == HandshakeStatus.NEED_WRAP) {
            return wrap(ByteBuffer.allocate(0)).getStatus() == SSLEngineResult.Status.OK;
        }
        if (!received.hasRemaining() || engine.isInboundDone()) {
            return false;
        }
        room.clear();
        SSLEngineResult result = engine.unwrap(received, room);
        plain.write(room.array(), 0, room.position());
        return result.getStatus() == SSLEngineResult.Status.OK;
    }

    private SSLEngineResult wrap(ByteBuffer bytes) throws SSLException {
        room.clear();
        SSLEngineResult result = engine.wrap(bytes, room);
        records.write(room.array(), 0, room.position());
        return result;
    }
}
