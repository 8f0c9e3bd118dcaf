package org.eclipse.jetty.io.ssl;

import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What filling, flushing and closing do with the engine and its records: the state machine of {@link SslConnection}, whose Javadoc has the
 * states.
 *
 * <p>Guarded by the lock of the connection, which callers hold in every method unless stated otherwise. Neither waits nor calls connections and
 * applications: what has to be done without the lock is noted in {@code todo}.
 */
final class RecordFlow {
    private static final Logger LOG = LoggerFactory.getLogger(RecordFlow.class);
    private static final ByteBuffer[] NOTHING = {BufferUtil.EMPTY_BUFFER};
    /** How many records closing may take; more is an engine that makes no progress. */
    private static final int MAX_CLOSE_RECORDS = 8;

    // what is to be done without the lock
    static final int FIRE_SUCCEEDED = 1;
    static final int FIRE_FAILED = 2;
    static final int START_WRITE = 4;
    static final int RESUME_FLUSH = 8;
    static final int RESUME_FILL = 16;
    static final int NETWORK_CLOSED = 32;
    static final int SHUT_NETWORK = 64;

    private enum Output {
        IDLE,
        WRITING,
        READING
    }

    /** What a reader without bytes waits for. */
    enum Wait {
        /** Nothing: it is to try again. */
        NOTHING,
        /** Bytes of the network. */
        BYTES,
        /** The end of a write, which notifies the reader. */
        WRITE
    }

    private enum Sent {
        ALL,
        BLOCKED,
        ENDED
    }

    private final SSLEngine engine;
    private final SslHandshake handshake;
    private final RecordInput recordsIn;
    private final RecordOutput recordsOut;
    private final EndPoint network;
    private Output output = Output.IDLE;
    private volatile int todo;
    private @Nullable Throwable failure;
    private boolean endOfInput;
    private boolean fillWaits;
    private boolean shuttingDown;
    private boolean closed;
    private boolean requireCloseMessage;

    RecordFlow(
            SSLEngine engine,
            SslHandshake handshake,
            RecordInput recordsIn,
            RecordOutput recordsOut,
            EndPoint network) {
        this.engine = engine;
        this.handshake = handshake;
        this.recordsIn = recordsIn;
        this.recordsOut = recordsOut;
        this.network = network;
    }

    /** Without the lock. */
    boolean isRequireCloseMessage() {
        return requireCloseMessage;
    }

    /** Without the lock, before the first byte. */
    void setRequireCloseMessage(boolean require) {
        requireCloseMessage = require;
    }

    // ---- what is to be done without the lock

    /** Whether something is to be done. Without the lock. */
    boolean hasTodo() {
        return todo != 0;
    }

    void addTodo(int bit) {
        todo |= bit;
    }

    /** Returns what is to be done, by the caller. */
    int takeTodo() {
        int work = todo;
        todo = 0;
        return work;
    }

    /** What the network is to write, upon {@link #START_WRITE}. */
    ByteBuffer toWrite() {
        return recordsOut.toWrite();
    }

    @Nullable
    Throwable getFailure() {
        return failure;
    }

    // ---- events

    boolean isWriting() {
        return output == Output.WRITING;
    }

    /** Whether a flush waits for records of the other side. */
    boolean isReading() {
        return output == Output.READING;
    }

    /** The flush that waits for records waits no longer; returns false if there is none. */
    boolean stopReading() {
        if (output != Output.READING) {
            return false;
        }
        output = Output.IDLE;
        return true;
    }

    /** A fill is over: a flush may go on that waited for what it has read. */
    void endFill(boolean ended) {
        releaseIdle();
        if (output == Output.READING && (ended || !isNeedUnwrap(engine.getHandshakeStatus()))) {
            output = Output.IDLE;
            todo |= RESUME_FLUSH;
        }
    }

    /** A flush is over: a reader may go on, whom the network would not notify of what the flush has read. */
    void endFlush(boolean failed) {
        releaseIdle();
        if (recordsIn.hasDecrypted() || recordsIn.hasRecord() || endOfInput || failed) {
            todo |= RESUME_FILL;
        }
    }

    private void releaseIdle() {
        recordsIn.releaseIdle();
        if (output != Output.WRITING) {
            recordsOut.releaseIdle();
        }
    }

    /** Returns what a reader that got no bytes waits for. */
    Wait awaitBytes() {
        HandshakeStatus status = engine.getHandshakeStatus();
        if (recordsIn.hasDecrypted()
                || endOfInput
                || failure != null
                || engine.isInboundDone()
                || recordsIn.hasRecord()) {
            return Wait.NOTHING;
        }
        if (output == Output.WRITING && status == HandshakeStatus.NEED_WRAP) {
            fillWaits = true;
            return Wait.WRITE;
        }
        boolean handshakes = status == HandshakeStatus.NEED_TASK
                || (status == HandshakeStatus.NEED_WRAP && !engine.isOutboundDone() && !shuttingDown);
        return handshakes ? Wait.NOTHING : Wait.BYTES;
    }

    /** A flush was not complete, and no write is under way; returns whether it waits for bytes of the network. */
    boolean awaitFlush() {
        startWrite();
        boolean read = todo == 0 && isNeedUnwrap(engine.getHandshakeStatus()) && failure == null && !endOfInput;
        if (read) {
            output = Output.READING;
        } else if (output == Output.IDLE) {
            // what was waited for came before the write was suspended
            todo |= RESUME_FLUSH;
        }
        return read;
    }

    /** The network has written what it did not take at once; returns whether a fill waited for that. */
    boolean onWritten() {
        output = Output.IDLE;
        recordsOut.release();
        boolean waited = fillWaits;
        fillWaits = false;
        if (shuttingDown && !closed) {
            sendClose();
        }
        return waited;
    }

    /** The network could not write. */
    void onWriteFailed(Throwable cause) {
        output = Output.IDLE;
        recordsOut.release();
        fillWaits = false;
        if (failure == null) {
            failure = cause;
        }
    }

    /** Sends close_notify, at once or after a write that is under way; returns false if all is closed. */
    boolean shutdownOutput() {
        shuttingDown = true;
        if (closed) {
            return false;
        }
        engine.closeOutbound();
        if (output != Output.WRITING) {
            sendClose();
        }
        return true;
    }

    /** The network is closed; returns false if that is known. */
    boolean close() {
        if (closed) {
            return false;
        }
        closed = true;
        recordsIn.release();
        if (output != Output.WRITING) {
            recordsOut.release();
        }
        return true;
    }

    /** A listener refused the handshake. */
    void refuse(Throwable cause) {
        failure = cause;
        handshake.fail();
    }

    // ---- reading

    /** As {@link EndPoint#fill}, of plain bytes. */
    int fill(ByteBuffer to) throws IOException {
        if (recordsIn.hasDecrypted()) {
            return recordsIn.takeDecrypted(to);
        }
        int total = 0;
        boolean drained = false;
        while (true) {
            if ((todo & FIRE_SUCCEEDED) != 0) {
                return total;
            }
            checkFailure();
            HandshakeStatus status = engine.getHandshakeStatus();
            // a task that failed has closed the engine, which tells why when it is to wrap the alert
            if (closed || endOfInput || (engine.isInboundDone() && status != HandshakeStatus.NEED_WRAP)) {
                return total > 0 ? total : -1;
            }
            if (status == HandshakeStatus.NEED_TASK) {
                handshake.runTasks();
                continue;
            }
            if (status == HandshakeStatus.NEED_WRAP && !engine.isOutboundDone()) {
                Sent sent = sendToFill();
                if (sent == Sent.BLOCKED) {
                    return total;
                }
                if (sent == Sent.ALL) {
                    continue;
                }
            }
            if (engine.isInboundDone()) {
                return total > 0 ? total : -1;
            }
            if (!recordsIn.hasRecord()) {
                if (drained && total > 0) {
                    return total;
                }
                int filled = recordsIn.fill();
                if (filled == 0) {
                    handshake.checkTime(network.getIdleTimeout());
                    return total;
                }
                if (filled < 0) {
                    onEndOfNetwork();
                    continue;
                }
                drained = recordsIn.isDrained();
            }
            total += unwrap(to);
            if (recordsIn.hasDecrypted()) {
                return total;
            }
        }
    }

    /** Sends what the engine wants to before it takes more. */
    private Sent sendToFill() throws IOException {
        Sent sent = output == Output.WRITING ? Sent.BLOCKED : send(NOTHING);
        if (sent == Sent.BLOCKED) {
            fillWaits = true;
            startWrite();
        }
        return sent;
    }

    /** Unwraps what may be a whole record, and keeps what does not fit; returns how many bytes it gave. */
    private int unwrap(ByteBuffer to) throws SSLException {
        SSLEngineResult result = recordsIn.unwrap(to);
        if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
            note(recordsIn.unwrapAside());
            return recordsIn.hasDecrypted() ? recordsIn.takeDecrypted(to) : 0;
        }
        note(result);
        return result.getStatus() == SSLEngineResult.Status.OK ? result.bytesProduced() : 0;
    }

    private void note(SSLEngineResult unwrapped) throws SSLException {
        if (unwrapped.getStatus() == SSLEngineResult.Status.CLOSED) {
            endOfInput = true;
        }
        noteHandshake(unwrapped);
    }

    private void onEndOfNetwork() throws SSLException {
        endOfInput = true;
        if (handshake.isInitial()) {
            throw new SSLHandshakeException("connection ended in the TLS handshake");
        }
        if (requireCloseMessage) {
            throw new SSLException("truncated: connection ended without close_notify");
        }
        LOG.debug("end without close_notify: {}", network);
    }

    private void noteHandshake(SSLEngineResult result) throws SSLException {
        boolean first = handshake.isInitial();
        if (handshake.note(result, shuttingDown) && first) {
            todo |= FIRE_SUCCEEDED;
        }
    }

    // ---- writing

    /** As {@link EndPoint#flush}, of plain bytes. */
    boolean flush(ByteBuffer[] from) throws IOException {
        while (true) {
            if ((todo & FIRE_SUCCEEDED) != 0) {
                return false;
            }
            checkFailure();
            if (closed) {
                throw new EofException("closed");
            }
            if (output == Output.WRITING) {
                return false;
            }
            if (recordsOut.hasContent() && !recordsOut.flush()) {
                return false;
            }
            HandshakeStatus status = engine.getHandshakeStatus();
            if (status == HandshakeStatus.NEED_TASK) {
                handshake.runTasks();
                continue;
            }
            if (status == HandshakeStatus.NOT_HANDSHAKING && handshake.isInitial()) {
                // who writes before the other side has said anything, as a server does that speaks first
                engine.beginHandshake();
                continue;
            }
            boolean empty = BufferUtil.isEmpty(from);
            if (empty && status != HandshakeStatus.NEED_WRAP && !handshake.isInitial()) {
                return true;
            }
            if (isNeedUnwrap(status) && !engine.isInboundDone()) {
                int filled = recordsIn.hasDecrypted() ? 0 : fill(BufferUtil.EMPTY_BUFFER);
                if (filled < 0) {
                    throw new EofException("end of input in the TLS handshake");
                }
                if ((todo & FIRE_SUCCEEDED) == 0 && isNeedUnwrap(engine.getHandshakeStatus())) {
                    return false;
                }
                if (output == Output.WRITING) {
                    return false;
                }
                continue;
            }
            if (engine.isOutboundDone()) {
                throw new EofException("output shut down");
            }
            Sent sent = send(empty ? NOTHING : from);
            if (sent == Sent.ENDED) {
                if (BufferUtil.isEmpty(from)) {
                    return !recordsOut.hasContent();
                }
                throw new EofException("the other side ended the TLS connection");
            }
            if (sent == Sent.BLOCKED) {
                return false;
            }
        }
    }

    private static boolean isNeedUnwrap(HandshakeStatus status) {
        return status == HandshakeStatus.NEED_UNWRAP || status == HandshakeStatus.NEED_UNWRAP_AGAIN;
    }

    /** Wraps one record, or those of a flight of the handshake, and hands them to the network in one write. */
    private Sent send(ByteBuffer[] from) throws IOException {
        if (closed) {
            throw new EofException("closed");
        }
        if (recordsOut.hasContent() && !recordsOut.flush()) {
            return Sent.BLOCKED;
        }
        while (true) {
            SSLEngineResult result = recordsOut.wrap(from);
            if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
                if (!recordsOut.makeRoom()) {
                    return Sent.BLOCKED;
                }
                continue;
            }
            noteHandshake(result);
            if (isFlightOpen(result)) {
                continue;
            }
            boolean flushed = recordsOut.flush();
            if (result.getStatus() == SSLEngineResult.Status.CLOSED || result.bytesProduced() == 0) {
                return Sent.ENDED;
            }
            return flushed ? Sent.ALL : Sent.BLOCKED;
        }
    }

    /** Whether more records of the handshake follow at once. */
    private boolean isFlightOpen(SSLEngineResult result) {
        return !handshake.isDone()
                && result.getStatus() == SSLEngineResult.Status.OK
                && result.bytesProduced() > 0
                && result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
    }

    /** Notes that the network is to write the records that it did not take at once. */
    private void startWrite() {
        if (output != Output.WRITING && recordsOut.hasContent()) {
            output = Output.WRITING;
            todo |= START_WRITE;
        }
    }

    /** Sends close_notify; the network's output is shut down behind it. */
    private void sendClose() {
        try {
            for (int i = 0; i < MAX_CLOSE_RECORDS && !engine.isOutboundDone(); i++) {
                Sent sent = send(NOTHING);
                if (sent != Sent.ALL) {
                    break;
                }
            }
        } catch (IOException | RuntimeException x) {
            LOG.debug("could not send close_notify: {}", network, x);
            recordsOut.release();
        }
        if (recordsOut.hasContent()) {
            startWrite();
        } else {
            recordsOut.releaseIdle();
            todo |= SHUT_NETWORK;
        }
    }

    private void checkFailure() throws IOException {
        if (failure != null) {
            throw failure instanceof IOException io ? new EofException(io) : new IOException(failure);
        }
    }

    /** Ends it for an error, telling the other side if it is one of TLS. */
    void fail(Throwable cause) {
        if (failure != null) {
            return;
        }
        if (cause instanceof SSLException && output != Output.WRITING && !closed) {
            try {
                for (int i = 0;
                        i < MAX_CLOSE_RECORDS && engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
                        i++) {
                    if (send(NOTHING) != Sent.ALL) {
                        break;
                    }
                }
            } catch (IOException | RuntimeException x) {
                LOG.debug("could not send the alert: {}", network, x);
            }
            recordsOut.release();
        }
        failure = cause;
        if (handshake.isInitial()) {
            handshake.fail();
            todo = todo & ~FIRE_SUCCEEDED | FIRE_FAILED;
        }
    }

    @Override
    public String toString() {
        return output.toString();
    }
}
