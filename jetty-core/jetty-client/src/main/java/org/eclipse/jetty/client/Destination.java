package org.eclipse.jetty.client;

import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/** The connections to one origin, and the requests that wait for them. Thread-safe. */
public interface Destination {
    /** The key of the destination in the context of a connection's creation. */
    String CONTEXT_KEY = "org.eclipse.jetty.client.Destination";

    Origin getOrigin();

    boolean isSecure();

    /** Returns the proxy through which the origin is reached; null if it is reached directly. */
    ProxyConfiguration.@Nullable Proxy getProxy();

    ConnectionPool getConnectionPool();

    HttpClient getHttpClient();

    /** Opens a connection that is not in the pool: the caller sends on it, and closes it. */
    void newConnection(Promise<Connection> promise);

    /** As {@link #newConnection(Promise)}. */
    default CompletableFuture<Connection> newConnection() {
        return Promise.Completable.with(this::newConnection);
    }

    void send(Request request, Response.@Nullable CompleteListener listener);
}
