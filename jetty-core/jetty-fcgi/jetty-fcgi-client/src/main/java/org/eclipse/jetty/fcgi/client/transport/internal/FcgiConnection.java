package org.eclipse.jetty.fcgi.client.transport.internal;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.internal.SerialConnection;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.fcgi.client.transport.HttpClientTransportOverFCGI;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;

/** A connection of FastCGI. Thread-safe. */
public final class FcgiConnection extends SerialConnection {
    private final HttpClientTransportOverFCGI transport;
    private final FcgiReceiver receiver;

    /** @param waiting counts the requests that wait for the first byte of their response */
    public FcgiConnection(
            EndPoint endPoint,
            HttpClientTransportOverFCGI transport,
            HttpClient client,
            AtomicInteger waiting,
            Map<String, Object> context) {
        super(endPoint, client, context);
        this.transport = transport;
        receiver = new FcgiReceiver(this, client, waiting);
    }

    @Override
    protected FcgiReceiver getReceiver() {
        return receiver;
    }

    @Override
    protected FcgiSender newSender(HttpExchange next, boolean again) {
        // FastCGI has no interim responses
        next.getRequest().headers(headers -> headers.remove(HttpHeader.EXPECT));
        return new FcgiSender(transport, next, getEndPoint(), again);
    }
}
