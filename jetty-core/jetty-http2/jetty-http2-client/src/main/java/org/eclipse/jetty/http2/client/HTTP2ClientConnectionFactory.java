package org.eclipse.jetty.http2.client;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLHandshakeException;
import org.eclipse.jetty.alpn.client.ALPNClientConnection;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Promise;

/** Creates connections of HTTP/2 by what the context has under the keys. Thread-safe. */
public class HTTP2ClientConnectionFactory implements ClientConnectionFactory {
    /** The key of the {@link HTTP2Client} in the context. */
    public static final String CLIENT_CONTEXT_KEY = "org.eclipse.jetty.client.http2";
    /** The key of the {@link Session.Listener} in the context. */
    public static final String SESSION_LISTENER_CONTEXT_KEY = "org.eclipse.jetty.client.http2.sessionListener";
    /** The key of the {@link Promise} of the {@link Session} in the context. */
    public static final String SESSION_PROMISE_CONTEXT_KEY = "org.eclipse.jetty.client.http2.sessionPromise";

    @Override
    @SuppressWarnings("unchecked")
    public Connection newConnection(EndPoint endPoint, Map<String, Object> context) throws IOException {
        HTTP2Client client = (HTTP2Client) Objects.requireNonNull(context.get(CLIENT_CONTEXT_KEY), CLIENT_CONTEXT_KEY);
        if (endPoint.isSecure()
                && client.isUseALPN()
                && context.get(ALPNClientConnection.PROTOCOL_CONTEXT_KEY) == null) {
            // RFC 9113, section 3.3
            throw new SSLHandshakeException("The server did not negotiate HTTP/2 by ALPN");
        }
        Session.Listener listener = (Session.Listener) context.get(SESSION_LISTENER_CONTEXT_KEY);
        Promise<Session> promise = (Promise<Session>) context.get(SESSION_PROMISE_CONTEXT_KEY);
        return new ClientConnection(
                client,
                endPoint,
                listener == null ? new Session.Listener() {} : listener,
                promise == null ? Promise.noop() : promise);
    }
}
