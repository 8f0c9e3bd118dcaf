package org.eclipse.jetty.http2.client.transport.internal;

import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.io.Content;

/** The content of a response that opens a tunnel: none, as what follows is of the other protocol. Thread-safe. */
record TunnelContent(HttpExchange exchange) implements Content.Source {
    @Override
    public Content.Chunk read() {
        exchange.responseSucceeded(null);
        return Content.Chunk.EOF;
    }

    @Override
    public void demand(Runnable callback) {
        exchange.invoke(callback);
    }

    @Override
    public void fail(Throwable cause) {
        exchange.fail(cause);
    }
}
