package org.eclipse.jetty.console;

import java.io.IOException;
import java.util.Collection;
import org.eclipse.jetty.deploy.DeployedApplication;
import org.eclipse.jetty.deploy.DeploymentScanner;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes of the applications that a scanner deploys. Without the module of deployment there are none. Thread-safe. */
abstract class ApplicationChanges {
    abstract String scan();

    abstract String change(String id, String change, @Nullable String version, EndPoint asking) throws IOException;

    static ApplicationChanges of(Server server) {
        try {
            Class.forName(
                    "org.eclipse.jetty.deploy.DeploymentScanner", false, ApplicationChanges.class.getClassLoader());
            return new ByScanner(server);
        } catch (ClassNotFoundException | LinkageError x) {
            return new None();
        }
    }

    private static final class None extends ApplicationChanges {
        @Override
        String scan() {
            throw new IllegalStateException(
                    "No applications are deployed by files (expected: a module such as ee10-deploy)");
        }

        @Override
        String change(String id, String change, @Nullable String version, EndPoint asking) {
            return scan();
        }
    }

    /** Loaded with the classes of deployment only. */
    private static final class ByScanner extends ApplicationChanges {
        private static final Logger LOG = LoggerFactory.getLogger(ApplicationChanges.class);

        private final Server server;

        private ByScanner(Server server) {
            this.server = server;
        }

        private @Nullable Collection<DeploymentScanner> scanners() {
            Collection<DeploymentScanner> scanners = server.getContainedBeans(DeploymentScanner.class);
            return scanners.isEmpty() ? null : scanners;
        }

        @Override
        String scan() {
            Collection<DeploymentScanner> scanners = scanners();
            if (scanners == null) {
                return new None().scan();
            }
            // not in this thread: what is deployed again waits for requests in flight, as the one that asks for it
            server.getThreadPool().execute(() -> scan(scanners));
            return "The directories are looked at; what is found is deployed";
        }

        private static void scan(Collection<DeploymentScanner> scanners) {
            for (DeploymentScanner scanner : scanners) {
                try {
                    scanner.scan();
                } catch (RuntimeException x) {
                    LOG.warn("{} did not scan", scanner, x);
                }
            }
        }

        @Override
        String change(String id, String change, @Nullable String version, EndPoint asking) throws IOException {
            Collection<DeploymentScanner> scanners = scanners();
            if (scanners == null) {
                return new None().scan();
            }
            for (DeploymentScanner scanner : scanners) {
                for (DeployedApplication application : scanner.getApplications()) {
                    if (application.id().equals(id)) {
                        return describe(change(scanner, application, change, version, asking));
                    }
                }
            }
            throw new IllegalArgumentException("id: " + id + " (expected: that of an application of api/contexts)");
        }

        private static DeployedApplication change(
                DeploymentScanner scanner,
                DeployedApplication application,
                String change,
                @Nullable String version,
                EndPoint asking)
                throws IOException {
            return switch (change) {
                case "deploy", "redeploy" -> scanner.redeploy(application.id(), asking);
                case "undeploy" -> scanner.undeploy(application.id(), asking);
                case "rollback" -> {
                    String to = version == null || version.isBlank() ? application.before() : version;
                    if (to == null) {
                        throw new IllegalStateException("No earlier version of " + application.name()
                                + " is kept (expected: jetty.deploy.keptVersions of 1 or more when it was deployed,"
                                + " and files that are no directory)");
                    }
                    yield scanner.rollBack(application.id(), to, asking);
                }
                default ->
                    throw new IllegalArgumentException(
                            "change: " + change + " (expected: deploy, redeploy, undeploy or rollback)");
            };
        }

        private static String describe(DeployedApplication application) {
            if (application.failure() != null) {
                throw new IllegalStateException(application.name() + " was not deployed: " + application.failure()
                        + (application.available() ? "; the version before serves" : "; its path answers 503"));
            }
            return application.name() + " is " + application.state()
                    + (application.contextPath() == null ? "" : " at " + application.contextPath())
                    + (application.current() == null ? "" : ", version " + application.current());
        }
    }
}
