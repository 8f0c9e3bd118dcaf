package org.eclipse.jetty.client.internal;

import org.eclipse.jetty.client.Connection;

/** A connection that carries exchanges. */
public interface ExchangeConnection extends Connection {
    /** Begins to carry an exchange. */
    void send(Exchange exchange);

    /** Takes no more requests, and is closed when it carries none. */
    default void retire() {
        close();
    }
}
