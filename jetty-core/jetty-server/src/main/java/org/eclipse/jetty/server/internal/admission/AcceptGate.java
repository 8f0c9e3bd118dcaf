package org.eclipse.jetty.server.internal.admission;

import java.util.Collection;
import java.util.EventListener;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.Container;
import org.jspecify.annotations.Nullable;

/**
 * Lets the connectors of a server, or some of them, accept connections or not.
 *
 * <p>A connector accepts again when all gates that closed it are open.
 *
 * <p>A connection that arrives at the moment when the gate closes may still be accepted: the acceptor waits for it already.
 * Later ones stay in the queue of the operating system until the gate opens. Thread-safe.
 */
public final class AcceptGate {
    private final @Nullable Server server;
    private final List<Connector> connectors;
    // those that this gate has closed; guarded by this
    private final Set<AcceptHolds> closed = new HashSet<>();

    /**
     * @param server whose connectors are meant if none are named
     * @param connectors which are meant
     */
    public AcceptGate(@Nullable Server server, Connector... connectors) {
        this.server = server;
        this.connectors = List.of(connectors);
    }

    public List<Connector> getConnectors() {
        return connectors.isEmpty() && server != null ? List.of(server.getConnectors()) : connectors;
    }

    /** Adds a listener to the selectors of the connectors, and, as a bean, to the connectors. */
    public void listen(EventListener listener) {
        for (Connector connector : getConnectors()) {
            for (SelectorManager manager : managers(connector)) {
                manager.addEventListener(listener);
            }
            connector.addBean(listener, false);
        }
    }

    public void unlisten(EventListener listener) {
        for (Connector connector : getConnectors()) {
            for (SelectorManager manager : managers(connector)) {
                manager.removeEventListener(listener);
            }
            connector.removeBean(listener);
        }
    }

    private static Collection<SelectorManager> managers(Container connector) {
        return connector.getBeans(SelectorManager.class);
    }

    public synchronized void setOpen(boolean open) {
        for (Connector connector : getConnectors()) {
            AcceptHolds holds = connector.getBean(AcceptHolds.class);
            if (holds == null) {
                continue;
            }
            if (open && closed.remove(holds)) {
                holds.remove();
            } else if (!open && closed.add(holds)) {
                holds.add();
            }
        }
    }

    /** Closes the gate; while it is closed, connections have an idle timeout, if it is positive. */
    public void close(long idleTimeout) {
        setOpen(false);
        if (idleTimeout > 0) {
            setIdleTimeout(idleTimeout);
        }
    }

    /** Opens the gate, and ends the idle timeout, if it is positive. */
    public void open(long idleTimeout) {
        setOpen(true);
        if (idleTimeout > 0) {
            setIdleTimeout(-1);
        }
    }

    /** Sets the idle timeout of all connections in milliseconds; negative for that of their connectors. */
    public void setIdleTimeout(long timeout) {
        for (Connector connector : getConnectors()) {
            long milliseconds = timeout < 0 ? connector.getIdleTimeout() : timeout;
            for (EndPoint endPoint : connector.getConnectedEndPoints()) {
                endPoint.setIdleTimeout(milliseconds);
            }
        }
    }
}
