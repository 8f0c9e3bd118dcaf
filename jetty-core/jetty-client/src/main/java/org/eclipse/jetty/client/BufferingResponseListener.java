package org.eclipse.jetty.client;

/** Keeps the content of a response in memory, 2 MiB at most by default. Used for one response. */
public abstract class BufferingResponseListener extends AbstractResponseListener {
    public BufferingResponseListener() {
        this(DEFAULT_MAX_LENGTH);
    }

    /** @param maxLength the most bytes of content */
    public BufferingResponseListener(int maxLength) {
        super(maxLength);
    }
}
