package org.eclipse.jetty.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** The connector of a server under test, over any transport, used like a {@link LocalConnector}. Thread-safe. */
public final class TestConnector {
    private static final long DEFAULT_SECONDS = 30;

    private final Transport transport;
    private final AbstractConnector connector;

    /** Adds a connector to the server. */
    public TestConnector(Transport transport, Server server) throws Exception {
        this(transport, server, new HttpConfiguration());
    }

    public TestConnector(Transport transport, Server server, HttpConfiguration configuration) throws Exception {
        this.transport = transport;
        connector = (AbstractConnector) transport.newConnector(server, configuration);
        server.addConnector(connector);
    }

    public Connector getConnector() {
        return connector;
    }

    public void setName(String name) {
        connector.setName(name);
    }

    public void setIdleTimeout(long milliseconds) {
        connector.setIdleTimeout(milliseconds);
    }

    /** Opens a connection. */
    public Transport.Client connect() throws Exception {
        return transport.connect(connector);
    }

    /** Opens a connection and sends a request, or a piece of it. */
    public Transport.Client executeRequest(String request) throws Exception {
        Transport.Client client = connect();
        client.addInputAndExecute(request);
        return client;
    }

    /** The response to a request over a connection of its own; null if it does not come within 30 s. */
    public String getResponse(String request) throws Exception {
        return getResponse(request, DEFAULT_SECONDS, TimeUnit.SECONDS);
    }

    public String getResponse(String request, long time, TimeUnit unit) throws Exception {
        boolean head = request.startsWith("HEAD ");
        ByteBuffer response = getResponse(ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8)), head, time, unit);
        return response == null ? null : StandardCharsets.UTF_8.decode(response).toString();
    }

    public ByteBuffer getResponse(ByteBuffer request) throws Exception {
        return getResponse(request, false, DEFAULT_SECONDS, TimeUnit.SECONDS);
    }

    /** @param head whether the request is a HEAD, whose response has no content */
    public ByteBuffer getResponse(ByteBuffer request, boolean head, long time, TimeUnit unit) throws Exception {
        try (Transport.Client client = connect()) {
            client.addInputAndExecute(request);
            return client.waitForResponse(head, time, unit);
        }
    }
}
