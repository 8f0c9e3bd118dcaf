package org.eclipse.jetty.operations;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.deploy.DeployedApplication;
import org.eclipse.jetty.deploy.DeploymentScanner;
import org.eclipse.jetty.deploy.RetiredContext;
import org.eclipse.jetty.deploy.StandardDeployer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.AbstractSessionManager;
import org.eclipse.jetty.session.DefaultSessionCache;

/** The contexts of a server, the applications that were deployed into it, and those that left something in memory. Stateless. */
final class ContextReport {
    private static final int MAX_CONTEXTS = 500;
    private static final boolean SESSIONS = isPresent("org.eclipse.jetty.session.AbstractSessionManager");
    private static final boolean DEPLOYMENTS = isPresent("org.eclipse.jetty.deploy.DeploymentScanner");

    private ContextReport() {}

    private static boolean isPresent(String type) {
        try {
            Class.forName(type, false, ContextReport.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError x) {
            return false;
        }
    }

    /** All contexts, at most {@value #MAX_CONTEXTS}. */
    static List<Map<String, Object>> contexts(Server server) {
        List<Map<String, Object>> contexts = new ArrayList<>();
        for (ContextHandler context : server.getDescendants(ContextHandler.class)) {
            if (contexts.size() == MAX_CONTEXTS) {
                break;
            }
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("contextPath", context.getContextPath());
            map.put("virtualHosts", String.join(", ", context.getVirtualHosts()));
            map.put("name", context.getDisplayName());
            map.put("state", context.isStarted() && !context.isAvailable() ? "UNAVAILABLE" : context.getState());
            Throwable failure = context.getUnavailableException();
            map.put("failure", failure == null ? null : Secrets.hiding(failure.toString()));
            if (SESSIONS) {
                Sessions.add(context, map);
            }
            contexts.add(map);
        }
        return contexts;
    }

    /** What became of the applications of all scanners. */
    static List<Map<String, Object>> applications(Server server) {
        return DEPLOYMENTS ? Deployments.applications(server) : List.of();
    }

    /** The contexts that were taken out of service and whose class loaders are in memory. */
    static List<Retired> retired(Server server) {
        return DEPLOYMENTS ? Deployments.retired(server) : List.of();
    }

    /** A context that is out of service, and the threads that run with its class loader. */
    record Retired(String contextPath, Instant time, List<String> threads) {
        Map<String, Object> toMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("contextPath", contextPath);
            map.put("time", time.toString());
            map.put("survivedCollection", GarbageCollections.lastOfWholeHeap().isAfter(time));
            map.put("threads", threads);
            return map;
        }
    }

    /** Loaded with the classes of sessions only. */
    private static final class Sessions {
        private Sessions() {}

        private static void add(ContextHandler context, Map<String, Object> map) {
            long created = 0;
            long current = 0;
            boolean any = false;
            for (AbstractSessionManager manager : context.getContainedBeans(AbstractSessionManager.class)) {
                any = true;
                created += manager.getSessionsCreated();
                if (manager.getSessionCache() instanceof DefaultSessionCache cache) {
                    current += cache.getSessionsCurrent();
                }
            }
            map.put("sessions", any ? current : null);
            map.put("sessionsCreated", any ? created : null);
        }
    }

    /** Loaded with the classes of deployment only. */
    private static final class Deployments {
        private Deployments() {}

        private static List<Map<String, Object>> applications(Server server) {
            List<Map<String, Object>> applications = new ArrayList<>();
            for (DeploymentScanner scanner : server.getContainedBeans(DeploymentScanner.class)) {
                for (DeployedApplication application : scanner.getApplications()) {
                    Map<String, Object> map = new LinkedHashMap<>();
                    map.put("id", application.id());
                    map.put("name", application.name());
                    map.put("mainPath", String.valueOf(application.mainPath()));
                    boolean down = application.state().equals("DEPLOYED") && !application.available();
                    map.put("state", down ? "UNAVAILABLE" : application.state());
                    map.put("available", application.available());
                    map.put("environment", application.environment());
                    map.put("contextPath", application.contextPath());
                    map.put("virtualHosts", String.join(", ", application.virtualHosts()));
                    map.put("failure", Secrets.hiding(application.failure()));
                    map.put("since", application.since().toString());
                    map.put("version", application.current());
                    map.put("versionBefore", application.before());
                    map.put("versions", application.versions());
                    applications.add(map);
                }
            }
            return applications;
        }

        private static List<Retired> retired(Server server) {
            List<Retired> found = new ArrayList<>();
            for (StandardDeployer deployer : server.getContainedBeans(StandardDeployer.class)) {
                for (RetiredContext retired : deployer.getRetiredContexts()) {
                    List<String> threads = new ArrayList<>();
                    for (Thread thread : Thread.getAllStackTraces().keySet()) {
                        ClassLoader loader = thread.getContextClassLoader();
                        if (loader != null && retired.loader().refersTo(loader)) {
                            threads.add(thread.getName());
                        }
                    }
                    found.add(new Retired(retired.contextPath(), retired.time(), threads));
                }
            }
            return found;
        }
    }
}
