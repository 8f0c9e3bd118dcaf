package org.eclipse.jetty.websocket.server;

import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.websocket.api.WebSocketContainer;
import org.eclipse.jetty.websocket.api.exceptions.WebSocketException;
import org.eclipse.jetty.websocket.common.AbstractWebSocketContainer;
import org.eclipse.jetty.websocket.common.JettyWebSocketFrameHandler;
import org.eclipse.jetty.websocket.common.JettyWebSocketFrameHandlerFactory;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.server.FrameHandlerFactory;
import org.eclipse.jetty.websocket.core.server.WebSocketMappings;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;
import org.eclipse.jetty.websocket.core.server.WebSocketServerComponents;
import org.eclipse.jetty.websocket.server.internal.ServerUpgradeRequestView;
import org.eclipse.jetty.websocket.server.internal.ServerUpgradeResponseView;
import org.eclipse.jetty.websocket.server.internal.UpgradeRequestCopy;
import org.eclipse.jetty.websocket.server.internal.UpgradeResponseCopy;
import org.jspecify.annotations.Nullable;

/** The endpoints and sessions of a context, or of a server. Thread-safe; mappings are changed before requests come. */
@ManagedObject("The WebSocket endpoints and sessions of a context")
public class ServerWebSocketContainer extends AbstractWebSocketContainer implements Invocable, Request.Handler {
    private final WebSocketMappings mappings;
    private final JettyWebSocketFrameHandlerFactory handlerFactory;
    private final FrameHandlerFactory factory;
    private InvocationType invocationType = InvocationType.BLOCKING;

    private ServerWebSocketContainer(WebSocketMappings mappings) {
        this.mappings = mappings;
        handlerFactory = new JettyWebSocketFrameHandlerFactory(this, mappings.getWebSocketComponents());
        factory = this::newFrameHandler;
        installBean(mappings);
        installBean(handlerFactory);
        installBean(sessions);
    }

    /** The container of a server, made if needed. */
    public static ServerWebSocketContainer ensure(Server server) {
        return ensure(server, null);
    }

    /** The container of a context, made if needed; of the server if the context is null. */
    public static ServerWebSocketContainer ensure(Server server, @Nullable ContextHandler contextHandler) {
        Context context = contextHandler == null ? server.getContext() : contextHandler.getContext();
        ServerWebSocketContainer existing = get(context);
        if (existing != null) {
            return existing;
        }
        WebSocketComponents components = WebSocketServerComponents.ensureWebSocketComponents(server, contextHandler);
        ServerWebSocketContainer made = new ServerWebSocketContainer(new WebSocketMappings(components));
        ContainerLifeCycle owner = contextHandler == null ? server : contextHandler;
        owner.addBean(made, true);
        if (owner.isStarted()) {
            LifeCycle.start(made);
        }
        context.setAttribute(WebSocketContainer.class.getName(), made);
        return made;
    }

    /** The container of a context. */
    public static @Nullable ServerWebSocketContainer get(@Nullable Context context) {
        return context == null
                ? null
                : (ServerWebSocketContainer) context.getAttribute(WebSocketContainer.class.getName());
    }

    @Override
    public Executor getExecutor() {
        return mappings.getWebSocketComponents().getExecutor();
    }

    /**
     * Maps a path, as {@link WebSocketMappings#parsePathSpec}.
     *
     * @throws WebSocketException if it is mapped already
     */
    public void addMapping(String pathSpec, WebSocketCreator creator) {
        addMapping(WebSocketMappings.parsePathSpec(pathSpec), creator);
    }

    /** @throws WebSocketException if the path is mapped already */
    public void addMapping(PathSpec pathSpec, WebSocketCreator creator) {
        if (mappings.getWebSocketNegotiator(pathSpec) != null) {
            throw new WebSocketException("path " + pathSpec.getDeclaration() + " is mapped already");
        }
        mappings.addMapping(pathSpec, negotiator(creator));
    }

    /** Upgrades a request whose path is mapped; false if there is no mapping, or it does not ask for that. */
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        return mappings.upgrade(request, response, callback, customizer);
    }

    /** Upgrades a request to what a creator makes; false if it does not ask for that. */
    public boolean upgrade(WebSocketCreator creator, Request request, Response response, Callback callback) {
        return mappings.upgrade(negotiator(creator), request, response, callback, customizer);
    }

    private WebSocketNegotiator negotiator(WebSocketCreator creator) {
        return WebSocketNegotiator.from(
                (request, response, callback) -> {
                    ServerUpgradeRequestView requestView = new ServerUpgradeRequestView(request);
                    try {
                        return creator.createWebSocket(
                                requestView, new ServerUpgradeResponseView(requestView, response), callback);
                    } catch (Throwable x) {
                        Response.writeError(request, response, callback, HttpStatus.INTERNAL_SERVER_ERROR_500, null, x);
                        return null;
                    }
                },
                factory);
    }

    private JettyWebSocketFrameHandler newFrameHandler(
            Object endpoint,
            org.eclipse.jetty.websocket.core.server.ServerUpgradeRequest request,
            org.eclipse.jetty.websocket.core.server.ServerUpgradeResponse response) {
        JettyWebSocketFrameHandler handler = handlerFactory.newJettyFrameHandler(endpoint);
        handler.setUpgradeRequest(new UpgradeRequestCopy(request));
        boolean http1 = request.getTunnelSupport() == null;
        handler.setUpgradeResponse(
                new UpgradeResponseCopy(response, http1 ? HttpStatus.SWITCHING_PROTOCOLS_101 : HttpStatus.OK_200));
        return handler;
    }

    @Override
    public InvocationType getInvocationType() {
        return invocationType;
    }

    /** @param invocationType whether creators block */
    public void setInvocationType(InvocationType invocationType) {
        this.invocationType = invocationType;
    }
}
