package org.eclipse.jetty.operations;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import org.eclipse.jetty.server.AcceptRateLimit;
import org.eclipse.jetty.server.ConnectionLimit;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.LowResourceMonitor;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.DoSHandler;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.server.handler.ThreadLimitHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/** Looks a server over, and says what is wrong with it. Confined to one thread. */
final class Findings {
    /** So many requests at one place of an application are no coincidence. */
    private static final int MANY_REQUESTS = 5;

    private static final int MANY_INCOMPLETE = 20;
    private static final long SLOW_MILLIS = 2_000;
    private static final int DAYS_TO_RENEW = 14;
    private static final int MAX_NAMES = 5;

    private final Server server;
    private final StackGroups stacks;
    private final List<Finding> findings = new ArrayList<>();

    private Findings(Server server) {
        this.server = server;
        stacks = StackGroups.now();
    }

    /** What is wrong now, errors first; none if nothing is. */
    static List<Finding> of(Server server) {
        Findings looking = new Findings(server);
        looking.lookAtThreads();
        looking.lookAtStacks();
        looking.lookAtLimits();
        looking.lookAtConnections();
        looking.lookAtFiles();
        looking.lookAtCertificates();
        looking.lookAtApplications();
        looking.lookAtRetiredContexts();
        looking.findings.sort(Comparator.comparing(Finding::severity));
        return looking.findings;
    }

    private void lookAtThreads() {
        Map<Executor, String> pools = new LinkedHashMap<>();
        pools.put(server.getThreadPool(), "jetty.threadPool.maxThreads");
        for (Connector connector : server.getConnectors()) {
            pools.putIfAbsent(connector.getExecutor(), "the threads of connector " + ServerReport.name(connector));
        }
        pools.forEach((pool, property) -> {
            if (pool instanceof QueuedThreadPool queued && queued.isLowOnThreads() && queued.getReadyThreads() == 0) {
                findings.add(Finding.error(
                        "threads",
                        "No thread is free: " + queued.getBusyThreads() + " of at most " + queued.getMaxThreads()
                                + " threads of " + queued.getName() + " are busy, and " + queued.getQueueSize()
                                + " tasks wait for one" + busiestPlace(),
                        "Find what they wait for in the threads; raise " + property
                                + ", or limit requests by the module qos, or enable threadpool-virtual"));
            }
            if (VirtualThreads.getVirtualThreadsExecutor(pool) instanceof VirtualThreadPool virtual
                    && virtual.getQueueSize() > 0) {
                findings.add(Finding.error(
                        "threads",
                        "All " + virtual.getMaxThreads() + " turns of virtual threads are taken, and "
                                + virtual.getQueueSize() + " tasks wait for one" + busiestPlace(),
                        "Find what they wait for in the threads; raise jetty.threadPool.virtual.maxThreads"));
            }
        });
    }

    private String busiestPlace() {
        Map.Entry<String, Integer> busiest = null;
        for (Map.Entry<String, Integer> place : places().entrySet()) {
            if (busiest == null || place.getValue() > busiest.getValue()) {
                busiest = place;
            }
        }
        return busiest == null ? "" : "; " + busiest.getValue() + " are at " + busiest.getKey();
    }

    /** How many threads wait at places of applications while they handle requests. */
    private Map<String, Integer> places() {
        Map<String, Integer> places = new HashMap<>();
        List<StackGroups.Group> all = new ArrayList<>(stacks.platform());
        if (stacks.virtual() != null) {
            all.addAll(stacks.virtual());
        }
        for (StackGroups.Group group : all) {
            String frame = group.applicationFrame();
            boolean waits = group.state().equals("VIRTUAL") || group.isWaiting();
            if (frame != null && waits && group.handlesRequests()) {
                places.merge(frame, group.names().size(), Integer::sum);
            }
        }
        return places;
    }

    private void lookAtStacks() {
        if (!stacks.deadlocked().isEmpty()) {
            findings.add(Finding.error(
                    "deadlock",
                    "Threads wait for each other for ever: " + shortened(stacks.deadlocked()),
                    "Restart the server, and give the threads to the authors of the application"));
        }
        places().forEach((frame, count) -> {
            if (count >= MANY_REQUESTS) {
                findings.add(
                        Finding.warning(
                                "slow",
                                count + " requests wait at " + frame,
                                "What the application asks there is slow, as a database, another server or a lock: look there"));
            }
        });
        if (stacks.virtual() != null) {
            lookForPinned(stacks.virtual());
        }
    }

    private void lookForPinned(List<StackGroups.Group> virtual) {
        for (StackGroups.Group group : virtual) {
            if (group.isPinned()) {
                findings.add(Finding.error(
                        "pinned",
                        group.names().size()
                                + " virtual threads are parked without leaving their carriers, of which there are "
                                + System.getProperty(
                                        "jdk.virtualThreadScheduler.parallelism",
                                        String.valueOf(Runtime.getRuntime().availableProcessors()))
                                + ", at " + group.applicationFrame(),
                        "Do not wait in static initializers, native methods or, before Java 24, in synchronized code"));
            }
        }
    }

    private void lookAtLimits() {
        for (QoSHandler qos : server.getDescendants(QoSHandler.class)) {
            int suspended = qos.getSuspendedRequestCount();
            long refused = qos.getTotalExceededRequestCount() + qos.getTotalExpiredRequestCount();
            int max = qos.getMaxSuspendedRequestCount();
            boolean full = max > 0 && suspended >= max;
            if (full || refused > 0) {
                findings.add(new Finding(
                        "queue",
                        // what is over needs nobody at once
                        full ? Finding.Severity.ERROR : Finding.Severity.WARNING,
                        "The queue of qos " + (full ? "is full: " : "has been full: ") + qos.getCurrentRequestCount()
                                + " requests are handled, " + suspended + " of at most " + max + " wait, and " + refused
                                + " were answered by 503",
                        "See what the requests wait for; raise jetty.qos.maxRequestCount or"
                                + " jetty.qos.maxSuspendedRequestCount"));
            }
        }
        for (DoSHandler dos : server.getDescendants(DoSHandler.class)) {
            refused("dos", dos.getTotalRejectedRequestCount(), "requests of clients that sent too many", "jetty.dos.*");
        }
        for (ThreadLimitHandler limit : server.getDescendants(ThreadLimitHandler.class)) {
            refused(
                    "thread-limit",
                    limit.getTotalRefusedRequestCount(),
                    "requests of clients with too many waiting ones",
                    "jetty.threadlimit.*");
        }
        for (NetworkConnectionLimit limit :
                ServerReport.distinct(server.getContainedBeans(NetworkConnectionLimit.class))) {
            refused("connections", limit.getLimitReachedCount(), "times new connections", "the limit of connections");
        }
        for (ConnectionLimit limit : ServerReport.distinct(server.getContainedBeans(ConnectionLimit.class))) {
            refused("connections", limit.getLimitReachedCount(), "times new connections", "the limit of connections");
        }
        for (AcceptRateLimit limit : ServerReport.distinct(server.getContainedBeans(AcceptRateLimit.class))) {
            refused("accept-rate", limit.getLimitReachedCount(), "times new connections", "jetty.acceptratelimit.*");
        }
        for (LowResourceMonitor monitor : server.getContainedBeans(LowResourceMonitor.class)) {
            if (monitor.isLowOnResources()) {
                findings.add(Finding.error(
                        "resources",
                        "Resources are low: " + monitor.getLowResourcesReasons(),
                        "Idle connections are closed soon until that ends; raise what is low"));
            }
        }
    }

    private void refused(String kind, long count, String what, String property) {
        if (count > 0) {
            findings.add(Finding.warning(
                    kind,
                    "The limit " + kind + " has held off " + count + " " + what + " since the start",
                    "If they were no attack, change " + property));
        }
    }

    private void lookAtConnections() {
        Map<String, Integer> clients = new HashMap<>();
        int all = 0;
        int slow = 0;
        for (ConnectionReport.Entry entry : ConnectionReport.of(server)) {
            all++;
            boolean incomplete = entry.state() == ConnectionReport.State.INCOMPLETE
                    || entry.state() == ConnectionReport.State.SILENT;
            if (incomplete && entry.ageMillis() >= SLOW_MILLIS) {
                slow++;
                clients.merge(entry.client(), 1, Integer::sum);
            }
        }
        int waiting = server.getLateContentLimit().getWaitingRequests();
        if (slow >= MANY_INCOMPLETE && slow * 2 >= all) {
            String most = clients.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(entry -> entry.getValue() + " of " + entry.getKey())
                    .orElse("none");
            findings.add(Finding.error(
                    "slow-clients",
                    slow + " of " + all + " connections are older than " + SLOW_MILLIS
                            + " ms and have sent no complete request, most of them " + most,
                    "Clients that send slowly hold connections: lower jetty.http.idleTimeout, or limit connections of"
                            + " a client at the proxy or the firewall"));
        }
        if (waiting > 0) {
            findings.add(Finding.error(
                    "slow-clients",
                    waiting + " requests wait for a thread, as others wait for content of slow clients",
                    "Enable eager-content, or raise jetty.server.maxLateContentThreads"));
        }
    }

    private void lookAtFiles() {
        Long open = ServerReport.openFiles();
        Long max = ServerReport.maxFiles();
        if (open != null && max != null && max > 0 && open * 10 >= max * 9) {
            findings.add(Finding.error(
                    "files",
                    "File descriptors run out: " + open + " of " + max + " are open, "
                            + ConnectionReport.of(server).size() + " of them connections",
                    "Raise the limit (ulimit -n, LimitNOFILE of the service), or limit connections by"
                            + " network-connection-limit"));
        }
    }

    private void lookAtCertificates() {
        for (ServerReport.Certificate certificate : ServerReport.certificates(server)) {
            String name = "The certificate " + certificate.alias() + " of " + certificate.hosts();
            if (!certificate.state().equals("VALID")) {
                boolean expired = certificate.state().equals("EXPIRED");
                findings.add(Finding.error(
                        "certificate",
                        name
                                + (expired
                                        ? " has expired on " + certificate.until()
                                        : " is not valid before " + certificate.from()),
                        "Replace it in the key store; the module ssl-reload takes it while the server runs"));
            } else if (certificate.daysLeft() < DAYS_TO_RENEW) {
                findings.add(Finding.warning(
                        "certificate",
                        name + " expires in " + certificate.daysLeft() + " days, on " + certificate.until(),
                        "Renew it; the module ssl-reload takes it while the server runs"));
            }
        }
    }

    private void lookAtApplications() {
        for (Map<String, Object> application : ContextReport.applications(server)) {
            if (application.get("failure") != null) {
                boolean serves = Boolean.TRUE.equals(application.get("available"));
                findings.add(new Finding(
                        "application",
                        serves ? Finding.Severity.WARNING : Finding.Severity.ERROR,
                        "The application " + application.get("mainPath") + " was not deployed: "
                                + application.get("failure")
                                + (serves ? "; the version before serves" : "; its path answers 503"),
                        "Put it right, or roll it back"));
            }
        }
    }

    private void lookAtRetiredContexts() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        Map<String, TreeSet<String>> threads = new HashMap<>();
        Instant collected = GarbageCollections.lastOfWholeHeap();
        for (ContextReport.Retired retired : ContextReport.retired(server)) {
            if (collected.isAfter(retired.time())) {
                counts.merge(retired.contextPath(), 1, Integer::sum);
                threads.computeIfAbsent(retired.contextPath(), path -> new TreeSet<>())
                        .addAll(retired.threads());
            }
        }
        counts.forEach((path, count) -> findings.add(Finding.warning(
                "leak",
                count + " earlier " + (count == 1 ? "deployment of " : "deployments of ") + path
                        + " stayed in memory after a collection of the whole heap"
                        + users(threads.getOrDefault(path, new TreeSet<>())),
                "Stop threads, timers and drivers when the application stops; restart before the memory is full")));
    }

    private static String users(Set<String> threads) {
        return threads.isEmpty()
                ? ""
                : ": their class loaders are used by the threads " + shortened(List.copyOf(threads));
    }

    private static String shortened(List<String> names) {
        return String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size())))
                + (names.size() > MAX_NAMES ? " and " + (names.size() - MAX_NAMES) + " more" : "");
    }
}
