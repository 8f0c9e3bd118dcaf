package org.eclipse.jetty.ee10.websocket.jakarta.common;

import jakarta.websocket.Extension;
import jakarta.websocket.Session;
import jakarta.websocket.WebSocketContainer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.eclipse.jetty.util.DecoratedObjectFactory;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What containers of server and client endpoints share: defaults of sessions, extensions, open sessions. Thread-safe. */
@ManagedObject("Endpoints of the standard WebSocket API")
public abstract class JakartaWebSocketContainer extends ContainerLifeCycle implements WebSocketContainer, Scope {
    private static final Logger LOG = LoggerFactory.getLogger(JakartaWebSocketContainer.class);

    protected final WebSocketComponents components;
    protected final Configuration.ConfigurationCustomizer defaultCustomizer =
            new Configuration.ConfigurationCustomizer();
    protected final SessionTracker sessionTracker = new SessionTracker();
    private final List<JakartaWebSocketSessionListener> listeners = new CopyOnWriteArrayList<>();
    private volatile long defaultAsyncSendTimeout = -1;

    protected JakartaWebSocketContainer(WebSocketComponents components) {
        this.components = components;
        addBean(sessionTracker);
        addSessionListener(sessionTracker);
    }

    /** Returns the executor of this container. */
    public abstract Executor getExecutor();

    public WebSocketComponents getWebSocketComponents() {
        return components;
    }

    /** Returns what makes endpoints of a class, and injects into them in an application that does. */
    public DecoratedObjectFactory getObjectFactory() {
        return components.getObjectFactory();
    }

    // defaults of sessions

    @Override
    @ManagedAttribute("milliseconds in which an asynchronous message must be sent; 0 or less for any")
    public long getDefaultAsyncSendTimeout() {
        return defaultAsyncSendTimeout;
    }

    @Override
    public void setAsyncSendTimeout(long milliseconds) {
        defaultAsyncSendTimeout = milliseconds;
    }

    @Override
    @ManagedAttribute("bytes of the largest binary message that is gathered in memory")
    public int getDefaultMaxBinaryMessageBufferSize() {
        return (int) Math.min(Integer.MAX_VALUE, defaultCustomizer.getMaxBinaryMessageSize());
    }

    @Override
    public void setDefaultMaxBinaryMessageBufferSize(int bytes) {
        defaultCustomizer.setMaxBinaryMessageSize(bytes);
    }

    @Override
    @ManagedAttribute("bytes of the largest text message that is gathered in memory")
    public int getDefaultMaxTextMessageBufferSize() {
        return (int) Math.min(Integer.MAX_VALUE, defaultCustomizer.getMaxTextMessageSize());
    }

    @Override
    public void setDefaultMaxTextMessageBufferSize(int bytes) {
        defaultCustomizer.setMaxTextMessageSize(bytes);
    }

    @Override
    @ManagedAttribute("milliseconds without traffic after which a session is closed; 0 or less for never")
    public long getDefaultMaxSessionIdleTimeout() {
        return defaultCustomizer.getIdleTimeout().toMillis();
    }

    @Override
    public void setDefaultMaxSessionIdleTimeout(long milliseconds) {
        defaultCustomizer.setIdleTimeout(Duration.ofMillis(milliseconds));
    }

    /** The time without a byte after which a Ping is sent; zero for none. Sessions whose other side is gone end by that. */
    @ManagedAttribute("the time without a byte after which a Ping is sent")
    public Duration getPingInterval() {
        return defaultCustomizer.getPingInterval();
    }

    public void setPingInterval(Duration interval) {
        defaultCustomizer.setPingInterval(interval);
    }

    /** The bytes that may wait to be written for a slow receiver; with more its session fails by 1008. */
    @ManagedAttribute("the bytes that may wait to be written for a slow receiver")
    public long getMaxOutgoingBytes() {
        return defaultCustomizer.getMaxOutgoingBytes();
    }

    public void setMaxOutgoingBytes(long bytes) {
        defaultCustomizer.setMaxOutgoingBytes(bytes);
    }

    @Override
    public Set<Extension> getInstalledExtensions() {
        return components.getExtensionRegistry().getAvailableExtensionNames().stream()
                .map(JakartaWebSocketExtension::new)
                .collect(Collectors.toUnmodifiableSet());
    }

    // sessions

    /** Returns the sessions that are open now. */
    public Set<Session> getOpenSessions() {
        return sessionTracker.getSessions();
    }

    @ManagedAttribute("the number of open sessions")
    public int getOpenSessionCount() {
        return sessionTracker.getSessions().size();
    }

    public void addSessionListener(JakartaWebSocketSessionListener listener) {
        listeners.add(listener);
    }

    public boolean removeSessionListener(JakartaWebSocketSessionListener listener) {
        return listeners.remove(listener);
    }

    /** Tells all listeners; what one throws is logged. */
    public void notifySessionListeners(Consumer<JakartaWebSocketSessionListener> event) {
        for (JakartaWebSocketSessionListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (RuntimeException x) {
                LOG.info("{} failed", listener, x);
            }
        }
    }
}
