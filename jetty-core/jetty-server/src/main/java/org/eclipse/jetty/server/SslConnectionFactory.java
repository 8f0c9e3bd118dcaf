package org.eclipse.jetty.server;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.internal.admission.FailedHandshakes;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates TLS connections, each in front of a connection of the next protocol. */
public class SslConnectionFactory extends AbstractConnectionFactory
        implements ConnectionFactory.Detecting, ConnectionFactory.Configuring {
    private static final Logger LOG = LoggerFactory.getLogger(SslConnectionFactory.class);

    /** The content type of a record with a handshake message, and the major version (RFC 8446, section 5.1). */
    private static final int HANDSHAKE_RECORD = 0x16;

    private static final int MAJOR_VERSION = 3;

    private final SslContextFactory.Server sslContextFactory;
    private final FailedHandshakes failedHandshakes = new FailedHandshakes(LOG);
    private String nextProtocol;
    private boolean directBuffersForEncryption;
    private boolean directBuffersForDecryption;
    private boolean ensureSecureRequestCustomizer = true;

    public SslConnectionFactory() {
        this(HttpVersion.HTTP_1_1.asString());
    }

    public SslConnectionFactory(@Name("next") String nextProtocol) {
        this(null, nextProtocol);
    }

    /**
     * @param factory the certificates and settings of TLS; null for one that has yet to be set up
     * @param nextProtocol the protocol within TLS, whose factory the connector has
     */
    public SslConnectionFactory(
            @Name("sslContextFactory") SslContextFactory.@Nullable Server factory, @Name("next") String nextProtocol) {
        super("SSL");
        sslContextFactory = factory == null ? new SslContextFactory.Server() : factory;
        this.nextProtocol = nextProtocol;
        installBean(sslContextFactory);
        // notified of all handshakes, as all listeners that are beans of this
        installBean(failedHandshakes);
    }

    @ManagedAttribute(value = "The settings of TLS", readonly = true)
    public SslContextFactory.Server getSslContextFactory() {
        return sslContextFactory;
    }

    public void setDirectBuffersForEncryption(boolean direct) {
        directBuffersForEncryption = direct;
    }

    public void setDirectBuffersForDecryption(boolean direct) {
        directBuffersForDecryption = direct;
    }

    @ManagedAttribute("Whether plain bytes are kept outside the heap")
    public boolean isDirectBuffersForDecryption() {
        return directBuffersForDecryption;
    }

    @ManagedAttribute("Whether records are kept outside the heap")
    public boolean isDirectBuffersForEncryption() {
        return directBuffersForEncryption;
    }

    @ManagedAttribute("The protocol within TLS")
    public String getNextProtocol() {
        return nextProtocol;
    }

    /** Sets the protocol within TLS, such as {@code alpn}; before the start. */
    public void setNextProtocol(String protocol) {
        nextProtocol = protocol;
    }

    @ManagedAttribute("Whether a SecureRequestCustomizer is added to HTTP configurations without one")
    public boolean isEnsureSecureRequestCustomizer() {
        return ensureSecureRequestCustomizer;
    }

    public void setEnsureSecureRequestCustomizer(boolean ensure) {
        ensureSecureRequestCustomizer = ensure;
    }

    @Override
    protected void doStart() throws Exception {
        failedHandshakes.reset();
        super.doStart();
        SSLEngine engine = sslContextFactory.newSSLEngine();
        engine.setUseClientMode(false);
        SSLSession session = engine.getSession();
        if (session.getPacketBufferSize() > getInputBufferSize()) {
            setInputBufferSize(session.getPacketBufferSize());
        }
    }

    /**
     * How many handshakes have failed since the start, those with clients that sent nothing excepted. Some of them are in the log,
     * at most ten a minute.
     */
    @ManagedAttribute("The handshakes that failed")
    public long getFailedHandshakes() {
        return failedHandshakes.getCount();
    }

    /**
     * Has the HTTP configurations of a connector tell requests that they are secure.
     *
     * @throws IllegalStateException if the connector has protocols to be within TLS, and the next protocol is none of them
     */
    @Override
    public void configure(Connector connector) {
        if (connector.getConnectionFactories().stream().anyMatch(SslConnectionFactory::isWithinTls)) {
            next(connector);
        }
        if (!ensureSecureRequestCustomizer) {
            return;
        }
        for (ConnectionFactory factory : connector.getConnectionFactories()) {
            if (factory instanceof HttpConfiguration.ConnectionFactory http) {
                HttpConfiguration configuration = http.getHttpConfiguration();
                if (configuration.getCustomizer(SecureRequestCustomizer.class) == null) {
                    configuration.addCustomizer(new SecureRequestCustomizer());
                }
            }
        }
    }

    @Override
    public Detection detect(ByteBuffer buffer) {
        if (buffer.remaining() < 2) {
            return Detection.NEED_MORE_BYTES;
        }
        int position = buffer.position();
        return buffer.get(position) == HANDSHAKE_RECORD && buffer.get(position + 1) == MAJOR_VERSION
                ? Detection.RECOGNIZED
                : Detection.NOT_RECOGNIZED;
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        ConnectionFactory next = next(connector);
        SocketAddress remote = endPoint.getRemoteSocketAddress();
        SSLEngine engine = sslContextFactory.newSSLEngine(remote instanceof InetSocketAddress inet ? inet : null);
        engine.setUseClientMode(false);
        SslConnection connection = configure(newSslConnection(connector, endPoint, engine), connector, endPoint);
        EndPoint sslEndPoint = connection.getSslEndPoint();
        sslEndPoint.setConnection(next.newConnection(connector, sslEndPoint));
        return connection;
    }

    /** Whether its protocol is spoken within TLS: all are, but those that look at the first bytes to lead to another one. */
    private static boolean isWithinTls(ConnectionFactory factory) {
        return factory instanceof HttpConfiguration.ConnectionFactory || !(factory instanceof Detecting);
    }

    /** The factory of the protocol within TLS. */
    private ConnectionFactory next(Connector connector) {
        ConnectionFactory next = connector.getConnectionFactory(nextProtocol);
        if (next == null) {
            throw new IllegalStateException("no connection factory for '" + nextProtocol
                    + "', the protocol within TLS (known: " + connector.getProtocols() + ")");
        }
        return next;
    }

    protected SslConnection newSslConnection(Connector connector, EndPoint endPoint, SSLEngine engine) {
        return new SslConnection(
                connector.getByteBufferPool(),
                connector.getExecutor(),
                sslContextFactory,
                endPoint,
                engine,
                directBuffersForEncryption,
                directBuffersForDecryption);
    }

    @Override
    protected <T extends AbstractConnection> T configure(T connection, Connector connector, EndPoint endPoint) {
        if (connection instanceof SslConnection ssl) {
            ssl.setRenegotiationAllowed(sslContextFactory.isRenegotiationAllowed());
            ssl.setRenegotiationLimit(sslContextFactory.getRenegotiationLimit());
            addHandshakeListeners(ssl, connector);
            addHandshakeListeners(ssl, this);
        }
        return super.configure(connection, connector, endPoint);
    }

    private static void addHandshakeListeners(SslConnection connection, Object container) {
        if (container instanceof ContainerLifeCycle lifeCycle) {
            for (SslHandshakeListener listener : lifeCycle.getBeans(SslHandshakeListener.class)) {
                connection.addHandshakeListener(listener);
            }
        }
    }

    @Override
    public String toString() {
        return String.format("%s@%x{%s->%s}", getClass().getSimpleName(), hashCode(), getProtocol(), nextProtocol);
    }
}
