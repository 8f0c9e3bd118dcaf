package org.eclipse.jetty.websocket.client.internal;

import java.net.HttpCookie;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.client.ClientUpgradeRequest;
import org.eclipse.jetty.websocket.common.JettyWebSocketFrameHandler;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.ExtensionConfig;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.client.CoreClientUpgradeRequest;
import org.eclipse.jetty.websocket.core.client.UpgradeListener;

/** Makes the request of the core from that of the API, and the session when it is open. */
public final class Upgrade extends CoreClientUpgradeRequest implements UpgradeListener {
    private final ClientUpgradeRequest request;
    private final JettyWebSocketFrameHandler handler;
    private final CompletableFuture<Session> session = new CompletableFuture<>();

    /** @param uri that of the request */
    public Upgrade(URI uri, ClientUpgradeRequest request, JettyWebSocketFrameHandler handler) {
        super(uri);
        this.request = request;
        this.handler = handler;
        handler.setUpgradeRequest(request);
        setSubProtocols(request.getSubProtocols());
        setExtensions(request.getExtensions().stream()
                .map(config -> ExtensionConfig.parse(config.getParameterizedName()))
                .toList());
        headers(this::addFields);
        timeout(request.getTimeout(), java.util.concurrent.TimeUnit.MILLISECONDS);
        addListener(this);
    }

    private void addFields(HttpFields.Mutable fields) {
        request.getHeaders().forEach((name, values) -> {
            for (String value : values) {
                fields.add(name, value);
            }
        });
        List<HttpCookie> cookies = request.getCookies();
        if (!cookies.isEmpty()) {
            // RFC 6265, section 4.2.1
            fields.add(
                    HttpHeader.COOKIE,
                    cookies.stream()
                            .map(cookie -> cookie.getName() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
    }

    /** The session, when the endpoint was notified of it. */
    public CompletableFuture<Session> getSession() {
        return session;
    }

    @Override
    public void onHandshakeResponse(int status, HttpFields headers) {
        handler.setUpgradeResponse(new Response(status, headers.asImmutable()));
    }

    @Override
    public FrameHandler getFrameHandler() {
        return new Opening();
    }

    /** Reports the session when the endpoint is open. */
    private final class Opening implements FrameHandler, Invocable {
        @Override
        public void onOpen(CoreSession coreSession, Callback callback) {
            handler.onOpen(
                    coreSession,
                    Callback.from(
                            callback.getInvocationType(),
                            () -> {
                                callback.succeeded();
                                session.complete(handler.getSession());
                            },
                            x -> {
                                session.completeExceptionally(x);
                                callback.failed(x);
                            }));
        }

        @Override
        public void onFrame(Frame frame, Callback callback) {
            handler.onFrame(frame, callback);
        }

        @Override
        public void onError(Throwable cause, Callback callback) {
            handler.onError(cause, callback);
        }

        @Override
        public void onClosed(CloseStatus status, Callback callback) {
            handler.onClosed(status, callback);
        }

        @Override
        public InvocationType getInvocationType() {
            return handler.getInvocationType();
        }

        @Override
        public String toString() {
            return handler.toString();
        }
    }
}
