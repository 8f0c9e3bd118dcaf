package org.eclipse.jetty.io.ssl;

import java.util.EventListener;
import java.util.EventObject;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;

/** Is told how TLS handshakes end, in the thread that ends them, before any byte of the application passes. */
public interface SslHandshakeListener extends EventListener {
    /**
     * The handshake succeeded.
     *
     * @throws SSLException to refuse the connection all the same
     */
    default void handshakeSucceeded(Event event) throws SSLException {}

    /** The handshake failed, and the connection is closed. */
    default void handshakeFailed(Event event, Throwable failure) {}

    /** The handshake of a connection. */
    class Event extends EventObject {
        private static final long serialVersionUID = 1L;

        private final transient SslConnection connection;

        public Event(Object source) {
            super(source);
            connection = (SslConnection) source;
        }

        public SSLEngine getSSLEngine() {
            return connection.getSSLEngine();
        }

        /** The bytes that the other side has sent so far, those of TLS included. */
        public long getBytesIn() {
            return connection.getBytesIn();
        }

        /**
         * The host name that the client sent (RFC 6066, section 3), where its handshake failed; null if it sent none, or failed
         * before it was looked at.
         */
        public @Nullable String getRequestedServerName() {
            return connection.getRequestedServerName();
        }

        /** The endpoint of plain bytes. */
        public EndPoint getEndPoint() {
            return connection.getSslEndPoint();
        }
    }
}
