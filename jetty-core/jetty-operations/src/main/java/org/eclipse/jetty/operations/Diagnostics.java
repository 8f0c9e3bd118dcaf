package org.eclipse.jetty.operations;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.SchedulingConsoleHandler;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * What can be seen of a running server, as maps, lists, numbers and texts that are JSON when written, without secrets; and the levels
 * of its loggers, which can be changed for a time. A bean of the server; when that stops, changes of levels are undone.
 *
 * <p>Thread-safe.
 */
public final class Diagnostics extends AbstractLifeCycle {
    private final Server server;
    private final @Nullable WarningLog warnings = WarningLog.ofThisProcess();
    private @Nullable LevelChanges changes;

    private Diagnostics(Server server) {
        this.server = server;
    }

    /** The one of a server, which is made and added to it if there is none. */
    public static synchronized Diagnostics of(Server server) {
        Diagnostics diagnostics = server.getBean(Diagnostics.class);
        if (diagnostics == null) {
            diagnostics = new Diagnostics(server);
            server.addManaged(diagnostics);
        }
        return diagnostics;
    }

    @Override
    protected void doStart() throws Exception {
        if (warnings != null) {
            warnings.attach();
        }
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        if (warnings != null) {
            warnings.detach();
        }
        LevelChanges made;
        synchronized (this) {
            made = changes;
        }
        if (made != null) {
            made.resetAll();
        }
    }

    /** What is wrong, errors first: {@code kind}, {@code severity} (ERROR or WARNING), {@code sentence} and {@code remedy}. */
    public List<Map<String, Object>> getFindings() {
        return Findings.of(server).stream().map(Finding::toMap).toList();
    }

    /** Versions, process, processor, memory and file descriptors. */
    public Map<String, Object> getServerReport() {
        return ServerReport.of(server);
    }

    /** All connectors. */
    public List<Object> getConnectors() {
        return ServerReport.connectors(server);
    }

    /**
     * The oldest connections, how many there are, and the clients with most of them.
     *
     * @param max how many connections and clients are listed
     */
    public Map<String, Object> getConnections(int max) {
        List<ConnectionReport.Entry> entries = ConnectionReport.of(server);
        Map<String, Integer> clients = new TreeMap<>();
        Map<String, Integer> states = new TreeMap<>();
        for (ConnectionReport.Entry entry : entries) {
            clients.merge(entry.client(), 1, Integer::sum);
            states.merge(entry.state().toString(), 1, Integer::sum);
        }
        List<Map.Entry<String, Integer>> most = new ArrayList<>(clients.entrySet());
        most.sort(Map.Entry.<String, Integer>comparingByValue().reversed());
        Map<String, Object> largest = new LinkedHashMap<>();
        most.stream().limit(Math.min(max, 10)).forEach(entry -> largest.put(entry.getKey(), entry.getValue()));
        entries.sort(Comparator.comparingLong(ConnectionReport.Entry::ageMillis).reversed());
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("count", entries.size());
        map.put("states", states);
        map.put("clients", largest);
        map.put(
                "connections",
                entries.stream().limit(max).map(ConnectionReport.Entry::toMap).toList());
        return map;
    }

    /** All contexts with their states and sessions. */
    public List<Map<String, Object>> getContexts() {
        return ContextReport.contexts(server);
    }

    /** What became of the applications that were to be deployed. */
    public List<Map<String, Object>> getApplications() {
        return ContextReport.applications(server);
    }

    /** The contexts that were taken out of service and are in memory. */
    public List<Map<String, Object>> getRetiredContexts() {
        return ContextReport.retired(server).stream()
                .map(ContextReport.Retired::toMap)
                .toList();
    }

    /** Thread pools, execution strategies, and the counters of limits. */
    public Map<String, Object> getScheduling() {
        return SchedulingConsoleHandler.report(server);
    }

    /** The certificates of all key stores. */
    public List<Map<String, Object>> getCertificates() {
        return ServerReport.certificates(server).stream()
                .map(ServerReport.Certificate::toMap)
                .toList();
    }

    /** The last warnings and errors of the log, the newest first; null if the log is written by neither Logback nor the JDK. */
    public @Nullable List<Map<String, Object>> getWarnings() {
        return warnings == null ? null : warnings.events();
    }

    /** The loggers whose levels were changed: {@code logger}, {@code level}, {@code before}, {@code until}. */
    public List<Map<String, Object>> getChangedLevels() {
        LevelChanges made;
        synchronized (this) {
            made = changes;
        }
        return made == null ? List.of() : made.list();
    }

    /**
     * Changes the level of a logger.
     *
     * @param change {@code NAME=LEVEL}, {@code NAME=LEVEL:TIME} such as {@code org.eclipse.jetty=DEBUG:10m}, or {@code NAME=DEFAULT}
     * @return what was done
     * @throws IllegalArgumentException if the change is malformed
     * @throws IllegalStateException if the log is written by neither Logback nor the JDK
     */
    public String changeLevel(String change) {
        LevelChange parsed = LevelChange.parse(change);
        LevelChanges made;
        synchronized (this) {
            made = changes;
            if (made == null) {
                made = new LevelChanges(LogLevels.ofThisProcess(), server.getScheduler());
                changes = made;
            }
        }
        return made.apply(parsed);
    }

    /**
     * How often limits have refused requests or connections, and pools tasks, since the server started: a sum that only grows while the
     * limits are the same.
     */
    public long getRefusals() {
        return Refusals.of(server);
    }

    /** The innermost frame of a thread that is of no library of the JDK or the server. */
    public static @Nullable String applicationFrame(Thread thread) {
        List<String> frames = new ArrayList<>();
        for (StackTraceElement element : thread.getStackTrace()) {
            frames.add(StackGroups.plain(element.toString()));
        }
        return new StackGroups.Group("", frames, List.of()).applicationFrame();
    }

    /** All threads as text, those with the same stack together. */
    public String getThreads() {
        return ThreadReport.text();
    }

    /** The components as text. */
    public String getDump() {
        return Secrets.hiding(server.dump());
    }

    /** All of it, for a diagnostic bag. */
    Map<String, Object> all() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("findings", getFindings());
        all.put("server", getServerReport());
        all.put("connectors", getConnectors());
        all.put("connections", getConnections(1000));
        all.put("contexts", getContexts());
        all.put("applications", getApplications());
        all.put("retiredContexts", getRetiredContexts());
        all.put("certificates", getCertificates());
        all.put("scheduling", getScheduling());
        all.put("changedLevels", getChangedLevels());
        all.put("warnings", getWarnings());
        return all;
    }
}
