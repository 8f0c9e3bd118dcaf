package org.eclipse.jetty.websocket.core.server.internal;

import java.util.ArrayList;
import java.util.EventListener;
import java.util.List;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.websocket.core.Behavior;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.ExtensionConfig;
import org.eclipse.jetty.websocket.core.ExtensionStack;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.Negotiated;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.WebSocketConnection;
import org.eclipse.jetty.websocket.core.WebSocketConstants;
import org.eclipse.jetty.websocket.core.WebSocketCoreSession;
import org.eclipse.jetty.websocket.core.exception.WebSocketException;
import org.eclipse.jetty.websocket.core.server.Handshaker;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;
import org.jspecify.annotations.Nullable;

/** What the handshakes over HTTP/1.1 and HTTP/2 have in common (RFC 6455, section 4.2). Thread-safe. */
abstract class AbstractHandshaker implements Handshaker {
    @Override
    public boolean upgradeRequest(
            WebSocketNegotiator negotiator,
            Request request,
            Response response,
            Callback callback,
            WebSocketComponents components,
            Configuration.@Nullable Customizer defaultCustomizer) {
        if (!isWebSocketUpgradeRequest(request)) {
            return false;
        }
        UpgradeRequest upgradeRequest;
        try {
            if (!WebSocketConstants.SPEC_VERSION_STRING.equals(
                    request.getHeaders().get(HttpHeader.SEC_WEBSOCKET_VERSION))) {
                refuseVersion(request, response, callback);
                return true;
            }
            check(request);
            upgradeRequest = new UpgradeRequest(request, components);
        } catch (WebSocketException x) {
            Response.writeError(request, response, callback, HttpStatus.BAD_REQUEST_400, x.getMessage());
            return true;
        } catch (BadMessageException x) {
            Response.writeError(request, response, callback, x.getCode(), x.getReason());
            return true;
        }
        UpgradeResponse upgradeResponse = new UpgradeResponse(upgradeRequest, response);
        FrameHandler handler = negotiator.negotiate(upgradeRequest, upgradeResponse, callback);
        if (handler != null) {
            upgrade(handler, negotiator, upgradeRequest, upgradeResponse, callback, defaultCustomizer);
        }
        return true;
    }

    /** Section 4.4: names the version that is spoken here. */
    private static void refuseVersion(Request request, Response response, Callback callback) {
        boolean missing = !request.getHeaders().contains(HttpHeader.SEC_WEBSOCKET_VERSION);
        int status = missing ? HttpStatus.BAD_REQUEST_400 : HttpStatus.UPGRADE_REQUIRED_426;
        // the fields of an error are its page's to reset, so that this one is set after that, by the status alone
        request.consumeAvailable();
        response.getHeaders().put(HttpHeader.SEC_WEBSOCKET_VERSION, WebSocketConstants.SPEC_VERSION_STRING);
        if (!missing && request.getConnectionMetaData().getHttpVersion().getVersion() < 20) {
            response.getHeaders().put(HttpHeader.UPGRADE, "websocket");
            response.getHeaders().put(HttpHeader.CONNECTION, "upgrade, close");
        }
        response.setStatus(status);
        response.write(true, null, callback);
    }

    private void upgrade(
            FrameHandler handler,
            WebSocketNegotiator negotiator,
            UpgradeRequest request,
            UpgradeResponse response,
            Callback callback,
            Configuration.@Nullable Customizer defaultCustomizer) {
        String subProtocol = response.getAcceptedSubProtocol();
        if (subProtocol != null && !request.hasSubProtocol(subProtocol)) {
            throw new WebSocketException("subprotocol " + subProtocol + " was not offered by the client, which offers "
                    + request.getSubProtocols());
        }
        WebSocketComponents components = request.getWebSocketComponents();
        ExtensionStack extensions = new ExtensionStack(components, Behavior.SERVER);
        extensions.negotiate(request.getExtensions(), offered(request, response));
        Negotiated negotiated = new Negotiated(
                request.getHttpURI().toURI(),
                subProtocol,
                request.isSecure(),
                extensions.hasNegotiatedExtensions() ? extensions : null,
                WebSocketConstants.SPEC_VERSION_STRING);
        WebSocketCoreSession session = new ContextSession(handler, negotiated, components, request.getContext());
        if (defaultCustomizer != null) {
            defaultCustomizer.customize(session);
        }
        negotiator.customize(session);
        WebSocketConnection connection = newConnection(request, session);
        session.setWebSocketConnection(connection);
        String value = ExtensionConfig.toHeaderValue(extensions.getNegotiatedExtensions());
        if (value != null) {
            response.getHeaders().put(HttpHeader.SEC_WEBSOCKET_EXTENSIONS, value);
        } else {
            response.getHeaders().remove(HttpHeader.SEC_WEBSOCKET_EXTENSIONS);
        }
        request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, connection);
        prepare(request, response);
        response.write(true, null, callback);
    }

    /** Those that the endpoint wants and the client offered. */
    private static List<ExtensionConfig> offered(UpgradeRequest request, UpgradeResponse response) {
        List<ExtensionConfig> wanted = new ArrayList<>();
        for (ExtensionConfig config : response.getExtensions()) {
            if (!config.isInternalExtension()
                    && request.getExtensions().stream()
                            .noneMatch(offer -> offer.getName().equals(config.getName()))) {
                throw new WebSocketException("extension " + config + " was not offered by the client");
            }
            wanted.add(config);
        }
        return wanted;
    }

    private WebSocketConnection newConnection(Request request, WebSocketCoreSession session) {
        ConnectionMetaData metaData = request.getConnectionMetaData();
        WebSocketConnection connection = new WebSocketConnection(
                getEndPoint(request),
                request.getComponents().getExecutor(),
                metaData.getConnector().getScheduler(),
                metaData.getConnector().getByteBufferPool(),
                session);
        HttpConfiguration configuration = metaData.getHttpConfiguration();
        connection.setUseInputDirectByteBuffers(configuration.isUseInputDirectByteBuffers());
        connection.setUseOutputDirectByteBuffers(configuration.isUseOutputDirectByteBuffers());
        if (metaData.getHttpVersion() == HttpVersion.HTTP_1_1) {
            // over HTTP/2 the stream is looked at itself
            connection.setMinWriteDataRate(configuration.getMinResponseDataRate());
        }
        if (metaData.getConnector() instanceof ContainerLifeCycle container) {
            for (EventListener listener : container.getBeans(Connection.Listener.class)) {
                connection.addEventListener(listener);
            }
        }
        return connection;
    }

    /**
     * Checks the fields.
     *
     * @throws BadMessageException with what to answer
     */
    protected abstract void check(Request request);

    protected abstract EndPoint getEndPoint(Request request);

    /** Sets status and fields of the response. */
    protected abstract void prepare(UpgradeRequest request, UpgradeResponse response);

    /** A session whose handler is called in the scope of a context. */
    private static final class ContextSession extends WebSocketCoreSession {
        private final Context context;

        private ContextSession(
                FrameHandler handler, Negotiated negotiated, WebSocketComponents components, Context context) {
            super(handler, Behavior.SERVER, negotiated, components);
            this.context = context;
        }

        @Override
        protected void handle(Runnable runnable) {
            context.run(runnable);
        }
    }
}
