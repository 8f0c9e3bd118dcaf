package org.eclipse.jetty.http2.client.transport;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.HTTP2ClientConnectionFactory;
import org.eclipse.jetty.http2.client.transport.internal.HttpConnectionOverHTTP2;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;

/** Creates connections of HTTP/2 that carry the requests of an HTTP client. Thread-safe. */
@ManagedObject("Creates connections of HTTP/2")
public class ClientConnectionFactoryOverHTTP2 extends ContainerLifeCycle implements ClientConnectionFactory {
    private final ClientConnectionFactory factory = new HTTP2ClientConnectionFactory();
    private final HTTP2Client http2;

    public ClientConnectionFactoryOverHTTP2(HTTP2Client http2) {
        this.http2 = http2;
        installBean(http2);
    }

    @Override
    public Connection newConnection(EndPoint endPoint, Map<String, Object> context) throws IOException {
        HttpConnectionOverHTTP2 connection = new HttpConnectionOverHTTP2(endPoint, context);
        context.put(HTTP2ClientConnectionFactory.CLIENT_CONTEXT_KEY, http2);
        context.put(HTTP2ClientConnectionFactory.SESSION_LISTENER_CONTEXT_KEY, connection);
        context.put(
                HTTP2ClientConnectionFactory.SESSION_PROMISE_CONTEXT_KEY,
                Promise.<Session>from(connection::onSession, failure -> {}));
        return factory.newConnection(endPoint, context);
    }

    /** HTTP/2 for {@link org.eclipse.jetty.client.transport.HttpClientTransportDynamic}. */
    public static class HTTP2 extends Info {
        private static final List<String> SECURE = List.of("h2");
        private static final List<String> CLEAR_TEXT = List.of("h2c");

        public HTTP2(HTTP2Client http2) {
            super(new ClientConnectionFactoryOverHTTP2(http2));
        }

        @Override
        public List<String> getProtocols(boolean secure) {
            return secure ? SECURE : CLEAR_TEXT;
        }
    }
}
