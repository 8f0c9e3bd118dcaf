package org.eclipse.jetty.ee10.websocket.jakarta.common;

import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Extension;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.RemoteEndpoint;
import jakarta.websocket.Session;
import java.net.URI;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.CoderInstances;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.TypeArguments;
import org.eclipse.jetty.ee10.websocket.jakarta.common.messages.Receiver;
import org.eclipse.jetty.ee10.websocket.jakarta.common.messages.Receivers;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.jspecify.annotations.Nullable;

/** A conversation of an endpoint with its peer (WebSocket section 2.1.4). Thread-safe. */
public class JakartaWebSocketSession implements Session {
    private final JakartaWebSocketContainer container;
    private final CoreSession core;
    private final ConfiguredEndpoint endpoint;
    private final UpgradeRequest request;
    private final Map<String, Object> userProperties;
    private final CoderInstances coders;
    private final Receivers receivers;
    private final String id = UUID.randomUUID().toString();
    private final JakartaWebSocketBasicRemote basic;
    private volatile @Nullable JakartaWebSocketAsyncRemote async;
    private volatile boolean batching;

    JakartaWebSocketSession(
            JakartaWebSocketContainer container,
            CoreSession core,
            ConfiguredEndpoint endpoint,
            EndpointConfig config,
            UpgradeRequest request,
            Consumer<Throwable> onFailure) {
        this.container = container;
        this.core = core;
        this.endpoint = endpoint;
        this.request = request;
        userProperties = config.getUserProperties();
        coders = new CoderInstances(config);
        receivers = new Receivers(core, endpoint.getDecoders(), coders, container, onFailure);
        basic = new JakartaWebSocketBasicRemote(this, core);
    }

    /** Returns the session of the core beneath. */
    public CoreSession getCoreSession() {
        return core;
    }

    /** Returns what is known of the request that began the session. */
    public UpgradeRequest getUpgradeRequest() {
        return request;
    }

    ConfiguredEndpoint getEndpoint() {
        return endpoint;
    }

    CoderInstances getCoders() {
        return coders;
    }

    Receivers getReceivers() {
        return receivers;
    }

    boolean isBatching() {
        return batching;
    }

    void setBatching(boolean batching) {
        this.batching = batching;
    }

    @Override
    public JakartaWebSocketContainer getContainer() {
        return container;
    }

    // message handlers

    @Override
    public void addMessageHandler(MessageHandler handler) {
        boolean partial = handler instanceof MessageHandler.Partial<?>;
        if (!partial && !(handler instanceof MessageHandler.Whole<?>)) {
            throw new IllegalArgumentException("Neither a whole nor a partial message handler: " + handler);
        }
        Class<?> type = TypeArguments.of(
                handler.getClass(), partial ? MessageHandler.Partial.class : MessageHandler.Whole.class);
        if (type == null) {
            throw new IllegalArgumentException("The type of messages is not to be seen in "
                    + handler.getClass().getName() + "; add it with its type");
        }
        add(type, handler, partial);
    }

    @Override
    public <T> void addMessageHandler(Class<T> type, MessageHandler.Whole<T> handler) {
        add(type, handler, false);
    }

    @Override
    public <T> void addMessageHandler(Class<T> type, MessageHandler.Partial<T> handler) {
        add(type, handler, true);
    }

    @SuppressWarnings("unchecked") // the decoders make messages of the type
    private void add(Class<?> type, MessageHandler handler, boolean partial) {
        Objects.requireNonNull(type, "no type of messages");
        Objects.requireNonNull(handler, "no message handler");
        Receiver.Delivery delivery = partial
                ? ((MessageHandler.Partial<Object>) handler)::onMessage
                : (message, last) -> ((MessageHandler.Whole<Object>) handler).onMessage(message);
        receivers.add(new Receiver(handler, type, partial, -1, delivery));
    }

    @Override
    public Set<MessageHandler> getMessageHandlers() {
        return receivers.owners(MessageHandler.class);
    }

    @Override
    public void removeMessageHandler(MessageHandler handler) {
        receivers.remove(handler);
    }

    // the connection

    @Override
    public String getProtocolVersion() {
        return core.getProtocolVersion();
    }

    @Override
    public String getNegotiatedSubprotocol() {
        String negotiated = core.getNegotiatedSubProtocol();
        return negotiated == null ? "" : negotiated;
    }

    @Override
    public List<Extension> getNegotiatedExtensions() {
        return core.getNegotiatedExtensions().stream()
                .<Extension>map(JakartaWebSocketExtension::of)
                .toList();
    }

    @Override
    public boolean isSecure() {
        return core.isSecure();
    }

    @Override
    public boolean isOpen() {
        return core.isOutputOpen();
    }

    @Override
    public long getMaxIdleTimeout() {
        return core.getIdleTimeout().toMillis();
    }

    @Override
    public void setMaxIdleTimeout(long milliseconds) {
        core.setIdleTimeout(Duration.ofMillis(milliseconds));
    }

    @Override
    public int getMaxBinaryMessageBufferSize() {
        return (int) Math.min(Integer.MAX_VALUE, core.getMaxBinaryMessageSize());
    }

    @Override
    public void setMaxBinaryMessageBufferSize(int bytes) {
        core.setMaxBinaryMessageSize(bytes);
    }

    @Override
    public int getMaxTextMessageBufferSize() {
        return (int) Math.min(Integer.MAX_VALUE, core.getMaxTextMessageSize());
    }

    @Override
    public void setMaxTextMessageBufferSize(int bytes) {
        core.setMaxTextMessageSize(bytes);
    }

    @Override
    public RemoteEndpoint.Async getAsyncRemote() {
        JakartaWebSocketAsyncRemote remote = async;
        if (remote == null) {
            synchronized (this) {
                remote = async;
                if (remote == null) {
                    remote = new JakartaWebSocketAsyncRemote(this, core);
                    async = remote;
                }
            }
        }
        return remote;
    }

    @Override
    public RemoteEndpoint.Basic getBasicRemote() {
        return basic;
    }

    @Override
    public String getId() {
        return id;
    }

    @Override
    public void close() {
        close(new CloseReason(CloseCodes.NORMAL_CLOSURE, null));
    }

    /** Begins to close; a session that is closed already stays as it is. */
    @Override
    public void close(CloseReason reason) {
        int code = reason.getCloseCode().getCode();
        if (code == CloseStatus.NO_CODE) {
            core.close(Callback.NOOP);
        } else if (CloseStatus.isTransmittableStatusCode(code)) {
            core.close(code, reason.getReasonPhrase(), Callback.NOOP);
        } else {
            throw new IllegalArgumentException("Close code " + code + " (expected: one that may be sent)");
        }
    }

    // the request

    @Override
    public URI getRequestURI() {
        return request.uri();
    }

    @Override
    public Map<String, List<String>> getRequestParameterMap() {
        return core.getParameterMap();
    }

    @Override
    public String getQueryString() {
        return request.uri().getRawQuery();
    }

    @Override
    public Map<String, String> getPathParameters() {
        return request.pathParameters();
    }

    @Override
    public Map<String, Object> getUserProperties() {
        return userProperties;
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
        return request.principal();
    }

    @Override
    public Set<Session> getOpenSessions() {
        return container.getOpenSessions();
    }

    @Override
    public String toString() {
        return "JakartaWebSocketSession[" + id + "," + endpoint + "," + core + "]";
    }
}
