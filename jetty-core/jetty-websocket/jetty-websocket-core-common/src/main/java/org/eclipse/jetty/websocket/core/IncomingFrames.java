package org.eclipse.jetty.websocket.core;

import org.eclipse.jetty.util.Callback;

/** Takes frames on their way from the network to the application. */
public interface IncomingFrames {
    /**
     * Takes a frame.
     *
     * @param frame valid until the callback is completed
     * @param callback to be succeeded when the frame is done with, from any thread; failing it fails the session
     */
    void onFrame(Frame frame, Callback callback);
}
