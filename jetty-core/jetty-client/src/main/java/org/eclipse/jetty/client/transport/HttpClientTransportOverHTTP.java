package org.eclipse.jetty.client.transport;

import java.util.List;
import java.util.Map;
import org.eclipse.jetty.client.AbstractConnectorHttpClientTransport;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.annotation.ManagedObject;

/** HTTP/1.1 (RFC 9112), in clear text and within TLS. */
@ManagedObject("The transport of HTTP/1.1")
public class HttpClientTransportOverHTTP extends AbstractConnectorHttpClientTransport {
    /** The protocol. */
    public static final Origin.Protocol HTTP11 = new Origin.Protocol(List.of("http/1.1"), false);

    private final HttpClientConnectionFactory connections = new HttpClientConnectionFactory();

    public HttpClientTransportOverHTTP() {
        this(new ClientConnector());
    }

    /** @param selectors the number of selectors */
    public HttpClientTransportOverHTTP(int selectors) {
        this();
        getClientConnector().setSelectors(selectors);
    }

    public HttpClientTransportOverHTTP(ClientConnector connector) {
        super(connector);
    }

    @Override
    public Origin newOrigin(Request request) {
        return newOrigin(request, HTTP11);
    }

    @Override
    public Connection newConnection(EndPoint endPoint, Map<String, Object> context) {
        return connections.newConnection(endPoint, context);
    }
}
