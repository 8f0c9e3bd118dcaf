package org.eclipse.jetty.server.handler;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * A handler whose handler can be replaced while requests are being served.
 *
 * <p>The new handler is started first; requests go to it from then on, and the old one is stopped. One that does not start leaves
 * the old one in its place. Requests that the old handler serves are not waited for: a {@link GracefulHandler} in it waits for
 * them. Thread-safe.
 */
public class HotSwapHandler extends Handler.AbstractContainer implements Handler.Singleton {
    // read by each request, without lock
    private volatile @Nullable Handler handler;

    public HotSwapHandler() {
        super(true);
    }

    @Override
    public @Nullable Handler getHandler() {
        return handler;
    }

    /** Replaces the handler; the new one is started if this one is. */
    @Override
    public synchronized void setHandler(@Nullable Handler newHandler) {
        Handler old = handler;
        if (old == newHandler) {
            return;
        }
        Singleton.updateHandler(this, newHandler);
        if (newHandler != null) {
            if (isStarted()) {
                start(newHandler);
            }
            addBean(newHandler, true);
        }
        handler = newHandler;
        if (old != null) {
            removeBean(old);
        }
    }

    private static void start(Handler newHandler) {
        try {
            newHandler.start();
        } catch (Exception x) {
            throw new IllegalStateException("Could not start " + newHandler, x);
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Handler next = handler;
        return next != null && next.handle(request, response, callback);
    }

    /** Any handler may come. */
    @Override
    public InvocationType getInvocationType() {
        return InvocationType.BLOCKING;
    }
}
