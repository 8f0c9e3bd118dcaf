package org.eclipse.jetty.websocket.core.messages;

import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.Frame;

/** Takes the data frames of one message after the other, and gives them to the application in another form. */
public interface MessageSink {
    /**
     * Takes a frame, whose callback it completes; demands the next frame of the same message by itself.
     *
     * @param frame TEXT, BINARY or CONTINUATION; valid until the callback is completed
     */
    void accept(Frame frame, Callback callback);

    /** The session failed: what is held is given back, and who waits is told. */
    default void fail(Throwable failure) {}
}
