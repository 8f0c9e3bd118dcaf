package org.eclipse.jetty.client.transport;

import java.util.List;
import java.util.Map;
import org.eclipse.jetty.client.transport.internal.HttpConnectionOverHTTP;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;

/** Creates connections of HTTP/1.1 that carry the requests of an HTTP client. Thread-safe. */
public class HttpClientConnectionFactory implements ClientConnectionFactory {
    /** HTTP/1.1 for {@link HttpClientTransportDynamic}. */
    public static final Info HTTP11 = new HTTP11(new HttpClientConnectionFactory());

    @Override
    public Connection newConnection(EndPoint endPoint, Map<String, Object> context) {
        return new HttpConnectionOverHTTP(endPoint, HttpDestination.of(context).getHttpClient(), context);
    }

    /** HTTP/1.1. */
    public static class HTTP11 extends Info {
        private static final List<String> PROTOCOLS = List.of("http/1.1");

        private HTTP11(ClientConnectionFactory factory) {
            super(factory);
        }

        @Override
        public List<String> getProtocols(boolean secure) {
            return PROTOCOLS;
        }
    }
}
