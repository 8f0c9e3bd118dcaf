package org.eclipse.jetty.client.internal;

import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.jspecify.annotations.Nullable;

/** A connection that carries exchanges. */
public interface ExchangeConnection extends Connection {
    HttpDestination getDestination();

    /** Begins to carry an exchange. */
    void send(HttpExchange exchange);

    @Override
    default void send(Request request, Response.@Nullable CompleteListener listener) {
        HttpRequest http = (HttpRequest) request;
        http.prepare(listener);
        getDestination().getHttpClient().customize(http);
        send(new HttpExchange(getDestination(), http, 0));
    }

    /** Takes no more requests, and is closed when it carries none. */
    default void retire() {
        close();
    }
}
