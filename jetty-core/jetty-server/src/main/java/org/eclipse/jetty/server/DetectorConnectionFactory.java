package org.eclipse.jetty.server;

import java.nio.ByteBuffer;
import java.util.List;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.internal.proxied.DetectorConnection;
import org.jspecify.annotations.Nullable;

/**
 * Creates connections that find out by their first bytes which one of several factories they are for, so that several
 * protocols share a port: {@code new DetectorConnectionFactory(sslConnectionFactory)} in front of an
 * {@link HttpConnectionFactory} serves TLS and clear text. Bytes that no factory recognises are for the factory behind this
 * one in the connector's list.
 *
 * <p>Thread-safe once started.
 */
public class DetectorConnectionFactory extends AbstractConnectionFactory implements ConnectionFactory.Detecting {
    private final List<ConnectionFactory.Detecting> detecting;

    /** @param detectingConnectionFactories at least one; asked in this order */
    public DetectorConnectionFactory(ConnectionFactory.Detecting... detectingConnectionFactories) {
        super(name(detectingConnectionFactories));
        detecting = List.of(detectingConnectionFactories);
        for (ConnectionFactory.Detecting factory : detecting) {
            installBean(factory);
        }
    }

    private static String name(ConnectionFactory.Detecting... factories) {
        StringBuilder name = new StringBuilder("[");
        for (ConnectionFactory.Detecting factory : factories) {
            name.append(name.length() > 1 ? "|" : "").append(factory.getProtocol());
        }
        if (name.length() == 1) {
            throw new IllegalArgumentException("no factories to detect");
        }
        return name.append(']').toString();
    }

    /** Recognises what one of its factories does, and asks for more bytes as long as one of them may. */
    @Override
    public Detection detect(ByteBuffer buffer) {
        boolean more = false;
        for (ConnectionFactory.Detecting factory : detecting) {
            Detection detection = factory.detect(buffer);
            if (detection == Detection.RECOGNIZED) {
                return detection;
            }
            more |= detection == Detection.NEED_MORE_BYTES;
        }
        return more ? Detection.NEED_MORE_BYTES : Detection.NOT_RECOGNIZED;
    }

    /** The factory for the bytes: null while more are needed. */
    private @Nullable ConnectionFactory find(Connector connector, EndPoint endPoint, ByteBuffer buffer) {
        boolean more = false;
        for (ConnectionFactory.Detecting factory : detecting) {
            switch (factory.detect(buffer)) {
                case RECOGNIZED -> {
                    return factory;
                }
                case NEED_MORE_BYTES -> more = true;
                default -> {
                    // the next one
                }
            }
        }
        if (more) {
            return null;
        }
        String next = findNextProtocol(connector);
        ConnectionFactory factory = next == null ? null : connector.getConnectionFactory(next);
        if (factory == null) {
            throw new IllegalStateException("bytes of " + endPoint + " are of none of " + getProtocols()
                    + ", and there is no connection factory behind");
        }
        return factory;
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        return configure(
                new DetectorConnection(endPoint, connector, buffer -> find(connector, endPoint, buffer)),
                connector,
                endPoint);
    }
}
