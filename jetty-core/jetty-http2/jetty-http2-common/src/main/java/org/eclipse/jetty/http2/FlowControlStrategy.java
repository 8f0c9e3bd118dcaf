package org.eclipse.jetty.http2;

/**
 * Decides when the other side is told that bytes were consumed, so that it may send more (RFC 9113, section 5.2).
 *
 * <p>Asked for the connection, and for each stream, with the numbers of each. Thread-safe.
 */
public interface FlowControlStrategy {
    /** The window before settings say otherwise (RFC 9113, section 6.9.2). */
    int DEFAULT_WINDOW_SIZE = 65535;

    /**
     * Whether to send a WINDOW_UPDATE of all that was consumed and not told.
     *
     * @param window the size of the window when it is wholly open
     * @param consumed the bytes that were consumed and not told, more than 0
     */
    boolean isUpdateDue(int window, int consumed);

    /** Creates the strategy of a connection. */
    interface Factory {
        FlowControlStrategy newFlowControlStrategy();
    }
}
