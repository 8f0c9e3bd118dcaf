package org.eclipse.jetty.alpn.server;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.ALPNProcessor;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.NegotiatingServerConnectionFactory;
import org.eclipse.jetty.util.annotation.Name;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates connections that choose their protocol by ALPN, between TLS and the protocols of the connector. Thread-safe once
 * started.
 *
 * <p>How is known to the {@link ALPNProcessor.Server} services; without one that can be used none is created.
 */
public class ALPNServerConnectionFactory extends NegotiatingServerConnectionFactory {
    private static final Logger LOG = LoggerFactory.getLogger(ALPNServerConnectionFactory.class);

    private final List<ALPNProcessor.Server> processors = new ArrayList<>();

    /** @param protocols separated by commas, the preferred one first; empty for all that the connector has */
    public ALPNServerConnectionFactory(@Nullable String protocols) {
        this(
                protocols == null || protocols.isBlank()
                        ? new String[0]
                        : protocols.trim().split(",", 0));
    }

    /** @param protocols the preferred one first; none for all that the connector has */
    public ALPNServerConnectionFactory(@Name("protocols") String... protocols) {
        super("alpn", protocols);
        IllegalStateException failure = new IllegalStateException(
                "no ALPN service can be used" + " (expected: jetty-alpn-java-server on the class path)");
        ServiceLoader<ALPNProcessor.Server> services =
                ServiceLoader.load(ALPNProcessor.Server.class, ALPNServerConnectionFactory.class.getClassLoader());
        var candidates = services.iterator();
        while (true) {
            try {
                if (!candidates.hasNext()) {
                    break;
                }
                ALPNProcessor.Server processor = candidates.next();
                processor.init();
                processors.add(processor);
            } catch (ServiceConfigurationError | LinkageError | RuntimeException x) {
                LOG.debug("ALPN service cannot be used", x);
                failure.addSuppressed(x);
            }
        }
        if (processors.isEmpty()) {
            throw failure;
        }
    }

    @Override
    protected AbstractConnection newServerConnection(
            Connector connector, EndPoint endPoint, SSLEngine engine, List<String> protocols, String defaultProtocol) {
        for (ALPNProcessor.Server processor : processors) {
            if (processor.appliesTo(engine)) {
                ALPNServerConnection connection =
                        new ALPNServerConnection(connector, endPoint, engine, protocols, defaultProtocol);
                processor.configure(engine, connection);
                return connection;
            }
        }
        throw new IllegalStateException(
                "no ALPN service for the engine " + engine.getClass().getName());
    }
}
