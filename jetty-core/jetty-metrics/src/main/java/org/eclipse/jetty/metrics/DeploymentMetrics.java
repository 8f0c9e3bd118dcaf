package org.eclipse.jetty.metrics;

import org.eclipse.jetty.deploy.DeploymentScanner;
import org.eclipse.jetty.server.Server;

/** Reads the figures of deployments, where the module of deployment is there. */
final class DeploymentMetrics {
    private static final boolean PRESENT = OptionalClasses.isPresent("org.eclipse.jetty.deploy.DeploymentScanner");

    private DeploymentMetrics() {}

    static void collect(Server server, Snapshots snapshots) {
        if (PRESENT) {
            Reader.collect(server, snapshots);
        }
    }

    /** Loaded with the classes of deployment only. */
    private static final class Reader {
        private Reader() {}

        private static void collect(Server server, Snapshots snapshots) {
            Snapshots.Family deployments = snapshots.counter(
                    "jetty_deployments", "The deployments and redeployments, by result, and the undeployments.");
            for (DeploymentScanner scanner : server.getBeans(DeploymentScanner.class)) {
                deployments.point(scanner.getDeployedCount(), "result", "deployed");
                deployments.point(scanner.getFailedCount(), "result", "failed");
                deployments.point(scanner.getUndeployedCount(), "result", "undeployed");
            }
        }
    }
}
