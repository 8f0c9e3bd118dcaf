package org.eclipse.jetty.websocket.core;

import org.eclipse.jetty.util.Callback;

/** Takes frames on their way from the application to the network. */
public interface OutgoingFrames {
    /**
     * Sends a frame.
     *
     * @param frame not to be changed until the callback is completed
     * @param callback succeeds when the frame was written, fails when it will not be
     * @param batch whether it may wait for frames to come, up to the size of the output buffer, or for {@link CoreSession#flush}
     */
    default void sendFrame(Frame frame, Callback callback, boolean batch) {
        sendFrame(new OutgoingEntry.Builder(frame, callback).batch(batch).build());
    }

    /** As {@link #sendFrame(Frame, Callback, boolean)}, with time limits. */
    void sendFrame(OutgoingEntry entry);
}
