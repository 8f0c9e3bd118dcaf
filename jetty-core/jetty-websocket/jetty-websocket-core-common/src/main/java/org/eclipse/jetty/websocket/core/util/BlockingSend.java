package org.eclipse.jetty.websocket.core.util;

import java.io.IOException;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.exception.WebSocketException;

/** Sends, and waits until all was written. */
public final class BlockingSend {
    private BlockingSend() {}

    /** Sends something, and completes the callback when that was written. */
    @FunctionalInterface
    public interface Sending<X extends Exception> {
        void send(Callback callback) throws IOException, X;
    }

    /**
     * Waits for the success of what is sent.
     *
     * @throws IOException if it cannot be written, also where the session ended by a timeout or a violation of the protocol meanwhile
     * @throws X as it is thrown when sending
     */
    public static <X extends Exception> void await(Sending<X> sending) throws IOException, X {
        try (Blocker.Callback callback = Blocker.callback()) {
            try {
                sending.send(callback);
            } catch (Throwable x) {
                callback.failed(x);
                throw x;
            }
            callback.block();
        } catch (WebSocketException x) {
            throw new IOException(x.getMessage(), x);
        }
    }
}
