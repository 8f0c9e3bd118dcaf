package org.eclipse.jetty.client.transport.internal;

import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.client.transport.HttpExchange;

/**
 * What a connection of HTTP/1.1 carries: one exchange, or none.
 *
 * <pre>
 * none --associate--&gt; an exchange --disassociate, by the one who ends it--&gt; none
 * </pre>
 *
 * <p>Thread-safe.
 */
public final class HttpChannelOverHTTP {
    private final AtomicReference<HttpExchange> exchange = new AtomicReference<>();

    /** Returns the exchange that is carried; null if there is none. */
    public HttpExchange getHttpExchange() {
        return exchange.get();
    }

    /** Begins to carry an exchange; returns false if there is another one. */
    boolean associate(HttpExchange next) {
        return exchange.compareAndSet(null, next);
    }

    /** Ends an exchange; returns false if it is carried no longer. */
    boolean disassociate(HttpExchange ended) {
        return exchange.compareAndSet(ended, null);
    }
}
