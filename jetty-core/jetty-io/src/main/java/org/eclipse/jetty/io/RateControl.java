package org.eclipse.jetty.io;

/**
 * Decides whether a connection may go on after an event that cost work and was of no use to anybody, such as frames of HTTP/2 without
 * content. Confined to its connection.
 */
public interface RateControl {
    /** Lets every connection go on. */
    RateControl NO_RATE_CONTROL = event -> true;

    /**
     * Takes note of an event.
     *
     * @param event what happened, as text
     * @return whether the connection may go on
     */
    boolean onEvent(Object event);

    /** Creates the rate control of a connection. */
    interface Factory {
        default RateControl newRateControl(EndPoint endPoint) {
            return NO_RATE_CONTROL;
        }
    }
}
