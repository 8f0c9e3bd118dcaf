package org.eclipse.jetty.server;

import java.nio.channels.SelectableChannel;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.server.internal.admission.AcceptGate;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.RefusalCounter;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits how many connections are accepted per period: beyond that, none is accepted until the rate has fallen.
 *
 * <p>The rate is counted by a bucket that leaks evenly: it holds as many connections as the limit, and loses that many in a
 * period. Thread-safe.
 */
@ManagedObject("Limits the rate of accepted connections")
public class AcceptRateLimit extends AbstractLifeCycle implements SelectorManager.AcceptListener, Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(AcceptRateLimit.class);

    private final AutoLock lock = new AutoLock();
    private final RefusalCounter reached = new RefusalCounter(LOG, "AcceptRateLimit");
    private final AcceptGate gate;
    private final int limit;
    private final long period;
    private final TimeUnit units;
    private double level;
    private long levelTime = System.nanoTime();
    private double maxLevel;
    private boolean limited;
    private Scheduler.@Nullable Task task;

    public AcceptRateLimit(
            @Name("acceptRateLimit") int limit,
            @Name("period") long period,
            @Name("units") TimeUnit units,
            @Name("server") Server server) {
        this(limit, period, units, new AcceptGate(server));
    }

    public AcceptRateLimit(
            @Name("limit") int limit,
            @Name("period") long period,
            @Name("units") TimeUnit units,
            @Name("connectors") Connector... connectors) {
        this(limit, period, units, new AcceptGate(null, connectors));
    }

    private AcceptRateLimit(int limit, long period, TimeUnit units, AcceptGate gate) {
        if (limit <= 0 || period <= 0) {
            throw new IllegalArgumentException(
                    "accept rate limit " + limit + " in " + period + " " + units + " (expected: positive numbers)");
        }
        this.limit = limit;
        this.period = period;
        this.units = units;
        this.gate = gate;
    }

    @ManagedAttribute("The most connections per period")
    public int getAcceptRateLimit() {
        return limit;
    }

    @ManagedAttribute("The period")
    public long getPeriod() {
        return period;
    }

    @ManagedAttribute("The unit of the period")
    public TimeUnit getUnits() {
        return units;
    }

    @ManagedAttribute("The present rate per period")
    public int getRate() {
        try (AutoLock l = lock.lock()) {
            leak();
            return (int) Math.round(level);
        }
    }

    @ManagedAttribute("The greatest rate per period since the last reset")
    public long getMaxRate() {
        try (AutoLock l = lock.lock()) {
            return Math.round(maxLevel);
        }
    }

    @ManagedAttribute("How often the limit was reached")
    public long getLimitReachedCount() {
        return reached.getCount();
    }

    @ManagedOperation(value = "Starts to count again, and accepts again", impact = "ACTION")
    public void reset() {
        try (AutoLock l = lock.lock()) {
            level = 0;
            maxLevel = 0;
            levelTime = System.nanoTime();
            open();
        }
    }

    /** Lets a time pass. */
    protected void age(long duration, TimeUnit unit) {
        try (AutoLock l = lock.lock()) {
            levelTime -= unit.toNanos(duration);
        }
    }

    private void leak() {
        long now = System.nanoTime();
        level = Math.max(0, level - (double) limit * (now - levelTime) / units.toNanos(period));
        levelTime = now;
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
        reset();
    }

    /** Makes the connectors accept no more. */
    protected void limit() {
        gate.setOpen(false);
    }

    /** Makes the connectors accept again. */
    protected void unlimit() {
        gate.setOpen(true);
    }

    private void open() {
        if (task != null) {
            task.cancel();
            task = null;
        }
        if (limited) {
            limited = false;
            unlimit();
        }
    }

    @Override
    public void onAccepting(SelectableChannel channel) {
        try (AutoLock l = lock.lock()) {
            leak();
            level++;
            maxLevel = Math.max(maxLevel, level);
            if (level > limit && !limited) {
                limited = true;
                reached.refused("more than " + limit + " connections in " + period + " " + units
                        + ", accepting no more for now");
                limit();
                schedule();
            }
        }
    }

    /** Looks again when the level should be half of the limit. */
    private void schedule() {
        for (Connector connector : gate.getConnectors()) {
            double excess = Math.max(1, level - limit / 2.0);
            task = connector
                    .getScheduler()
                    .schedule(this, (long) (excess * units.toNanos(period) / limit), TimeUnit.NANOSECONDS);
            return;
        }
    }

    @Override
    public void run() {
        try (AutoLock l = lock.lock()) {
            task = null;
            if (!limited) {
                return;
            }
            leak();
            if (level > limit / 2.0 + 1) {
                schedule();
            } else {
                LOG.info("accepting again");
                open();
            }
        }
    }
}
