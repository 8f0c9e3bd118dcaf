package org.eclipse.jetty.client.transport.internal;

import org.eclipse.jetty.client.transport.HttpExchange;
import org.jspecify.annotations.Nullable;

/** What a connection of HTTP/1.1 carries, for those who watch connections. Thread-safe. */
public final class HttpChannelOverHTTP {
    private final HttpConnectionOverHTTP connection;

    HttpChannelOverHTTP(HttpConnectionOverHTTP connection) {
        this.connection = connection;
    }

    /** Returns the exchange that is carried. */
    public @Nullable HttpExchange getHttpExchange() {
        return connection.getHttpExchange();
    }
}
