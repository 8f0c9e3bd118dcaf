package org.eclipse.jetty.server;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.internal.admission.AcceptGate;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks regularly whether threads, memory or connections run low, and sheds idle connections while they do.
 *
 * <p>While resources are low, all connections have a short idle timeout; if that does not help in time, it is applied again to
 * those opened meanwhile, and, if wanted, no connections are accepted. Add it as a bean to the server. Thread-safe.
 */
@ManagedObject("Sheds idle connections when resources run low")
public class LowResourceMonitor extends ContainerLifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(LowResourceMonitor.class);

    private final Server server;
    private final Set<LowResourceCheck> checks = new CopyOnWriteArraySet<>();
    private volatile List<Connector> monitored = List.of();
    private volatile int period = 1000;
    private volatile int lowResourcesIdleTimeout = 1000;
    private volatile int maxLowResourcesTime;
    private volatile boolean acceptingInLowResources = true;
    private volatile boolean monitorThreads = true;
    private volatile long maxMemory;
    private volatile String reasons = "";
    private volatile long lowResourcesStarted;
    // written by the scheduler only
    private volatile long lowResourcesCount;
    private AcceptGate gate;
    private Scheduler scheduler;
    private volatile Scheduler.@Nullable Task task;

    /** Something that may run low. */
    public interface LowResourceCheck {
        boolean isLowOnResources();

        /** What runs low, at the last look. */
        String getReason();
    }

    public LowResourceMonitor(@Name("server") Server server) {
        this.server = server;
    }

    @ManagedAttribute("Whether it looks at thread pools")
    public boolean getMonitorThreads() {
        return monitorThreads;
    }

    /** Sets whether it looks at the thread pools of the server and of the connectors. */
    public void setMonitorThreads(boolean monitor) {
        checkNotRunning();
        monitorThreads = monitor;
    }

    private void checkNotRunning() {
        if (isRunning()) {
            throw new IllegalStateException("cannot change while running: " + this);
        }
    }

    @ManagedAttribute("What runs low")
    public String getReasons() {
        return reasons;
    }

    @ManagedAttribute("What runs low")
    public String getLowResourcesReasons() {
        return reasons;
    }

    @ManagedAttribute("Whether something runs low")
    public boolean isLowOnResources() {
        return lowResourcesStarted != 0;
    }

    /** When resources ran low, in milliseconds since 1970; 0 if they are not. */
    @ManagedAttribute("When resources ran low, in milliseconds since 1970")
    public long getLowResourcesStarted() {
        return lowResourcesStarted;
    }

    @ManagedAttribute("How often resources ran low")
    public long getLowResourcesCount() {
        return lowResourcesCount;
    }

    @ManagedAttribute("The connectors that are monitored; none for all")
    public Collection<Connector> getMonitoredConnectors() {
        return monitored;
    }

    /** Sets whose connections are shed; none for all of the server. */
    public void setMonitoredConnectors(Collection<Connector> connectors) {
        checkNotRunning();
        monitored = connectors == null ? List.of() : List.copyOf(connectors);
    }

    protected Connector[] getMonitoredOrServerConnectors() {
        List<Connector> connectors = monitored;
        return connectors.isEmpty() ? server.getConnectors() : connectors.toArray(Connector[]::new);
    }

    @ManagedAttribute("Whether connections are accepted while resources are low")
    public boolean isAcceptingInLowResources() {
        return acceptingInLowResources;
    }

    public void setAcceptingInLowResources(boolean accepting) {
        checkNotRunning();
        acceptingInLowResources = accepting;
    }

    @ManagedAttribute("The milliseconds between two looks")
    public int getPeriod() {
        return period;
    }

    public void setPeriod(int milliseconds) {
        period = milliseconds;
    }

    @ManagedAttribute("The idle timeout in milliseconds while resources are low")
    public int getLowResourcesIdleTimeout() {
        return lowResourcesIdleTimeout;
    }

    public void setLowResourcesIdleTimeout(int milliseconds) {
        lowResourcesIdleTimeout = milliseconds;
    }

    @ManagedAttribute("The milliseconds after which the idle timeout is applied to newer connections too; 0 for never")
    public int getMaxLowResourcesTime() {
        return maxLowResourcesTime;
    }

    public void setMaxLowResourcesTime(int milliseconds) {
        maxLowResourcesTime = milliseconds;
    }

    @ManagedAttribute("The bytes of used memory above which it runs low; 0 for no limit")
    public long getMaxMemory() {
        return maxMemory;
    }

    public void setMaxMemory(long bytes) {
        checkNotRunning();
        maxMemory = bytes;
        checks.removeIf(check -> check instanceof MemoryLowResourceCheck);
        if (bytes > 0) {
            checks.add(new MemoryLowResourceCheck(bytes));
        }
    }

    @ManagedAttribute("What it looks at")
    public Set<LowResourceCheck> getLowResourceChecks() {
        return checks;
    }

    public void setLowResourceChecks(Set<LowResourceCheck> newChecks) {
        checks.clear();
        checks.addAll(newChecks);
    }

    public void addLowResourceCheck(LowResourceCheck check) {
        checks.add(check);
    }

    @Override
    protected void doStart() throws Exception {
        scheduler = server.getScheduler();
        gate = new AcceptGate(server, monitored.toArray(Connector[]::new));
        if (monitorThreads && checks.stream().noneMatch(ConnectorsThreadPoolLowResourceCheck.class::isInstance)) {
            checks.add(new ConnectorsThreadPoolLowResourceCheck());
        }
        super.doStart();
        schedule();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        Scheduler.Task current = task;
        if (current != null) {
            current.cancel();
        }
        if (isLowOnResources()) {
            lowResourcesStarted = 0;
            clearLowResources();
        }
    }

    private void schedule() {
        if (isRunning() && scheduler.isRunning() || isStarting()) {
            task = scheduler.schedule(
                    () -> {
                        try {
                            monitor();
                        } catch (Throwable x) {
                            LOG.warn("could not look at resources", x);
                        } finally {
                            if (isRunning()) {
                                schedule();
                            }
                        }
                    },
                    period,
                    TimeUnit.MILLISECONDS);
        }
    }

    /** Looks at everything once. */
    protected void monitor() {
        StringBuilder low = new StringBuilder();
        for (LowResourceCheck check : checks) {
            if (check.isLowOnResources()) {
                low.append(low.isEmpty() ? "" : ", ").append(check.getReason());
            }
        }
        long now = System.currentTimeMillis();
        if (!low.isEmpty()) {
            String newReasons = low.toString();
            if (!newReasons.equals(reasons)) {
                LOG.warn("low on resources: {}", newReasons);
            }
            reasons = newReasons;
            if (lowResourcesStarted == 0) {
                lowResourcesStarted = now;
                lowResourcesCount++;
                setLowResources();
            } else if (maxLowResourcesTime > 0 && now - lowResourcesStarted > maxLowResourcesTime) {
                setLowResources();
            }
        } else if (lowResourcesStarted != 0) {
            LOG.info("resources are sufficient again");
            reasons = "";
            lowResourcesStarted = 0;
            clearLowResources();
        }
    }

    /** Sheds load. */
    protected void setLowResources() {
        gate.setIdleTimeout(lowResourcesIdleTimeout);
        if (!acceptingInLowResources) {
            gate.setOpen(false);
        }
    }

    /** Ends shedding load. */
    protected void clearLowResources() {
        gate.setIdleTimeout(-1);
        if (!acceptingInLowResources) {
            gate.setOpen(true);
        }
    }

    /** Looks at the thread pool of the server. */
    public class MainThreadPoolLowResourceCheck implements LowResourceCheck {
        private volatile String reason = "";

        public MainThreadPoolLowResourceCheck() {}

        @Override
        public boolean isLowOnResources() {
            ThreadPool pool = server.getThreadPool();
            boolean low = pool.isLowOnThreads();
            reason = low ? "Server ThreadPool low on threads: " + pool : "";
            return low;
        }

        @Override
        public String getReason() {
            return reason;
        }

        @Override
        public String toString() {
            return "Check if the server ThreadPool is lowOnThreads";
        }
    }

    /** Looks at the thread pools of the connectors. */
    public class ConnectorsThreadPoolLowResourceCheck implements LowResourceCheck {
        private volatile String reason = "";

        public ConnectorsThreadPoolLowResourceCheck() {}

        @Override
        public boolean isLowOnResources() {
            List<Executor> seen = new ArrayList<>();
            for (Connector connector : getMonitoredOrServerConnectors()) {
                Executor executor = connector.getExecutor();
                if (executor instanceof ThreadPool pool && !seen.contains(executor)) {
                    seen.add(executor);
                    if (pool.isLowOnThreads()) {
                        reason = "Connector low on threads: " + pool;
                        return true;
                    }
                }
            }
            reason = "";
            return false;
        }

        @Override
        public String getReason() {
            return reason;
        }

        @Override
        public String toString() {
            return "Check if the ThreadPool from monitored connectors are lowOnThreads";
        }
    }

    /** Looks at the number of connections. */
    public class MaxConnectionsLowResourceCheck implements LowResourceCheck {
        private final int maxConnections;
        private volatile String reason = "";

        public MaxConnectionsLowResourceCheck(int maxConnections) {
            this.maxConnections = maxConnections;
        }

        @Override
        public boolean isLowOnResources() {
            int connections = 0;
            for (Connector connector : getMonitoredOrServerConnectors()) {
                connections += connector.getConnectedEndPoints().size();
            }
            boolean low = maxConnections > 0 && connections > maxConnections;
            reason = low ? "Max Connections exceeded: " + connections + ">" + maxConnections : "";
            return low;
        }

        @Override
        public String getReason() {
            return reason;
        }

        @Override
        public String toString() {
            return "All connections number is higher than maxConnection " + maxConnections;
        }
    }

    /** Looks at the used memory of the heap. */
    public class MemoryLowResourceCheck implements LowResourceCheck {
        private volatile long maxMemory;
        private volatile String reason = "";

        public MemoryLowResourceCheck(long maxMemory) {
            this.maxMemory = maxMemory;
        }

        @Override
        public boolean isLowOnResources() {
            long used =
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            boolean low = maxMemory > 0 && used > maxMemory;
            reason = low ? "Max memory exceeded: " + (used >> 20) + " MiB of " + (maxMemory >> 20) : "";
            return low;
        }

        public long getMaxMemory() {
            return maxMemory;
        }

        public void setMaxMemory(long bytes) {
            maxMemory = bytes;
        }

        @Override
        public String getReason() {
            return reason;
        }

        @Override
        public String toString() {
            return "Check if used memory is higher than the allowed max memory";
        }
    }
}
