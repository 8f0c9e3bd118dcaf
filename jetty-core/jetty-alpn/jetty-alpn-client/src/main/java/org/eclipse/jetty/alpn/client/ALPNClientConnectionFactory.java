package org.eclipse.jetty.alpn.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.ALPNProcessor;
import org.eclipse.jetty.io.ssl.SslClientConnectionFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates connections that offer protocols by ALPN, between TLS and the protocols. Thread-safe.
 *
 * <p>How is known to the {@link ALPNProcessor.Client} services; without one that can be used none is created.
 */
public class ALPNClientConnectionFactory extends ClientConnectionFactory.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger(ALPNClientConnectionFactory.class);

    private final List<ALPNProcessor.Client> processors = new ArrayList<>();
    private final Executor executor;
    private final List<String> protocols;

    /**
     * @param connectionFactory creates the connection once a protocol was chosen, which is
     *     {@link ALPNClientConnection#PROTOCOL_CONTEXT_KEY} of the context
     * @param protocols the preferred one first
     */
    public ALPNClientConnectionFactory(
            Executor executor, ClientConnectionFactory connectionFactory, List<String> protocols) {
        super(connectionFactory);
        if (protocols.isEmpty()) {
            throw new IllegalArgumentException("protocols: none (expected: at least one)");
        }
        this.executor = executor;
        this.protocols = List.copyOf(protocols);
        loadProcessors();
    }

    private void loadProcessors() {
        IllegalStateException failure = new IllegalStateException(
                "No ALPN service can be used (expected: jetty-alpn-java-client on the class path)");
        var candidates = ServiceLoader.load(
                        ALPNProcessor.Client.class, ALPNClientConnectionFactory.class.getClassLoader())
                .iterator();
        while (true) {
            try {
                if (!candidates.hasNext()) {
                    break;
                }
                ALPNProcessor.Client processor = candidates.next();
                processor.init();
                processors.add(processor);
            } catch (ServiceConfigurationError | RuntimeException x) {
                LOG.debug("ALPN service cannot be used", x);
                failure.addSuppressed(x);
            }
        }
        if (processors.isEmpty()) {
            throw failure;
        }
    }

    /** Returns the protocols that are offered, the preferred one first. */
    public List<String> getProtocols() {
        return protocols;
    }

    @Override
    public Connection newConnection(EndPoint endPoint, Map<String, Object> context) throws IOException {
        SSLEngine engine = (SSLEngine) Objects.requireNonNull(
                context.get(SslClientConnectionFactory.SSL_ENGINE_CONTEXT_KEY), "ALPN is negotiated within TLS only");
        for (ALPNProcessor.Client processor : processors) {
            if (processor.appliesTo(engine)) {
                ALPNClientConnection connection =
                        new ALPNClientConnection(endPoint, executor, getWrapped(), engine, context, protocols);
                processor.configure(engine, connection);
                return connection;
            }
        }
        throw new IOException(
                "No ALPN service for the engine " + engine.getClass().getName());
    }

    /** The connection of the protocol is customized when it is created. */
    @Override
    public Connection customize(Connection connection, Map<String, Object> context) {
        return connection;
    }
}
