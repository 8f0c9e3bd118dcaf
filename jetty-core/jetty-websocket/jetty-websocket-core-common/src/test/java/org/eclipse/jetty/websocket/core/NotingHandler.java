package org.eclipse.jetty.websocket.core;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** A handler that keeps a list of its events; tests override what they need. */
class NotingHandler implements FrameHandler {
    /** The events: "open", frames as by {@link WireFrames}, "error" and "closed" with what they say. */
    final List<String> notes = new CopyOnWriteArrayList<>();

    /** Whether it demands a frame after each. */
    boolean demanding = true;

    volatile CoreSession session;
    volatile Throwable error;
    volatile CloseStatus status;

    @Override
    public void onOpen(CoreSession coreSession, Callback callback) {
        session = coreSession;
        notes.add("open");
        callback.succeeded();
        if (demanding) {
            session.demand();
        }
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        notes.add(WireFrames.toString(frame));
        callback.succeeded();
        if (demanding && frame.getOpCode() != OpCode.CLOSE) {
            session.demand();
        }
    }

    @Override
    public void onError(Throwable cause, Callback callback) {
        error = cause;
        notes.add("error " + cause.getClass().getSimpleName());
        callback.succeeded();
    }

    @Override
    public void onClosed(CloseStatus closeStatus, Callback callback) {
        status = closeStatus;
        notes.add("closed " + closeStatus.getCode());
        callback.succeeded();
    }

    /** A frame in memory of its own. */
    static Frame copy(Frame frame) {
        return new Frame(frame.getOpCode(), frame.isFin(), BufferUtil.copy(frame.getPayload()));
    }
}
