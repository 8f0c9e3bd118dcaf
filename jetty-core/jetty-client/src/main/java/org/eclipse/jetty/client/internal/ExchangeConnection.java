package org.eclipse.jetty.client.internal;

import org.eclipse.jetty.client.Connection;

/** A connection that carries exchanges. */
interface ExchangeConnection extends Connection {
    /** Begins to carry an exchange. */
    void send(Exchange exchange);
}
