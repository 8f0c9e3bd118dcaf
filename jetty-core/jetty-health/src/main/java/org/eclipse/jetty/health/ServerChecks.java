package org.eclipse.jetty.health;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.jetty.server.ConnectionLimit;
import org.eclipse.jetty.server.LowResourceMonitor;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.QoSHandler;

/** The checks of the server itself. */
final class ServerChecks {
    private ServerChecks() {}

    private interface Body {
        HealthCheck.Result check();
    }

    private record Check(String getName, Set<Kind> getKinds, Body body) implements HealthCheck {
        @Override
        public Result check() {
            return body.check();
        }
    }

    /**
     * All checks of a server.
     *
     * @param optional the context paths of applications that need not be available
     */
    static List<HealthCheck> of(Server server, Predicate<String> optional) {
        Set<HealthCheck.Kind> ready = Set.of(HealthCheck.Kind.READY);
        return List.of(
                new Check(
                        "server",
                        Set.of(HealthCheck.Kind.READY, HealthCheck.Kind.STARTED),
                        () -> server.isStarted() ? HealthCheck.Result.UP : HealthCheck.Result.down(server.getState())),
                new Check("applications", ready, () -> applications(server, optional)),
                new Check("limits", ready, () -> limits(server)),
                new Check("deadlocks", Set.of(HealthCheck.Kind.LIVE), ServerChecks::deadlocks));
    }

    private static HealthCheck.Result applications(Server server, Predicate<String> optional) {
        Map<String, Object> states = new LinkedHashMap<>();
        boolean up = true;
        for (ContextHandler context : server.getDescendants(ContextHandler.class)) {
            if (context.isAvailable() || optional.test(context.getContextPath())) {
                continue;
            }
            up = false;
            String hosts = context.getVirtualHosts().isEmpty()
                    ? ""
                    : "@" + context.getVirtualHosts().get(0);
            states.put(context.getContextPath() + hosts, context.isStarted() ? "UNAVAILABLE" : context.getState());
        }
        return new HealthCheck.Result(up, states);
    }

    private static HealthCheck.Result limits(Server server) {
        List<String> reached = new ArrayList<>();
        if (server.getThreadPool().isLowOnThreads()) {
            reached.add("threads");
        }
        for (LowResourceMonitor monitor : server.getContainedBeans(LowResourceMonitor.class)) {
            if (monitor.isLowOnResources()) {
                reached.add("resources: " + monitor.getLowResourcesReasons());
            }
        }
        for (NetworkConnectionLimit limit : server.getContainedBeans(NetworkConnectionLimit.class)) {
            if (limit.getNetworkConnectionCount() >= limit.getMaxNetworkConnectionCount()) {
                reached.add("connections");
            }
        }
        for (ConnectionLimit limit : server.getContainedBeans(ConnectionLimit.class)) {
            if (limit.getConnections() >= limit.getMaxConnections()) {
                reached.add("connections");
            }
        }
        for (QoSHandler qos : server.getDescendants(QoSHandler.class)) {
            if (qos.getMaxSuspendedRequestCount() > 0
                    && qos.getSuspendedRequestCount() >= qos.getMaxSuspendedRequestCount()) {
                reached.add("suspended requests");
            }
        }
        return reached.isEmpty()
                ? HealthCheck.Result.UP
                : HealthCheck.Result.down("limit reached: " + String.join(", ", reached));
    }

    private static HealthCheck.Result deadlocks() {
        long[] threads = ManagementFactory.getThreadMXBean().findDeadlockedThreads();
        return threads == null
                ? HealthCheck.Result.UP
                : new HealthCheck.Result(false, Map.of("reason", "deadlock", "threads", threads.length));
    }
}
