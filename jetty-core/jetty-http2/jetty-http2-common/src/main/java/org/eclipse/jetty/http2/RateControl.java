package org.eclipse.jetty.http2;

import org.eclipse.jetty.io.EndPoint;

/**
 * Decides whether a connection may go on after an event that cost work and was of no use to anybody.
 *
 * <p>Such events are: a stream that is reset before its response is complete, by the client or because the client broke
 * the rules; frames without content; PING, SETTINGS and PRIORITY frames; tiny window updates; lists of fields beyond the
 * limit. Requests that are answered earn a connection as many of these, so that a busy client that changes its mind now
 * and then is not asked. A connection that may not go on is ended with ENHANCE_YOUR_CALM. Confined to its connection.
 */
public interface RateControl extends org.eclipse.jetty.io.RateControl {
    /** Lets every connection go on. */
    RateControl NO_RATE_CONTROL = event -> true;

    /** Creates the rate control of a connection. */
    interface Factory extends org.eclipse.jetty.io.RateControl.Factory {
        @Override
        default RateControl newRateControl(EndPoint endPoint) {
            return NO_RATE_CONTROL;
        }

        /** Returns a factory whose rate controls are those of another one. */
        static Factory from(org.eclipse.jetty.io.RateControl.Factory factory) {
            if (factory instanceof Factory own) {
                return own;
            }
            return new Factory() {
                @Override
                public RateControl newRateControl(EndPoint endPoint) {
                    return factory.newRateControl(endPoint)::onEvent;
                }

                @Override
                public String toString() {
                    return factory.toString();
                }
            };
        }
    }
}
