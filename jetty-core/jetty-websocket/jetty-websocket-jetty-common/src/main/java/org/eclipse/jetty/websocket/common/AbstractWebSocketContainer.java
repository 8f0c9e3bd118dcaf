package org.eclipse.jetty.websocket.common;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.websocket.api.Configurable;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.WebSocketContainer;
import org.eclipse.jetty.websocket.api.WebSocketSessionListener;
import org.eclipse.jetty.websocket.core.Configuration.ConfigurationCustomizer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What containers of either side of a connection have in common: the sessions that are open, who is notified of them, and what
 * they begin with. Thread-safe.
 */
public abstract class AbstractWebSocketContainer extends ContainerLifeCycle
        implements WebSocketContainer, Configurable {
    private static final Logger LOG = LoggerFactory.getLogger(AbstractWebSocketContainer.class);

    /** What sessions begin with. */
    protected final ConfigurationCustomizer customizer = new ConfigurationCustomizer();

    /** The open sessions; a bean of the container, which closes them when it stops. */
    protected final SessionTracker sessions = new SessionTracker();

    private final List<WebSocketSessionListener> listeners = new CopyOnWriteArrayList<>();

    protected AbstractWebSocketContainer() {
        listeners.add(sessions);
    }

    @Override
    public Collection<Session> getOpenSessions() {
        return sessions.getSessions();
    }

    @Override
    public void addSessionListener(WebSocketSessionListener listener) {
        listeners.add(listener);
    }

    @Override
    public boolean removeSessionListener(WebSocketSessionListener listener) {
        return listeners.remove(listener);
    }

    @Override
    public void notifySessionListeners(Consumer<WebSocketSessionListener> consumer) {
        for (WebSocketSessionListener listener : listeners) {
            try {
                consumer.accept(listener);
            } catch (Throwable x) {
                LOG.info("session listener {} failed", listener, x);
            }
        }
    }

    @Override
    @ManagedAttribute("The idle timeout of sessions")
    public Duration getIdleTimeout() {
        return customizer.getIdleTimeout();
    }

    @Override
    public void setIdleTimeout(Duration value) {
        customizer.setIdleTimeout(value);
    }

    /** The time without a byte after which a Ping is sent; zero for none. Sessions whose other side is gone end by that. */
    @ManagedAttribute("The time without a byte after which a Ping is sent")
    public Duration getPingInterval() {
        return customizer.getPingInterval();
    }

    public void setPingInterval(Duration interval) {
        customizer.setPingInterval(interval);
    }

    /** The bytes that may wait to be written for a slow receiver; with more its session fails by 1008. */
    @ManagedAttribute("The bytes that may wait to be written")
    public long getMaxOutgoingBytes() {
        return customizer.getMaxOutgoingBytes();
    }

    public void setMaxOutgoingBytes(long bytes) {
        customizer.setMaxOutgoingBytes(bytes);
    }

    @Override
    @ManagedAttribute("The bytes to be read at once")
    public int getInputBufferSize() {
        return customizer.getInputBufferSize();
    }

    @Override
    public void setInputBufferSize(int value) {
        customizer.setInputBufferSize(value);
    }

    @Override
    @ManagedAttribute("The bytes in which small frames are gathered")
    public int getOutputBufferSize() {
        return customizer.getOutputBufferSize();
    }

    @Override
    public void setOutputBufferSize(int value) {
        customizer.setOutputBufferSize(value);
    }

    @Override
    @ManagedAttribute("The bytes of the largest binary message")
    public long getMaxBinaryMessageSize() {
        return customizer.getMaxBinaryMessageSize();
    }

    @Override
    public void setMaxBinaryMessageSize(long value) {
        customizer.setMaxBinaryMessageSize(value);
    }

    @Override
    @ManagedAttribute("The bytes of the largest text message")
    public long getMaxTextMessageSize() {
        return customizer.getMaxTextMessageSize();
    }

    @Override
    public void setMaxTextMessageSize(long value) {
        customizer.setMaxTextMessageSize(value);
    }

    @Override
    @ManagedAttribute("The bytes of the largest frame")
    public long getMaxFrameSize() {
        return customizer.getMaxFrameSize();
    }

    @Override
    public void setMaxFrameSize(long value) {
        customizer.setMaxFrameSize(value);
    }

    @Override
    public boolean isAutoFragment() {
        return customizer.isAutoFragment();
    }

    @Override
    public void setAutoFragment(boolean value) {
        customizer.setAutoFragment(value);
    }

    @Override
    @ManagedAttribute("The frames that may wait to be written")
    public int getMaxOutgoingFrames() {
        return customizer.getMaxOutgoingFrames();
    }

    @Override
    public void setMaxOutgoingFrames(int value) {
        customizer.setMaxOutgoingFrames(value);
    }
}
