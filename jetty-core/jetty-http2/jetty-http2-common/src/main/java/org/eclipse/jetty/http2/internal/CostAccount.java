package org.eclipse.jetty.http2.internal;

import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Exception;
import org.eclipse.jetty.io.RateControl;

/**
 * What the other side has cost without use, against what it has earned by requests that were answered.
 *
 * <p>An event is paid by the credit if there is any, else the rate control is asked. Guarded by the lock of the connection.
 */
public final class CostAccount {
    /** The most that can be earned in advance. */
    private static final int MAX_CREDIT = 1024;
    /** For a request: one to change one's mind about another one, one to tell that the response was consumed. */
    private static final int ANSWER = 2;

    private final RateControl control;
    private int credit;
    private long updates;

    public CostAccount(RateControl control) {
        this.control = control;
    }

    /** A request was answered, or a large part of it. */
    public void earnAnswer() {
        credit = Math.min(MAX_CREDIT, credit + ANSWER);
    }

    /**
     * A request that was answered is reset all the same: the answer was work without use, and earns nothing. A client whose
     * resets now and then come too late still gains by its other requests; one that resets whatever it asks for does not.
     */
    public void loseAnswer() {
        credit = Math.max(0, credit - ANSWER);
    }

    /** A small piece of content was sent, as the application wrote it: to both of its windows the client may answer. */
    public void sentSmall() {
        updates += 2;
    }

    /** Charges a small WINDOW_UPDATE frame, unless it answers a piece of content that was as small. */
    public void chargeUpdate() throws HTTP2Exception {
        if (updates > 0) {
            updates--;
        } else {
            charge(1, "small WINDOW_UPDATE frames");
        }
    }

    /**
     * Charges events.
     *
     * @throws HTTP2Exception of the connection, with ENHANCE_YOUR_CALM, if there were too many
     */
    public void charge(int events, String what) throws HTTP2Exception {
        for (int i = 0; i < events; i++) {
            if (credit > 0) {
                credit--;
            } else if (!control.onEvent(what)) {
                throw HTTP2Exception.connection(ErrorCode.ENHANCE_YOUR_CALM_ERROR, "too many: " + what);
            }
        }
    }
}
