package org.eclipse.jetty.http2.server.internal;

import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Exception;
import org.eclipse.jetty.http2.RateControl;

/**
 * What the other side has cost without use, against what it has earned by requests that were answered.
 *
 * <p>An event is paid by the credit if there is any, else the rate control is asked. Guarded by the lock of the connection.
 */
final class CostAccount {
    /** The most that can be earned in advance. */
    private static final int MAX_CREDIT = 1024;

    private final RateControl control;
    private int credit;

    CostAccount(RateControl control) {
        this.control = control;
    }

    /** A request was answered, or a part of it. */
    void earn(int events) {
        credit = Math.min(MAX_CREDIT, credit + events);
    }

    /**
     * Charges events.
     *
     * @throws HTTP2Exception of the connection, with ENHANCE_YOUR_CALM, if there were too many
     */
    void charge(int events, String what) throws HTTP2Exception {
        for (int i = 0; i < events; i++) {
            if (credit > 0) {
                credit--;
            } else if (!control.onEvent(what)) {
                throw HTTP2Exception.connection(ErrorCode.ENHANCE_YOUR_CALM_ERROR, "too many: " + what);
            }
        }
    }
}
