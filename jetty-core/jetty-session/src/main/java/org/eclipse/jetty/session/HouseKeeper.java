package org.eclipse.jetty.session;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for expired sessions now and then. Guarded by itself. */
@ManagedObject
public class HouseKeeper extends AbstractLifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(HouseKeeper.class);

    /** The usual time between two looks, in milliseconds. */
    public static final long DEFAULT_PERIOD_MS = TimeUnit.MINUTES.toMillis(10);

    private SessionIdManager sessionIdManager;
    private @Nullable Scheduler scheduler;
    private @Nullable Scheduler ownScheduler;
    private Scheduler.@Nullable Task task;
    private long intervalMs = DEFAULT_PERIOD_MS;

    public synchronized void setSessionIdManager(SessionIdManager manager) {
        sessionIdManager = manager;
    }

    @Override
    protected synchronized void doStart() throws Exception {
        if (sessionIdManager == null) {
            throw new IllegalStateException("no session id manager");
        }
        if (sessionIdManager instanceof DefaultSessionIdManager ids && ids.getServer() != null) {
            scheduler = ids.getServer().getScheduler();
        }
        if (scheduler == null || !scheduler.isRunning()) {
            ownScheduler = new ScheduledExecutorScheduler("session-scheduler", false);
            ownScheduler.start();
            scheduler = ownScheduler;
        }
        schedule();
        super.doStart();
    }

    @Override
    protected synchronized void doStop() throws Exception {
        cancel();
        if (ownScheduler != null) {
            ownScheduler.stop();
            ownScheduler = null;
        }
        scheduler = null;
        super.doStop();
    }

    private void schedule() {
        if (scheduler == null || intervalMs <= 0) {
            return;
        }
        // not all servers of a cluster at the same time
        long jitter = intervalMs / 10;
        long delay = intervalMs + (System.nanoTime() & Long.MAX_VALUE) % (jitter + 1);
        task = scheduler.schedule(this::execute, delay, TimeUnit.MILLISECONDS);
    }

    /** Looks on a thread of the server's pool, as a store may be slow and the timer is needed by all connections. */
    private void execute() {
        if (ownScheduler == null && sessionIdManager instanceof DefaultSessionIdManager ids) {
            try {
                ids.getServer().getThreadPool().execute(this::run);
                return;
            } catch (RejectedExecutionException x) {
                LOG.debug("the pool is too busy", x);
            }
        }
        run();
    }

    private void cancel() {
        if (task != null) {
            task.cancel();
            task = null;
        }
    }

    private void run() {
        try {
            scavenge();
        } finally {
            synchronized (this) {
                if (isRunning()) {
                    // the interval may have changed meanwhile
                    cancel();
                    schedule();
                }
            }
        }
    }

    /** Sets the seconds between two looks; 0 or less for none. */
    public synchronized void setIntervalSec(long seconds) {
        intervalMs = seconds <= 0 ? 0 : TimeUnit.SECONDS.toMillis(seconds);
        if (seconds <= 0) {
            LOG.warn("expired sessions are not looked for");
        }
        if (isStarted()) {
            cancel();
            schedule();
        }
    }

    @ManagedAttribute("The seconds between two looks for expired sessions")
    public synchronized long getIntervalSec() {
        return TimeUnit.MILLISECONDS.toSeconds(intervalMs);
    }

    /** Looks for expired sessions now. */
    public void scavenge() {
        if (isStarting() || isRunning()) {
            try {
                sessionIdManager.scavenge();
            } catch (Exception x) {
                LOG.warn("looking for expired sessions failed", x);
            }
        }
    }

    @Override
    public String toString() {
        return super.toString() + "{interval=" + intervalMs + "ms}";
    }
}
