package org.eclipse.jetty.ee10.websocket.jakarta.server.internal;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.websocket.Extension;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee10.websocket.jakarta.common.ConfiguredEndpoint;
import org.eclipse.jetty.ee10.websocket.jakarta.common.JakartaWebSocketExtension;
import org.eclipse.jetty.ee10.websocket.jakarta.common.JakartaWebSocketFrameHandler;
import org.eclipse.jetty.ee10.websocket.jakarta.common.UpgradeRequest;
import org.eclipse.jetty.ee10.websocket.jakarta.server.JakartaWebSocketServerContainer;
import org.eclipse.jetty.ee10.websocket.jakarta.server.config.ContainerDefaultConfigurator;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.Negotiated;
import org.eclipse.jetty.websocket.core.WebSocketConstants;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;
import org.jspecify.annotations.Nullable;

/** The handshake of an endpoint, as its configurator wants it (WebSocket section 3.2). Thread-safe. */
public final class EndpointNegotiator implements WebSocketNegotiator {
    private final JakartaWebSocketServerContainer container;
    private final ServerEndpointConfig config;
    private final ConfiguredEndpoint endpoint;
    private final EndpointPath path;
    private final @Nullable Map<String, String> pathParameters;
    private final boolean instancesEnd;

    /** Makes one for an endpoint that is mapped to its path. */
    public EndpointNegotiator(
            JakartaWebSocketServerContainer container,
            ServerEndpointConfig config,
            ConfiguredEndpoint endpoint,
            EndpointPath path) {
        this(container, config, endpoint, path, null);
    }

    /** @param pathParameters the values of the path's variables; null to take them from the request */
    public EndpointNegotiator(
            JakartaWebSocketServerContainer container,
            ServerEndpointConfig config,
            ConfiguredEndpoint endpoint,
            EndpointPath path,
            @Nullable Map<String, String> pathParameters) {
        this.container = container;
        this.config = config;
        this.endpoint = endpoint;
        this.path = path;
        this.pathParameters = pathParameters;
        instancesEnd = isOfContainer(config.getConfigurator());
    }

    /** Whether the container makes the instances, one for each session; an application may share its own. */
    private static boolean isOfContainer(ServerEndpointConfig.Configurator configurator) {
        try {
            Class<?> maker = configurator
                    .getClass()
                    .getMethod("getEndpointInstance", Class.class)
                    .getDeclaringClass();
            return maker == ServerEndpointConfig.Configurator.class || maker == ContainerDefaultConfigurator.class;
        } catch (NoSuchMethodException x) {
            throw new IllegalStateException(
                    "Not of this API: " + configurator.getClass().getName(), x);
        }
    }

    @Override
    public @Nullable FrameHandler negotiate(
            ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
        HttpServletRequest servletRequest =
                (HttpServletRequest) request.getAttribute(WebSocketConstants.WEBSOCKET_WRAPPED_REQUEST_ATTRIBUTE);
        assert servletRequest != null : "set with the upgrade";
        URI uri = Negotiated.toWebsocket(request.getHttpURI().toURI());
        ServletHandshakeRequest handshake = new ServletHandshakeRequest(servletRequest, uri);
        ServerEndpointConfig sessionConfig = new SessionServerEndpointConfig(config);
        ServerEndpointConfig.Configurator configurator = config.getConfigurator();
        if (!configurator.checkOrigin(servletRequest.getHeader("Origin"))) {
            refuse(request, callback);
            return null;
        }
        negotiateSubprotocol(configurator, handshake, response);
        negotiateExtensions(configurator, request, response);
        ServletHandshakeResponse handshakeResponse = new ServletHandshakeResponse(response.getHeaders());
        configurator.modifyHandshake(sessionConfig, handshake, handshakeResponse);
        handshakeResponse.applyTo(response.getHeaders());
        return handler(sessionConfig, servletRequest, uri, request);
    }

    private static void refuse(ServerUpgradeRequest request, Callback callback) {
        HttpServletResponse servletResponse =
                (HttpServletResponse) request.getAttribute(WebSocketConstants.WEBSOCKET_WRAPPED_RESPONSE_ATTRIBUTE);
        assert servletResponse != null : "set with the upgrade";
        try {
            servletResponse.sendError(HttpServletResponse.SC_FORBIDDEN, "Origin check failed");
            callback.succeeded();
        } catch (IOException x) {
            callback.failed(x);
        }
    }

    private void negotiateSubprotocol(
            ServerEndpointConfig.Configurator configurator,
            ServletHandshakeRequest handshake,
            ServerUpgradeResponse response) {
        String subprotocol = configurator.getNegotiatedSubprotocol(
                config.getSubprotocols(), handshake.list(HandshakeRequest.SEC_WEBSOCKET_PROTOCOL));
        response.setAcceptedSubProtocol(subprotocol == null || subprotocol.isEmpty() ? null : subprotocol);
    }

    private void negotiateExtensions(
            ServerEndpointConfig.Configurator configurator,
            ServerUpgradeRequest request,
            ServerUpgradeResponse response) {
        List<Extension> requested = new ArrayList<>();
        request.getExtensions().forEach(each -> requested.add(JakartaWebSocketExtension.of(each)));
        List<Extension> installed = new ArrayList<>(container.getInstalledExtensions());
        installed.addAll(config.getExtensions());
        response.setExtensions(configurator.getNegotiatedExtensions(installed, requested).stream()
                .map(JakartaWebSocketExtension::toConfig)
                .toList());
    }

    private FrameHandler handler(
            ServerEndpointConfig sessionConfig,
            HttpServletRequest servletRequest,
            URI uri,
            ServerUpgradeRequest request) {
        try {
            Object instance = config.getConfigurator().getEndpointInstance(config.getEndpointClass());
            if (instance == null) {
                throw new InstantiationException("The configurator gave no instance of " + endpoint);
            }
            String pathInContext = Request.getPathInContext(request);
            assert pathInContext != null : "it has matched";
            Map<String, String> values = pathParameters == null ? path.values(pathInContext) : pathParameters;
            JakartaWebSocketFrameHandler handler = new JakartaWebSocketFrameHandler(
                    container,
                    endpoint,
                    instance,
                    sessionConfig,
                    new UpgradeRequest(uri, servletRequest.getUserPrincipal(), values, httpSessionId(servletRequest)));
            if (instancesEnd) {
                handler.onEnd(() -> container.getObjectFactory().destroy(instance));
            }
            return handler;
        } catch (InstantiationException x) {
            throw new IllegalStateException(x.getMessage(), x);
        }
    }

    private static @Nullable String httpSessionId(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        return session == null ? null : session.getId();
    }

    @Override
    public void customize(Configuration configuration) {
        container.customize(configuration);
    }

    @Override
    public String toString() {
        return "EndpointNegotiator[" + endpoint + "]";
    }
}
