package org.eclipse.jetty.websocket.core.client.internal;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.websocket.core.Behavior;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.ExtensionConfig;
import org.eclipse.jetty.websocket.core.ExtensionStack;
import org.eclipse.jetty.websocket.core.Negotiated;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.WebSocketConnection;
import org.eclipse.jetty.websocket.core.WebSocketConstants;
import org.eclipse.jetty.websocket.core.WebSocketCoreSession;
import org.eclipse.jetty.websocket.core.client.CoreClientUpgradeRequest;
import org.eclipse.jetty.websocket.core.client.UpgradeListener;
import org.eclipse.jetty.websocket.core.exception.UpgradeException;
import org.eclipse.jetty.websocket.core.util.WebSocketUtils;

/** The opening handshake of a client (RFC 6455 section 4.1): makes the request, and checks the response. Confined to its connection. */
public final class Handshake {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int KEY_LENGTH = 16;
    private static final int SWITCHING_PROTOCOLS = 101;

    private final CoreClientUpgradeRequest request;
    private final WebSocketComponents components;
    private final CompletableFuture<CoreSession> session = new CompletableFuture<>();
    private final String key;
    private BiFunction<String, Integer, SSLEngine> engines;
    private long timeout;
    private CoreSession accepted;

    public Handshake(CoreClientUpgradeRequest request, WebSocketComponents components) {
        this.request = request;
        this.components = components;
        byte[] bytes = new byte[KEY_LENGTH];
        RANDOM.nextBytes(bytes);
        key = Base64.getEncoder().encodeToString(bytes);
    }

    /** Returns the session to come. */
    public CompletableFuture<CoreSession> getSession() {
        return session;
    }

    /** Tells the maker of the request that there will be no session. */
    public void fail(Throwable cause) {
        // the write that a failure of TLS ends tells it as its cause
        boolean tls = cause instanceof EofException && cause.getCause() instanceof SSLException;
        session.completeExceptionally(tls ? cause.getCause() : cause);
    }

    /**
     * Sets what is known before connecting.
     *
     * @param timeout milliseconds for each step
     * @param engines makes the engine for a host and a port; null without TLS
     */
    public void prepare(long timeout, BiFunction<String, Integer, SSLEngine> engines) {
        this.timeout = timeout;
        this.engines = engines;
    }

    Connection newConnection(EndPoint endPoint, WebSocketComponents components, Scheduler scheduler) {
        endPoint.setIdleTimeout(timeout);
        if (engines == null) return new HandshakeConnection(endPoint, components, scheduler, this);
        SSLEngine engine = engines.apply(request.getURI().getHost(), request.getPort());
        engine.setUseClientMode(true);
        SslConnection ssl =
                new SslConnection(components.getByteBufferPool(), components.getExecutor(), endPoint, engine);
        EndPoint plain = ssl.getSslEndPoint();
        plain.setIdleTimeout(timeout);
        plain.setConnection(new HandshakeConnection(plain, components, scheduler, this));
        return ssl;
    }

    // the request

    ByteBuffer newRequest() {
        URI uri = request.getURI();
        HttpFields.Mutable fields = HttpFields.build();
        fields.put(HttpHeader.HOST, uri.getPort() > 0 ? uri.getHost() + ":" + uri.getPort() : uri.getHost());
        fields.put(HttpHeader.UPGRADE, "websocket");
        fields.put(HttpHeader.CONNECTION, "Upgrade");
        fields.put(HttpHeader.SEC_WEBSOCKET_KEY, key);
        fields.put(HttpHeader.SEC_WEBSOCKET_VERSION, WebSocketConstants.SPEC_VERSION_STRING);
        if (!request.getSubProtocols().isEmpty())
            fields.put(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL, String.join(", ", request.getSubProtocols()));
        if (!request.getExtensions().isEmpty())
            fields.put(HttpHeader.SEC_WEBSOCKET_EXTENSIONS, ExtensionConfig.toHeaderValue(request.getExtensions()));
        for (HttpField field : request.getHeaders()) fields.add(field);
        for (UpgradeListener listener : request.getListeners()) listener.onHandshakeRequest(fields);
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        StringBuilder head = new StringBuilder("GET " + path + query + " HTTP/1.1\r\n");
        for (HttpField field : fields) head.append(line(field)).append("\r\n");
        return StandardCharsets.ISO_8859_1.encode(head.append("\r\n").toString());
    }

    private static String line(HttpField field) {
        String line = field.getName() + ": " + (field.getValue() == null ? "" : field.getValue());
        if (line.indexOf('\r') >= 0 || line.indexOf('\n') >= 0)
            throw new IllegalArgumentException("Field " + field.getName() + " of the request has a line break");
        return line;
    }

    // the response

    /** Checks the head of the response, and returns the connection that takes over. */
    Connection accept(EndPoint endPoint, Scheduler scheduler, ResponseHead response) {
        for (UpgradeListener listener : request.getListeners())
            listener.onHandshakeResponse(response.status(), response.fields());
        HttpFields fields = response.fields();
        if (response.status() != SWITCHING_PROTOCOLS) throw refused(response, "not upgraded");
        if (!fields.contains(HttpHeader.UPGRADE, "websocket")) throw refused(response, "not upgraded to WebSocket");
        if (!fields.contains(HttpHeader.CONNECTION, "upgrade")) throw refused(response, "without Connection: Upgrade");
        if (!WebSocketUtils.hashKey(key).equals(fields.get(HttpHeader.SEC_WEBSOCKET_ACCEPT)))
            throw refused(response, "wrong Sec-WebSocket-Accept");
        String subProtocol = fields.get(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL);
        if (subProtocol != null && !request.getSubProtocols().contains(subProtocol))
            throw refused(response, "subprotocol " + subProtocol + " was not offered");
        return upgrade(endPoint, scheduler, subProtocol, extensions(response));
    }

    private UpgradeException refused(ResponseHead response, String why) {
        return new UpgradeException(
                request.getURI(), response.status(), request.getURI() + " answered " + response.status() + ": " + why);
    }

    private ExtensionStack extensions(ResponseHead response) {
        List<String> values = response.fields().getValuesList(HttpHeader.SEC_WEBSOCKET_EXTENSIONS);
        ExtensionStack extensions = new ExtensionStack(components, Behavior.CLIENT);
        extensions.negotiate(request.getExtensions(), ExtensionConfig.parseList(values.toArray(new String[0])));
        return extensions.hasNegotiatedExtensions() ? extensions : null;
    }

    private WebSocketConnection upgrade(
            EndPoint endPoint, Scheduler scheduler, String subProtocol, ExtensionStack extensions) {
        Negotiated negotiated = new Negotiated(
                request.getURI(), subProtocol, request.isSecure(), extensions, WebSocketConstants.SPEC_VERSION_STRING);
        WebSocketCoreSession core =
                new WebSocketCoreSession(request.getFrameHandler(), Behavior.CLIENT, negotiated, components);
        request.getConfiguration().customize(core);
        WebSocketConnection connection = new WebSocketConnection(
                endPoint, components.getExecutor(), scheduler, components.getByteBufferPool(), core);
        core.setWebSocketConnection(connection);
        accepted = core;
        return connection;
    }

    /** Tells the maker of the request that the session has begun. */
    void complete() {
        session.complete(accepted);
    }
}
