package org.eclipse.jetty.websocket.core;

import org.eclipse.jetty.util.Callback;

/**
 * The application's end of a session, called with one frame for each {@link CoreSession#demand()}.
 *
 * <pre>
 * onOpen --callback--&gt; onFrame --callback and demand--&gt; onFrame ... --&gt; [onError] --callback--&gt; onClosed
 * </pre>
 *
 * <p>Methods are called one at a time. {@code onError} is called at most once and only if the session fails;
 * {@code onClosed} is called exactly once, at last. A handler that is an {@link org.eclipse.jetty.util.thread.Invocable}
 * says by its type whether it blocks; others are taken to block.
 *
 * <p>Control frames are handed over too: a handler answers a Ping by a Pong. To a Close the session answers by itself,
 * once the callback of {@code onFrame} has succeeded, unless the handler sent one before.
 */
public interface FrameHandler extends IncomingFrames {
    /**
     * The session is open for sending. Frames come once the callback has succeeded and {@link CoreSession#demand()} was
     * called, in whichever order.
     */
    void onOpen(CoreSession coreSession, Callback callback);

    @Override
    void onFrame(Frame frame, Callback callback);

    /** The session failed; it is closed after the callback. */
    void onError(Throwable cause, Callback callback);

    /**
     * The session is closed: nothing can be sent and nothing comes.
     *
     * @param closeStatus what the Close that was received says, also if this side sent one first (RFC 6455, section 7.1.5);
     *     if none was received, why the session failed, or {@link CloseStatus#NO_CLOSE}
     */
    void onClosed(CloseStatus closeStatus, Callback callback);
}
