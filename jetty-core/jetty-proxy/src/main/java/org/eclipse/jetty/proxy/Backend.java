package org.eclipse.jetty.proxy;

import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;

/**
 * A server that a {@link BalancerHandler} sends requests to.
 *
 * <pre>
 * health checks fail --&gt; DOWN     they succeed again --&gt; UP, with a slow start
 * requests fail      --&gt; EJECTED  for a time, then UP, with a slow start
 * drain              --&gt; DRAINING resume --&gt; UP
 * </pre>
 *
 * <p>The three are independent of each other; {@link BackendState} has their order. Thread-safe.
 */
@ManagedObject("A back end of a balancer")
public final class Backend {
    private final String name;
    private final URI uri;
    private final LongSupplier clock;
    private final long slowStart;
    private final AtomicInteger active = new AtomicInteger();
    private final LongAdder requests = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final Ejection ejection;
    private volatile BackendSettings settings;
    private volatile boolean drained;
    private volatile boolean down;
    private volatile boolean slow;
    private volatile long slowSince;

    /**
     * @param clock the time, as System.nanoTime()
     * @param slowStart the nanoseconds in which its share grows to the whole after it was out of use; 0 for none
     */
    Backend(BackendSettings settings, LongSupplier clock, long slowStart) {
        this.settings = settings;
        this.clock = clock;
        this.slowStart = slowStart;
        name = settings.name();
        uri = settings.uri();
        ejection = new Ejection();
    }

    /** Returns its name, which is unique in its balancer. */
    @ManagedAttribute("The name")
    public String getName() {
        return name;
    }

    /** Returns scheme, host and port. */
    @ManagedAttribute("Scheme, host and port")
    public URI getURI() {
        return uri;
    }

    @ManagedAttribute("Its share of the requests, relative to the others")
    public int getWeight() {
        return settings.weight();
    }

    @ManagedAttribute("The most requests that it has at once; 0 for no limit")
    public int getMaxRequests() {
        return settings.maxRequests();
    }

    @ManagedAttribute("The suffix of the ids of its sessions")
    public String getRoute() {
        return settings.route();
    }

    @ManagedAttribute("Which requests it gets")
    public BackendState getState() {
        if (down) {
            return BackendState.DOWN;
        }
        if (ejection.isEjected(clock.getAsLong())) {
            return BackendState.EJECTED;
        }
        return isDrained() ? BackendState.DRAINING : BackendState.UP;
    }

    /** Whether an operator has taken it out of use, whatever its state is. */
    boolean isDrained() {
        return drained || settings.drain();
    }

    @ManagedAttribute("The requests that it has now; one that became a tunnel is not counted any longer")
    public int getActiveRequests() {
        return active.get();
    }

    @ManagedAttribute("The requests that it was sent")
    public long getTotalRequests() {
        return requests.sum();
    }

    @ManagedAttribute("The requests that failed")
    public long getTotalFailures() {
        return failures.sum();
    }

    @ManagedAttribute("How often it was ejected")
    public int getTotalEjections() {
        return ejection.getTotal();
    }

    /** Sends it only the requests of clients that stick to it, until {@link #resume}. */
    @ManagedOperation(value = "Sends it only the requests of clients that stick to it", impact = "ACTION")
    public void drain() {
        drained = true;
    }

    /** Ends {@link #drain}; a {@code drain} of the file of back ends is not changed. */
    @ManagedOperation(value = "Sends it all requests again, unless the file of back ends drains it", impact = "ACTION")
    public void resume() {
        drained = false;
    }

    // ---- settings

    BackendSettings getSettings() {
        return settings;
    }

    /** Takes settings of the same name and URI. */
    void update(BackendSettings newSettings) {
        settings = newSettings;
    }

    // ---- health

    Ejection getEjection() {
        return ejection;
    }

    boolean isDown() {
        return down;
    }

    void setDown(boolean isDown) {
        if (down && !isDown) {
            startSlowly(clock.getAsLong());
        }
        down = isDown;
    }

    /** Begins a slow start at a time, which may be to come. */
    void startSlowly(long since) {
        if (slowStart > 0) {
            slowSince = since;
            slow = true;
        }
    }

    /** Returns the weight, which grows from a tenth to the whole within a slow start, and is divided by the failures in a row. */
    double getEffectiveWeight() {
        long now = clock.getAsLong();
        double weight = settings.weight() / (1.0 + ejection.getRecentFailures(now));
        if (!slow) {
            return weight;
        }
        double part = (now - slowSince) / (double) slowStart;
        if (part >= 1) {
            slow = false;
            return weight;
        }
        return weight * Math.max(0.1, part);
    }

    /** Whether the last request to it has failed within the last seconds. */
    boolean isSuspect() {
        return ejection.getRecentFailures(clock.getAsLong()) > 0;
    }

    // ---- requests

    boolean isFull() {
        int limit = settings.maxRequests();
        return limit > 0 && active.get() >= limit;
    }

    /** Counts a request, unless it has as many as it may. */
    boolean acquire() {
        while (true) {
            int limit = settings.maxRequests();
            int current = active.get();
            if (limit > 0 && current >= limit) {
                return false;
            }
            if (active.compareAndSet(current, current + 1)) {
                requests.increment();
                return true;
            }
        }
    }

    void release() {
        active.decrementAndGet();
    }

    void countFailure() {
        failures.increment();
    }

    @Override
    public String toString() {
        return name + " " + getState() + " " + uri + " weight=" + getWeight() + " active=" + getActiveRequests();
    }
}
