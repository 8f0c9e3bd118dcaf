package org.eclipse.jetty.server.handler;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Gives requests another idle timeout than their connection, until the next handler returns or the request ends. */
public class IdleTimeoutHandler extends Handler.Wrapper {
    private long idleTimeout = 1000;
    private boolean applyToAsync;

    public IdleTimeoutHandler() {}

    public IdleTimeoutHandler(Handler handler) {
        super(handler);
    }

    /** Whether the timeout applies until the request ends, not only until the next handler returns. */
    public boolean isApplyToAsync() {
        return applyToAsync;
    }

    public void setApplyToAsync(boolean apply) {
        applyToAsync = apply;
    }

    public long getIdleTimeoutMs() {
        return idleTimeout;
    }

    public void setIdleTimeoutMs(long milliseconds) {
        idleTimeout = milliseconds;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        HttpStream[] stream = new HttpStream[1];
        request.addHttpStreamWrapper(s -> {
            stream[0] = s;
            return s;
        });
        long before = stream[0].getIdleTimeout();
        stream[0].setIdleTimeout(idleTimeout);
        boolean handled = false;
        try {
            if (applyToAsync) {
                handled = super.handle(
                        request, response, Callback.from(() -> stream[0].setIdleTimeout(before), callback));
            } else {
                handled = super.handle(request, response, callback);
            }
            return handled;
        } finally {
            if (!applyToAsync || !handled) {
                stream[0].setIdleTimeout(before);
            }
        }
    }
}
