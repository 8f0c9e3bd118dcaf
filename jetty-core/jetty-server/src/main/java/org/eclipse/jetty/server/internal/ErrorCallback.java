package org.eclipse.jetty.server.internal;

import org.eclipse.jetty.util.Callback;

/**
 * What the error page of one request completes.
 *
 * @param cause why there is an error page
 */
record ErrorCallback(Completion completion, Throwable cause) implements Callback {
    @Override
    public void succeeded() {
        completion.onErrorPage(null);
    }

    @Override
    public void failed(Throwable x) {
        if (x != cause) {
            cause.addSuppressed(x);
        }
        completion.onErrorPage(cause);
    }
}
