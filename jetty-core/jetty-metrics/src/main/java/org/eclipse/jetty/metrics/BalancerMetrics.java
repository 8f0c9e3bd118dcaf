package org.eclipse.jetty.metrics;

import org.eclipse.jetty.proxy.Backend;
import org.eclipse.jetty.proxy.BackendState;
import org.eclipse.jetty.proxy.BalancerHandler;
import org.eclipse.jetty.server.Server;

/** Reads the figures of balancers, where the module of proxies is there. */
final class BalancerMetrics {
    private static final boolean PRESENT = OptionalClasses.isPresent("org.eclipse.jetty.proxy.BalancerHandler");

    private BalancerMetrics() {}

    static void collect(Server server, Snapshots snapshots) {
        if (PRESENT) {
            Reader.collect(server, snapshots);
        }
    }

    /** Loaded with the classes of proxies only. */
    private static final class Reader {
        private Reader() {}

        private static void collect(Server server, Snapshots snapshots) {
            Snapshots.Family refused =
                    snapshots.counter("jetty_balancer_refused", "The requests for which there was no back end.");
            Snapshots.Family retries =
                    snapshots.counter("jetty_balancer_retries", "The requests that were sent again.");
            for (BalancerHandler balancer : server.getDescendants(BalancerHandler.class)) {
                refused.point(balancer.getTotalRefusedRequests());
                retries.point(balancer.getTotalRetries());
                balancer.getBackends().forEach(backend -> collect(backend, snapshots));
            }
        }

        private static void collect(Backend backend, Snapshots snapshots) {
            String name = backend.getName();
            BackendState current = backend.getState();
            for (BackendState state : BackendState.values()) {
                snapshots
                        .gauge("jetty_balancer_backend_state", "1 for the state that a back end has, 0 for the others.")
                        .greatest(state == current ? 1 : 0, "backend", name, "state", state.name());
            }
            snapshots
                    .gauge("jetty_balancer_backend_active_requests", "The requests that a back end has.")
                    .point(backend.getActiveRequests(), "backend", name);
            snapshots
                    .counter("jetty_balancer_backend_requests", "The requests that a back end was sent.")
                    .point(backend.getTotalRequests(), "backend", name);
            snapshots
                    .counter("jetty_balancer_backend_failures", "The requests to a back end that failed.")
                    .point(backend.getTotalFailures(), "backend", name);
            snapshots
                    .counter("jetty_balancer_backend_ejections", "How often a back end was ejected.")
                    .point(backend.getTotalEjections(), "backend", name);
        }
    }
}
