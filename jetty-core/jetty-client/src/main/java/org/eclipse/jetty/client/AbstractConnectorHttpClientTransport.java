package org.eclipse.jetty.client;

import java.net.SocketAddress;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.util.annotation.ManagedAttribute;

/** What transports have in common that connect by a {@link ClientConnector}. */
public abstract class AbstractConnectorHttpClientTransport extends AbstractHttpClientTransport {
    private final ClientConnector connector;

    protected AbstractConnectorHttpClientTransport(ClientConnector connector) {
        this.connector = Objects.requireNonNull(connector);
        installBean(connector);
    }

    @Override
    public ClientConnector getClientConnector() {
        return connector;
    }

    @ManagedAttribute("The number of selectors")
    public int getSelectors() {
        return connector.getSelectors();
    }

    @Override
    public void connect(SocketAddress address, Map<String, Object> context) {
        try {
            context.put(ClientConnector.CONTEXT_KEY, connector);
            Transport transport = (Transport) context.computeIfAbsent(Transport.CONTEXT_KEY, key -> Transport.TCP_IP);
            transport.connect(address, context);
        } catch (Throwable x) {
            connectFailed(context, x);
        }
    }
}
