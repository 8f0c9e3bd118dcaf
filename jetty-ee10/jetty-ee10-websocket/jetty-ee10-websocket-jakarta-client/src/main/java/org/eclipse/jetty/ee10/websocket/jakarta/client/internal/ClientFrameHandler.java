package org.eclipse.jetty.ee10.websocket.jakarta.client.internal;

import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.ee10.websocket.jakarta.common.ConfiguredEndpoint;
import org.eclipse.jetty.ee10.websocket.jakarta.common.JakartaWebSocketContainer;
import org.eclipse.jetty.ee10.websocket.jakarta.common.JakartaWebSocketFrameHandler;
import org.eclipse.jetty.ee10.websocket.jakarta.common.UpgradeRequest;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;

/** Tells who connects when the session is open. Confined to its session. */
public final class ClientFrameHandler extends JakartaWebSocketFrameHandler {
    private final CompletableFuture<Session> opened = new CompletableFuture<>();

    public ClientFrameHandler(
            JakartaWebSocketContainer container,
            ConfiguredEndpoint configured,
            Object instance,
            EndpointConfig config,
            UpgradeRequest request) {
        super(container, configured, instance, config, request);
    }

    /** Returns the session, once the endpoint was notified of it; fails with what the endpoint threw. */
    public CompletableFuture<Session> getOpened() {
        return opened;
    }

    /** The server refused, or there is none: the session will not begin. */
    public void notOpened() {
        if (getSession() == null) {
            ended();
        }
    }

    @Override
    public void onOpen(CoreSession core, Callback callback) {
        super.onOpen(
                core,
                Callback.from(
                        () -> {
                            callback.succeeded();
                            opened.complete(getSession());
                        },
                        x -> {
                            callback.failed(x);
                            opened.completeExceptionally(x);
                        }));
    }
}
