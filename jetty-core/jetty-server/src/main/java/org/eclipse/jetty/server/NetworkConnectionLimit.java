package org.eclipse.jetty.server;

import java.nio.channels.SelectableChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
 * Limits the network connections of a server or of some connectors: at the limit they accept no more until one closes.
 *
 * <p>While limited, connections may have a shorter idle timeout. Add it as a bean to the server:
 *
 * <pre>
 * server.addBean(new NetworkConnectionLimit(5000, server));
 * </pre>
 *
 * Thread-safe.
 */
@ManagedObject("Limits the network connections")
public class NetworkConnectionLimit extends AbstractLifeCycle implements SelectorManager.AcceptListener {
    private static final Logger LOG = LoggerFactory.getLogger(NetworkConnectionLimit.class);

    private final AutoLock lock = new AutoLock();
    // the value tells whether the channel has a connection already
    private final Map<SelectableChannel, Boolean> channels = new ConcurrentHashMap<>();
    private final RefusalCounter reached = new RefusalCounter(LOG, "NetworkConnectionLimit");
    private final AcceptGate gate;
    private volatile int maximum;
    private volatile long endPointIdleTimeout;
    private boolean limited;

    public NetworkConnectionLimit(@Name("maxNetworkConnectionCount") int maximum, @Name("server") Server server) {
        this.maximum = maximum;
        gate = new AcceptGate(server);
    }

    public NetworkConnectionLimit(
            @Name("maxNetworkConnectionCount") int maximum, @Name("connectors") Connector... connectors) {
        this.maximum = maximum;
        gate = new AcceptGate(null, connectors);
    }

    @ManagedAttribute("The idle timeout of connections while limited, in milliseconds; not positive for no change")
    public long getEndPointIdleTimeout() {
        return endPointIdleTimeout;
    }

    public void setEndPointIdleTimeout(long milliseconds) {
        endPointIdleTimeout = milliseconds;
    }

    @ManagedAttribute("The most connections")
    public int getMaxNetworkConnectionCount() {
        return maximum;
    }

    public void setMaxNetworkConnectionCount(int count) {
        maximum = count;
        check();
    }

    @ManagedAttribute("The connections")
    public int getNetworkConnectionCount() {
        return count(true);
    }

    @ManagedAttribute("The connections that are being opened")
    public int getPendingNetworkConnectionCount() {
        return count(false);
    }

    private int count(boolean accepted) {
        int count = 0;
        for (boolean state : channels.values()) {
            count += state == accepted ? 1 : 0;
        }
        return count;
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
        channels.clear();
        check();
    }

    private void check() {
        try (AutoLock l = lock.lock()) {
            boolean full = isRunning() && channels.size() >= maximum;
            if (full && !limited) {
                limited = true;
                reached.refused("limit of " + maximum + " network connections reached, accepting no more");
                limit();
            } else if (!full && limited) {
                limited = false;
                LOG.debug("below the limit of {} network connections: accepting again", maximum);
                unlimit();
            }
        }
    }

    /** Makes the connectors accept no more. */
    protected void limit() {
        gate.close(endPointIdleTimeout);
    }

    /** Makes the connectors accept again. */
    protected void unlimit() {
        gate.open(endPointIdleTimeout);
    }

    @Override
    public void onAccepting(SelectableChannel channel) {
        channels.put(channel, Boolean.FALSE);
        check();
    }

    @Override
    public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
        channels.remove(channel);
        check();
    }

    @Override
    public void onAccepted(SelectableChannel channel) {
        // one that was closed meanwhile is not there any more
        channels.replace(channel, Boolean.TRUE);
    }

    @Override
    public void onClosed(SelectableChannel channel) {
        channels.remove(channel);
        check();
    }
}
