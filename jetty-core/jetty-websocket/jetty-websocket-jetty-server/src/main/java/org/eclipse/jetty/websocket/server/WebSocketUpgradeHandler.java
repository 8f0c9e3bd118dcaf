package org.eclipse.jetty.websocket.server;

import java.util.function.Consumer;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * Upgrades requests whose path is mapped; others go to the next handler. Thread-safe.
 *
 * <pre>
 * ContextHandler context = new ContextHandler("/ctx");
 * context.setHandler(WebSocketUpgradeHandler.from(server, context, container -&gt;
 *     container.addMapping("/ws/echo", (request, response, callback) -&gt; new Echo())));
 * </pre>
 */
public class WebSocketUpgradeHandler extends Handler.Wrapper {
    private final ServerWebSocketContainer container;
    private @Nullable Consumer<ServerWebSocketContainer> configurator;

    public WebSocketUpgradeHandler(ServerWebSocketContainer container) {
        this(container, null);
    }

    /** @param configurator called when this is started, to add mappings and set limits */
    public WebSocketUpgradeHandler(
            ServerWebSocketContainer container, @Nullable Consumer<ServerWebSocketContainer> configurator) {
        this.container = container;
        this.configurator = configurator;
    }

    /** A handler for a context. */
    public static WebSocketUpgradeHandler from(Server server, ContextHandler context) {
        return from(server, context, null);
    }

    /** A handler for a context, whose container is configured when it is started. */
    public static WebSocketUpgradeHandler from(
            Server server, ContextHandler context, @Nullable Consumer<ServerWebSocketContainer> configurator) {
        return new WebSocketUpgradeHandler(ServerWebSocketContainer.ensure(server, context), configurator);
    }

    /** A handler for a server without contexts. */
    public static WebSocketUpgradeHandler from(Server server) {
        return from(server, (Consumer<ServerWebSocketContainer>) null);
    }

    /** A handler for a server without contexts, whose container is configured when it is started. */
    public static WebSocketUpgradeHandler from(
            Server server, @Nullable Consumer<ServerWebSocketContainer> configurator) {
        return new WebSocketUpgradeHandler(ServerWebSocketContainer.ensure(server), configurator);
    }

    /** Adds to what is done when this is started. */
    public WebSocketUpgradeHandler configure(Consumer<ServerWebSocketContainer> more) {
        configurator = configurator == null ? more : configurator.andThen(more);
        return this;
    }

    public ServerWebSocketContainer getServerWebSocketContainer() {
        return container;
    }

    @Override
    protected void doStart() throws Exception {
        if (configurator != null) {
            configurator.accept(container);
        }
        super.doStart();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        return handle(container, request, response, callback) || super.handle(request, response, callback);
    }

    /** Upgrades a request; returns false if it is to go to the next handler. */
    protected boolean handle(
            ServerWebSocketContainer webSocketContainer, Request request, Response response, Callback callback) {
        return webSocketContainer.handle(request, response, callback);
    }

    @Override
    public InvocationType getInvocationType() {
        InvocationType type = getHandler() == null
                ? InvocationType.NON_BLOCKING
                : getHandler().getInvocationType();
        return Invocable.combine(container.getInvocationType(), type);
    }
}
