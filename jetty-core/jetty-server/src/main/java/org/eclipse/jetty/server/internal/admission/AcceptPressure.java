package org.eclipse.jetty.server.internal.admission;

import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/**
 * Stops a connector from accepting while too many tasks wait for a virtual thread.
 *
 * <p>It is the last step: before, connections that wait are not read. Guarded by lock.
 */
public final class AcceptPressure extends AbstractLifeCycle implements VirtualThreadPool.PressureListener {
    private final AbstractConnector connector;
    private final AcceptGate gate;
    private VirtualThreadPool pool;

    public AcceptPressure(AbstractConnector connector) {
        this.connector = connector;
        gate = new AcceptGate(null, connector);
    }

    @Override
    protected void doStart() throws Exception {
        if (VirtualThreads.getVirtualThreadsExecutor(connector.getExecutor()) instanceof VirtualThreadPool virtual) {
            pool = virtual;
            pool.addEventListener(this);
        }
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        if (pool != null) {
            pool.removeEventListener(this);
            pool = null;
        }
        gate.setOpen(true);
    }

    @Override
    public synchronized void onPressureChanged(VirtualThreadPool changed) {
        // told by several threads in any order: what counts is how it is now
        gate.setOpen(!changed.isUnderPressure());
    }
}
