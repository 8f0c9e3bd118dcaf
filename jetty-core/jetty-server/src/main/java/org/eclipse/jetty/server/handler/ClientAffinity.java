package org.eclipse.jetty.server.handler;

import org.eclipse.jetty.server.Request;

/**
 * A part of a context that keeps something of clients between their requests, such as sessions, so that these requests have to
 * come to the same context. Thread-safe.
 */
public interface ClientAffinity {
    /** Whether it keeps something of the client that sends a request. */
    boolean isKnownClient(Request request);

    /** For how many clients it keeps something; -1 if it does not know, because others keep it, too. */
    long getKnownClients();
}
