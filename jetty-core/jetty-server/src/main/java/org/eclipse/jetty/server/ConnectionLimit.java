package org.eclipse.jetty.server;

import java.nio.channels.SelectableChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.server.internal.admission.AcceptGate;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.RefusalCounter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the {@link Connection} objects of a server or of some connectors: at the limit they accept no more until one
 * closes.
 *
 * <p>A network connection may have several of them, one inside of the other, as HTTP in TLS; to limit network connections
 * use {@link NetworkConnectionLimit}. While limited, connections may have a shorter idle timeout. Thread-safe.
 */
@ManagedObject("Limits the connections")
public class ConnectionLimit extends AbstractLifeCycle implements Connection.Listener, SelectorManager.AcceptListener {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimit.class);

    private final AutoLock lock = new AutoLock();
    private final Set<SelectableChannel> accepting = ConcurrentHashMap.newKeySet();
    private final RefusalCounter reached = new RefusalCounter(LOG, "ConnectionLimit");
    private final AcceptGate gate;
    private int connections;
    private volatile int maximum;
    private volatile long idleTimeout;
    private boolean limited;

    public ConnectionLimit(@Name("maxConnections") int maximum, @Name("server") Server server) {
        this.maximum = maximum;
        gate = new AcceptGate(server);
    }

    public ConnectionLimit(@Name("maxConnections") int maximum, @Name("connectors") Connector... connectors) {
        this.maximum = maximum;
        gate = new AcceptGate(null, connectors);
    }

    @ManagedAttribute("The idle timeout of connections while limited, in milliseconds; not positive for no change")
    public long getIdleTimeout() {
        return idleTimeout;
    }

    public void setIdleTimeout(long milliseconds) {
        idleTimeout = milliseconds;
    }

    @ManagedAttribute("The most connections")
    public int getMaxConnections() {
        return maximum;
    }

    public void setMaxConnections(int count) {
        maximum = count;
        changed(0);
    }

    @ManagedAttribute("The connections")
    public int getConnections() {
        try (AutoLock l = lock.lock()) {
            return connections;
        }
    }

    @ManagedAttribute("The connections that are being opened")
    public int getPendingConnections() {
        return accepting.size();
    }

    @ManagedAttribute("How often the limit was reached")
    public long getLimitReachedCount() {
        return reached.getCount();
    }

    @Override
    protected void doStart() throws Exception {
        gate.listen(this);
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        gate.unlisten(this);
        accepting.clear();
        try (AutoLock l = lock.lock()) {
            changed(-connections);
        }
    }

    private void changed(int delta) {
        try (AutoLock l = lock.lock()) {
            connections = Math.max(0, connections + delta);
            boolean full = isRunning() && connections + accepting.size() >= maximum;
            if (full && !limited) {
                limited = true;
                reached.refused("limit of " + maximum + " connections reached, accepting no more");
                limit();
            } else if (!full && limited) {
                limited = false;
                LOG.debug("below the limit of {} connections: accepting again", maximum);
                unlimit();
            }
        }
    }

    /** Makes the connectors accept no more. */
    protected void limit() {
        gate.close(idleTimeout);
    }

    /** Makes the connectors accept again. */
    protected void unlimit() {
        gate.open(idleTimeout);
    }

    @Override
    public void onAccepting(SelectableChannel channel) {
        accepting.add(channel);
        changed(0);
    }

    @Override
    public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
        accepting.remove(channel);
        changed(0);
    }

    @Override
    public void onAccepted(SelectableChannel channel) {
        accepting.remove(channel);
        changed(0);
    }

    @Override
    public void onOpened(Connection connection) {
        changed(1);
    }

    @Override
    public void onClosed(Connection connection) {
        changed(-1);
    }
}
