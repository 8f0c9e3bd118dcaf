package org.eclipse.jetty.alpn.client;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Promise;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the TLS handshake run, and gives way to a connection of the protocol that the server chose in it (RFC 7301).
 *
 * <p>A failure also fails the {@link ClientConnector#CONNECTION_PROMISE_CONTEXT_KEY} of the context. Confined to its connection.
 */
public class ALPNClientConnection extends AbstractConnection {
    /** The key in the context of the protocol that was chosen, for the factory of the next connection; none if there was no choice. */
    public static final String PROTOCOL_CONTEXT_KEY = "org.eclipse.jetty.alpn.client.protocol";

    private static final Logger LOG = LoggerFactory.getLogger(ALPNClientConnection.class);

    private final ClientConnectionFactory factory;
    private final SSLEngine engine;
    private final Map<String, Object> context;
    private final List<String> protocols;

    /** @param protocols those that are offered, the preferred one first */
    public ALPNClientConnection(
            EndPoint endPoint,
            Executor executor,
            ClientConnectionFactory connectionFactory,
            SSLEngine sslEngine,
            Map<String, Object> context,
            List<String> protocols) {
        super(endPoint, executor);
        factory = connectionFactory;
        engine = sslEngine;
        this.context = context;
        this.protocols = List.copyOf(protocols);
    }

    /** Returns the protocols that are offered, the preferred one first. */
    public List<String> getProtocols() {
        return protocols;
    }

    public SSLEngine getSSLEngine() {
        return engine;
    }

    @Override
    public void onOpen() {
        super.onOpen();
        try {
            // the client speaks first
            engine.beginHandshake();
        } catch (SSLException x) {
            fail(x);
            return;
        }
        onFillable();
    }

    @Override
    public void onFillable() {
        try {
            // makes the handshake go on; bytes of the application are kept for the next connection
            if (getEndPoint().fill(BufferUtil.EMPTY_BUFFER) < 0) {
                throw new SSLHandshakeException("The server closed the connection in the TLS handshake");
            }
            if (getEndPoint().getSslSessionData() == null) {
                fillInterested();
                return;
            }
            next();
        } catch (Throwable x) {
            fail(x);
        }
    }

    private void next() throws IOException {
        String protocol = engine.getApplicationProtocol();
        if (protocol != null && !protocol.isEmpty()) {
            context.put(PROTOCOL_CONTEXT_KEY, protocol);
        }
        EndPoint endPoint = getEndPoint();
        Connection next = factory.newConnection(endPoint, context);
        LOG.debug("{} chosen for {}", protocol, next);
        endPoint.upgrade(factory.customize(next, context));
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        fail(cause);
    }

    private void fail(Throwable cause) {
        LOG.debug("no protocol chosen for {}", this, cause);
        getEndPoint().close(cause);
        if (context.get(ClientConnector.CONNECTION_PROMISE_CONTEXT_KEY) instanceof Promise<?> promise) {
            promise.failed(cause);
        }
    }
}
