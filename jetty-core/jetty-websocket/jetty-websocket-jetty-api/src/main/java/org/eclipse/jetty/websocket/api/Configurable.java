package org.eclipse.jetty.websocket.api;

import java.time.Duration;

/** The limits and sizes of sessions. */
public interface Configurable {
    /** The time without a byte after which a session is closed by 1001; zero for never. */
    Duration getIdleTimeout();

    void setIdleTimeout(Duration duration);

    /** The bytes to be read at once. */
    int getInputBufferSize();

    void setInputBufferSize(int size);

    /** The bytes in which small frames are gathered for one write. */
    int getOutputBufferSize();

    void setOutputBufferSize(int size);

    /** The bytes of the largest binary message that is gathered in memory; zero or less for any. */
    long getMaxBinaryMessageSize();

    void setMaxBinaryMessageSize(long size);

    /** The bytes in UTF-8 of the largest text message that is gathered in memory; zero or less for any. */
    long getMaxTextMessageSize();

    void setMaxTextMessageSize(long size);

    /** The bytes of the largest frame; zero or less for any. */
    long getMaxFrameSize();

    void setMaxFrameSize(long maxFrameSize);

    /** Whether larger frames are sent, and handed on, as fragments. */
    boolean isAutoFragment();

    void setAutoFragment(boolean autoFragment);

    /** How many frames may wait to be written; with more the session fails. Zero or less for any number. */
    int getMaxOutgoingFrames();

    void setMaxOutgoingFrames(int maxOutgoingFrames);
}
