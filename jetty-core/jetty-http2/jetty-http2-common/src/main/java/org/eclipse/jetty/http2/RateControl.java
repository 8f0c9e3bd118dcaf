package org.eclipse.jetty.http2;

import org.eclipse.jetty.io.EndPoint;

/**
 * Decides whether a connection may go on after an event that cost work and was of no use to anybody.
 *
 * <p>Such events are: a stream that is reset before its response is complete, by the client or because the client broke
 * the rules; frames without content; PING, SETTINGS and PRIORITY frames; tiny window updates; lists of fields beyond the
 * limit. Requests that are answered earn a connection as many of these, so that a busy client that changes its mind now
 * and then is not asked. Confined to its connection.
 */
public interface RateControl {
    /** Lets every connection go on. */
    RateControl NO_RATE_CONTROL = event -> true;

    /**
     * Takes note of an event.
     *
     * @param event what happened, as text
     * @return whether the connection may go on; else it is ended with ENHANCE_YOUR_CALM
     */
    boolean onEvent(Object event);

    /** Creates the rate control of a connection. */
    interface Factory {
        default RateControl newRateControl(EndPoint endPoint) {
            return NO_RATE_CONTROL;
        }
    }
}
