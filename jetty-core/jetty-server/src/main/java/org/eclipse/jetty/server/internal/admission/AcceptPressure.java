package org.eclipse.jetty.server.internal.admission;

import java.util.concurrent.Executor;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Stops a connector from accepting while too many tasks wait for a virtual thread.
 *
 * <p>It is the last step: before, connections that wait are not read. Guarded by itself.
 */
public final class AcceptPressure extends AbstractLifeCycle implements VirtualThreadPool.PressureListener {
    private final Executor executor;
    private final AcceptHolds holds;
    private @Nullable VirtualThreadPool pool;
    private boolean holding;

    /** @param executor runs the tasks of the connector's connections */
    public AcceptPressure(Executor executor, AcceptHolds holds) {
        this.executor = executor;
        this.holds = holds;
    }

    @Override
    protected void doStart() throws Exception {
        if (VirtualThreads.getVirtualThreadsExecutor(executor) instanceof VirtualThreadPool virtual) {
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
        hold(false);
    }

    @Override
    public synchronized void onPressureChanged(VirtualThreadPool changed) {
        // told by several threads in any order: what counts is how it is now
        hold(changed.isUnderPressure());
    }

    private synchronized void hold(boolean hold) {
        if (hold == holding) {
            return;
        }
        holding = hold;
        if (hold) {
            holds.add();
        } else {
            holds.remove();
        }
    }
}
