package org.eclipse.jetty.websocket.core;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The closing handshake of a session (RFC 6455, section 7); the package's description draws the states. Thread-safe.
 */
final class CloseHandshake {
    enum State {
        /** The handler's onOpen has not succeeded: frames may be sent, none is handed over. */
        CONNECTING,
        OPEN,
        /** A Close was received. */
        ISHUT,
        /** A Close was sent. */
        OSHUT,
        CLOSED
    }

    private static final AtomicReferenceFieldUpdater<CloseHandshake, State> STATE =
            AtomicReferenceFieldUpdater.newUpdater(CloseHandshake.class, State.class, "state");

    private volatile State state = State.CONNECTING;
    /** What the Close that was received said, or why there was none (RFC 6455, section 7.1.5). */
    private volatile @Nullable CloseStatus closeStatus;
    /** Confined to the tasks that the connection runs one after the other. */
    private boolean ended;

    State getState() {
        return state;
    }

    /** The reason why the session is closed. To be asked once it is, by the thread that has the turn of the connection. */
    CloseStatus getCloseStatus() {
        CloseStatus status = closeStatus;
        assert status != null; // noted when it was closed
        return status;
    }

    /** The handler may be given frames. */
    void opened() {
        STATE.compareAndSet(this, State.CONNECTING, State.OPEN);
    }

    boolean isInputOpen() {
        State current = state;
        return current == State.CONNECTING || current == State.OPEN || current == State.OSHUT;
    }

    boolean isOutputOpen() {
        State current = state;
        return current == State.CONNECTING || current == State.OPEN || current == State.ISHUT;
    }

    /** A Close is to be sent; returns the state that it leads to, or null if it must not be sent. */
    @Nullable
    State closeSent() {
        while (true) {
            State current = state;
            State next;
            switch (current) {
                case CONNECTING, OPEN -> next = State.OSHUT;
                case ISHUT -> next = State.CLOSED;
                default -> {
                    return null;
                }
            }
            if (STATE.compareAndSet(this, current, next)) {
                return next;
            }
        }
    }

    /** A Close was received; returns the state that it leads to, or null if it means nothing any more. */
    @Nullable
    State closeReceived(CloseStatus status) {
        while (true) {
            State current = state;
            State next;
            switch (current) {
                case CONNECTING, OPEN -> next = State.ISHUT;
                case OSHUT -> next = State.CLOSED;
                default -> {
                    return null;
                }
            }
            if (STATE.compareAndSet(this, current, next)) {
                closeStatus = status;
                return next;
            }
        }
    }

    /**
     * The session failed or its connection is lost; returns the state it was in, which is CLOSED if it was closed.
     *
     * <p>After a Close was received, the status stays that of the Close, whatever fails then (RFC 6455, section 7.1.5).
     */
    State failed(CloseStatus status) {
        State old = STATE.getAndSet(this, State.CLOSED);
        if (old != State.CLOSED && old != State.ISHUT) {
            closeStatus = status;
        }
        return old;
    }

    /** Notes that the handler hears of the end; returns whether this is the first time, even if it completed a callback twice. */
    boolean ended() {
        boolean first = !ended;
        ended = true;
        return first;
    }

    @Override
    public String toString() {
        return state + (closeStatus == null ? "" : closeStatus.toString());
    }
}
