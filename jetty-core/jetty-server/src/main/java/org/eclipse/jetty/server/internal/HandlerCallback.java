package org.eclipse.jetty.server.internal;

import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Callback;

/** What handlers complete: that of one request. */
record HandlerCallback(Completion completion) implements Callback {
    @Override
    public void succeeded() {
        completion.onHandled(null);
    }

    @Override
    public void failed(Throwable cause) {
        completion.onHandled(cause == null ? new EofException() : cause);
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }

    @Override
    public String toString() {
        return "Callback of " + completion;
    }
}
