package org.eclipse.jetty.client;

import java.io.Closeable;
import java.net.SocketAddress;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;

/** A connection of a client to a destination. Thread-safe. */
public interface Connection extends Closeable {
    /** The key of the promise of the connection in the context of its creation. */
    String PROMISE_CONTEXT_KEY = "org.eclipse.jetty.client.connection.promise";

    /** Sends a request on this connection, which was taken from its destination by {@link Destination#newConnection}. */
    void send(Request request, Response.@Nullable CompleteListener listener);

    @Override
    void close();

    boolean isClosed();

    default @Nullable SocketAddress getLocalSocketAddress() {
        return null;
    }

    default @Nullable SocketAddress getRemoteSocketAddress() {
        return null;
    }

    /** Returns what is known of the TLS session; null without TLS. */
    default EndPoint.@Nullable SslSessionData getSslSessionData() {
        return null;
    }
}
