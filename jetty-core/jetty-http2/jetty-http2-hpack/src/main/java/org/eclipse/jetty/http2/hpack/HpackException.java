package org.eclipse.jetty.http2.hpack;

/** A block that breaks RFC 7541: the tables of both sides differ from here on, so the connection is lost. */
public final class HpackException extends Exception {
    public HpackException(String message) {
        // whoever sends nonsense does not get a stack trace written for it
        super(message, null, false, false);
    }
}
