package org.eclipse.jetty.websocket.core;

import java.nio.ByteBuffer;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.exception.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * The message that is being sent: checks the sequence of its frames, and cuts those that are too large (RFC 6455, section
 * 5.4). Guarded by its monitor.
 */
final class OutgoingMessage {
    /** The opcode of the message whose end was not sent. */
    private byte message = OpCode.UNDEFINED;

    private @Nullable WriteTimeout timeout;
    /** Whether no data frames are sent any more. */
    private boolean ended;

    /**
     * Checks a frame by itself.
     *
     * @throws ProtocolException if it must not be sent
     */
    static void check(Frame frame) {
        byte opcode = frame.getOpCode();
        if (!OpCode.isKnown(opcode)) {
            throw new ProtocolException("Unknown opcode: " + opcode);
        }
        if (frame.hasRsv()) {
            throw new ProtocolException("Reserved bit set in " + OpCode.name(opcode));
        }
        if (frame.isControlFrame()) {
            if (!frame.isFin()) {
                throw new ProtocolException("Fragmented control frame: " + OpCode.name(opcode));
            }
            if (frame.getPayloadLength() > Frame.MAX_CONTROL_PAYLOAD) {
                throw new ProtocolException("Control frame larger than 125 bytes: " + frame.getPayloadLength());
            }
        }
    }

    /**
     * Makes a frame ready to be queued.
     *
     * @return the entry, or a chain of fragments
     * @throws ProtocolException if the frame does not fit the ones before
     */
    OutgoingEntry prepare(OutgoingEntry entry, WebSocketCoreSession session) {
        Frame frame = entry.getFrame();
        OutgoingEntry timed = entry;
        if (frame.isDataFrame()) {
            sequence(frame);
            timed = withTimeout(entry, session);
        } else if (entry.getFrameTimeout() > 0) {
            timed = new WriteTimeout(session, entry.getFrameTimeout()).on(entry);
        }
        long max = session.getMaxFrameSize();
        return frame.isDataFrame() && session.isAutoFragment() && max > 0 && frame.getPayloadLength() > max
                ? cut(timed, (int) max)
                : timed;
    }

    /** Ends the time limit of a message whose end was not sent, and never will be. */
    void end() {
        WriteTimeout unfinished;
        synchronized (this) {
            ended = true;
            unfinished = timeout;
            timeout = null;
        }
        if (unfinished != null) {
            unfinished.cancel();
        }
    }

    /** The callback of the last entry of a chain, which also ends the time limits. */
    static Callback lastCallback(OutgoingEntry first) {
        OutgoingEntry last = first;
        while (last.next != null) {
            last = last.next;
        }
        return last.getCallback();
    }

    private synchronized void sequence(Frame frame) {
        byte opcode = frame.getOpCode();
        if (opcode == OpCode.CONTINUATION) {
            if (message == OpCode.UNDEFINED) {
                throw new ProtocolException("CONTINUATION without a message");
            }
        } else if (message != OpCode.UNDEFINED) {
            throw new ProtocolException(OpCode.name(opcode) + " within a fragmented message");
        } else {
            message = opcode;
        }
        if (frame.isFin()) {
            message = OpCode.UNDEFINED;
        }
    }

    private OutgoingEntry withTimeout(OutgoingEntry entry, WebSocketCoreSession session) {
        Frame frame = entry.getFrame();
        boolean first = frame.getOpCode() != OpCode.CONTINUATION;
        OutgoingEntry result = entry;
        if (entry.getFrameTimeout() > 0) {
            result = new WriteTimeout(session, entry.getFrameTimeout()).on(result);
        }
        WriteTimeout ofMessage;
        synchronized (this) {
            if (first) {
                boolean limited = entry.getMessageTimeout() > 0 && !ended;
                timeout = limited ? new WriteTimeout(session, entry.getMessageTimeout()) : null;
            }
            ofMessage = timeout;
            if (frame.isFin()) {
                timeout = null;
            }
        }
        if (ofMessage == null) {
            return result;
        }
        if (frame.isFin()) {
            return ofMessage.on(result);
        }
        ofMessage.start();
        return result;
    }

    /** Fragments of a frame; the last one has its callback. */
    private static OutgoingEntry cut(OutgoingEntry entry, int max) {
        Frame frame = entry.getFrame();
        ByteBuffer payload = frame.getPayload();
        assert payload != null; // as it is too large
        int left = payload.remaining();
        int position = payload.position();
        byte opcode = frame.getOpCode();
        OutgoingEntry first = null;
        OutgoingEntry last = null;
        while (left > 0) {
            int size = Math.min(left, max);
            left -= size;
            Frame fragment = new Frame(opcode, left == 0 && frame.isFin(), payload.slice(position, size));
            OutgoingEntry next = new OutgoingEntry.Builder(fragment, left == 0 ? entry.getCallback() : Callback.NOOP)
                    .batch(entry.isBatch())
                    .build();
            position += size;
            opcode = OpCode.CONTINUATION;
            if (last == null) {
                first = next;
            } else {
                last.next = next;
            }
            last = next;
        }
        assert first != null;
        return first;
    }
}
