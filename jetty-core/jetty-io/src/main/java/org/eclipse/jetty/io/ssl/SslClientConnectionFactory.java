package org.eclipse.jetty.io.ssl;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.component.Container;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * Creates TLS connections of a client, which carry those of another factory.
 *
 * <p>The peer that the certificate must name is {@link ClientConnector#REMOTE_SOCKET_ADDRESS_CONTEXT_KEY} of the context. A
 * handshake that fails also fails the {@link ClientConnector#CONNECTION_PROMISE_CONTEXT_KEY} of the context. Thread-safe.
 */
public class SslClientConnectionFactory extends ClientConnectionFactory.Wrapper {
    /** The key of the TLS engine in the context, for factories within TLS. */
    public static final String SSL_ENGINE_CONTEXT_KEY = "org.eclipse.jetty.client.ssl.engine";

    private final SslContextFactory.Client sslContextFactory;
    private final ByteBufferPool byteBufferPool;
    private final Executor executor;
    private boolean directBuffersForEncryption;
    private boolean directBuffersForDecryption;
    private boolean requireCloseMessage;

    public SslClientConnectionFactory(
            SslContextFactory.Client sslContextFactory,
            ByteBufferPool byteBufferPool,
            Executor executor,
            ClientConnectionFactory factory) {
        super(factory);
        this.sslContextFactory = sslContextFactory;
        this.byteBufferPool = byteBufferPool;
        this.executor = executor;
    }

    public SslContextFactory.Client getSslContextFactory() {
        return sslContextFactory;
    }

    public ByteBufferPool getByteBufferPool() {
        return byteBufferPool;
    }

    public Executor getExecutor() {
        return executor;
    }

    public boolean isDirectBuffersForEncryption() {
        return directBuffersForEncryption;
    }

    public void setDirectBuffersForEncryption(boolean direct) {
        directBuffersForEncryption = direct;
    }

    public boolean isDirectBuffersForDecryption() {
        return directBuffersForDecryption;
    }

    public void setDirectBuffersForDecryption(boolean direct) {
        directBuffersForDecryption = direct;
    }

    /** Returns whether the end of the bytes without a close_notify alert is an error (RFC 8446, section 6.1). */
    public boolean isRequireCloseMessage() {
        return requireCloseMessage;
    }

    public void setRequireCloseMessage(boolean require) {
        requireCloseMessage = require;
    }

    @Override
    public Connection newConnection(EndPoint endPoint, Map<String, Object> context) throws IOException {
        Object remote = context.get(ClientConnector.REMOTE_SOCKET_ADDRESS_CONTEXT_KEY);
        SSLEngine engine = remote instanceof InetSocketAddress address
                ? sslContextFactory.newSSLEngine(address.getHostString(), address.getPort())
                : sslContextFactory.newSSLEngine();
        engine.setUseClientMode(true);
        context.put(SSL_ENGINE_CONTEXT_KEY, engine);
        SslConnection connection = newSslConnection(endPoint, engine);
        EndPoint plain = connection.getSslEndPoint();
        plain.setConnection(getWrapped().newConnection(plain, context));
        return connection;
    }

    protected SslConnection newSslConnection(EndPoint endPoint, SSLEngine engine) {
        return new SslConnection(
                byteBufferPool,
                executor,
                sslContextFactory,
                endPoint,
                engine,
                directBuffersForEncryption,
                directBuffersForDecryption);
    }

    @Override
    public Connection customize(Connection connection, Map<String, Object> context) {
        if (connection instanceof SslConnection ssl) {
            ssl.setRenegotiationAllowed(sslContextFactory.isRenegotiationAllowed());
            ssl.setRenegotiationLimit(sslContextFactory.getRenegotiationLimit());
            ssl.setRequireCloseMessage(requireCloseMessage);
            ssl.addHandshakeListener(new FailedHandshake(context));
            if (context.get(ClientConnector.CONTEXT_KEY) instanceof Container container) {
                container.getBeans(SslHandshakeListener.class).forEach(ssl::addHandshakeListener);
            }
            Connection within =
                    Objects.requireNonNull(ssl.getSslEndPoint().getConnection(), "no connection within TLS");
            getWrapped().customize(within, context);
        }
        return connection;
    }

    /** Fails the promise of the connection, so that the cause is that of TLS. */
    private record FailedHandshake(Map<String, Object> context) implements SslHandshakeListener {
        @Override
        public void handshakeFailed(Event event, Throwable failure) {
            Throwable cause =
                    failure instanceof SSLException || failure.getCause() == null ? failure : failure.getCause();
            if (context.get(ClientConnector.CONNECTION_PROMISE_CONTEXT_KEY) instanceof Promise<?> promise) {
                promise.failed(cause);
            }
        }
    }
}
