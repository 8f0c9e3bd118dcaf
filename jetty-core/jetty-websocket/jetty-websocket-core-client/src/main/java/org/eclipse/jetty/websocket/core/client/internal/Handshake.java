package org.eclipse.jetty.websocket.core.client.internal;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpUpgrader;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Callback;
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
import org.jspecify.annotations.Nullable;

/**
 * The opening handshake of a client (RFC 6455, section 4.1): a request of the HTTP client, whose connection is that of a session if the
 * response is what it must be.
 *
 * <p>Over HTTP/2 it is a stream of the connection, opened by an extended CONNECT (RFC 8441), and 200 instead of 101.
 *
 * <pre>
 * request --101--&gt; {@link #upgrade} --right--&gt; session
 *                                   --wrong--&gt; failed, connection closed
 *         --other status, or failure--&gt; failed
 * </pre>
 *
 * <p>Confined to its exchange.
 */
public final class Handshake implements HttpUpgrader, Response.CompleteListener {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int KEY_LENGTH = 16;

    private final CoreClientUpgradeRequest request;
    private final WebSocketComponents components;
    private final HttpClient client;
    private final CompletableFuture<CoreSession> session = new CompletableFuture<>();
    private final String key;

    public Handshake(CoreClientUpgradeRequest request, WebSocketComponents components, HttpClient client) {
        this.request = request;
        this.components = components;
        this.client = client;
        byte[] bytes = new byte[KEY_LENGTH];
        RANDOM.nextBytes(bytes);
        key = Base64.getEncoder().encodeToString(bytes);
    }

    /**
     * Sends the request.
     *
     * @param timeout milliseconds until there must be a session; 0 to leave that to the timeouts of the HTTP client
     * @return the session to come
     */
    public CompletableFuture<CoreSession> send(long timeout) {
        String uri = request.getURI().toString();
        Request http = client.newRequest(URI.create("http" + uri.substring("ws".length())))
                .followRedirects(false)
                .attribute(HttpUpgrader.class.getName(), this);
        if (timeout > 0) {
            http.timeout(timeout, TimeUnit.MILLISECONDS);
        }
        http.headers(this::addFields);
        http.send(this);
        return session;
    }

    private void addFields(HttpFields.Mutable fields) {
        for (HttpField field : request.getHeaders()) {
            fields.add(field);
        }
        if (!request.getSubProtocols().isEmpty()) {
            fields.put(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL, String.join(", ", request.getSubProtocols()));
        }
        if (!request.getExtensions().isEmpty()) {
            fields.put(HttpHeader.SEC_WEBSOCKET_EXTENSIONS, ExtensionConfig.toHeaderValue(request.getExtensions()));
        }
        fields.put(HttpHeader.SEC_WEBSOCKET_VERSION, WebSocketConstants.SPEC_VERSION_STRING);
    }

    /** Called each time the request is sent, again after a challenge for credentials. */
    @Override
    public void prepare(Request http) {
        http.headers(fields -> {
            if (http.getVersion() != HttpVersion.HTTP_2) {
                fields.put(HttpHeader.UPGRADE, "websocket");
                fields.put(HttpHeader.CONNECTION, "Upgrade");
                fields.put(HttpHeader.SEC_WEBSOCKET_KEY, key);
            }
            for (UpgradeListener listener : request.getListeners()) {
                listener.onHandshakeRequest(fields);
            }
        });
    }

    @Override
    public String getProtocol() {
        return "websocket";
    }

    @Override
    public void upgrade(Response response, EndPoint endPoint, Callback callback) {
        WebSocketCoreSession accepted;
        try {
            accepted = accept(endPoint, response);
            endPoint.upgrade(accepted.getConnection());
        } catch (Throwable x) {
            fail(x);
            callback.failed(x);
            return;
        }
        callback.succeeded();
        session.complete(accepted);
    }

    @Override
    public void onComplete(Result result) {
        if (session.isDone()) {
            return;
        }
        Response response = result.getResponse();
        if (result.isFailed() || response.getStatus() == HttpStatus.SWITCHING_PROTOCOLS_101) {
            Throwable failure = result.getFailure();
            fail(failure == null ? new EofException("closed after 101") : failure);
            return;
        }
        try {
            notifyResponse(response.getStatus(), response.getHeaders());
            fail(refused(response.getStatus(), "not upgraded"));
        } catch (Throwable x) {
            fail(x);
        }
    }

    private void fail(Throwable cause) {
        session.completeExceptionally(withUri(cause));
    }

    /** Connecting names addresses: says for which URI. */
    private Throwable withUri(Throwable cause) {
        String message = request.getURI() + ": " + cause.getMessage();
        Throwable named = null;
        if (cause instanceof ConnectException) {
            named = new ConnectException(message);
        } else if (cause instanceof UnknownHostException) {
            named = new UnknownHostException(message);
        } else if (cause instanceof SocketTimeoutException) {
            named = new SocketTimeoutException(message);
        }
        return named == null ? cause : named.initCause(cause);
    }

    // the response

    private void notifyResponse(int status, HttpFields fields) {
        for (UpgradeListener listener : request.getListeners()) {
            listener.onHandshakeResponse(status, fields);
        }
    }

    /** Checks the head of a response that agrees, and returns the session, whose connection takes over. */
    private WebSocketCoreSession accept(EndPoint endPoint, Response response) {
        int status = response.getStatus();
        HttpFields fields = response.getHeaders();
        notifyResponse(status, fields);
        if (response.getVersion() != HttpVersion.HTTP_2) {
            checkUpgrade(status, fields);
        }
        String subProtocol = fields.get(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL);
        if (subProtocol != null && !request.getSubProtocols().contains(subProtocol)) {
            throw refused(status, "subprotocol " + subProtocol + " was not offered");
        }
        return newSession(endPoint, subProtocol, extensions(fields));
    }

    private void checkUpgrade(int status, HttpFields fields) {
        if (!fields.contains(HttpHeader.UPGRADE, "websocket")) {
            throw refused(status, "not upgraded to WebSocket");
        }
        if (!fields.contains(HttpHeader.CONNECTION, "upgrade")) {
            throw refused(status, "without Connection: Upgrade");
        }
        if (!WebSocketUtils.hashKey(key).equals(fields.get(HttpHeader.SEC_WEBSOCKET_ACCEPT))) {
            throw refused(status, "wrong Sec-WebSocket-Accept");
        }
    }

    private UpgradeException refused(int status, String why) {
        return new UpgradeException(request.getURI(), status, request.getURI() + " answered " + status + ": " + why);
    }

    private @Nullable ExtensionStack extensions(HttpFields fields) {
        List<String> values = fields.getValuesList(HttpHeader.SEC_WEBSOCKET_EXTENSIONS);
        ExtensionStack extensions = new ExtensionStack(components, Behavior.CLIENT);
        extensions.negotiate(request.getExtensions(), ExtensionConfig.parseList(values.toArray(new String[0])));
        return extensions.hasNegotiatedExtensions() ? extensions : null;
    }

    private WebSocketCoreSession newSession(
            EndPoint endPoint, @Nullable String subProtocol, @Nullable ExtensionStack extensions) {
        Negotiated negotiated = new Negotiated(
                request.getURI(), subProtocol, request.isSecure(), extensions, WebSocketConstants.SPEC_VERSION_STRING);
        WebSocketCoreSession core =
                new WebSocketCoreSession(request.getFrameHandler(), Behavior.CLIENT, negotiated, components);
        request.getConfiguration().customize(core);
        Scheduler scheduler = client.getScheduler();
        assert scheduler != null; // as the client is running
        core.setWebSocketConnection(new WebSocketConnection(
                endPoint, components.getExecutor(), scheduler, components.getByteBufferPool(), core));
        return core;
    }
}
