package org.eclipse.jetty.operations;

import java.io.IOException;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All threads of the JVM as text, those with the same stack together, the largest groups first. Virtual threads are those that the
 * JVM can list, from Java 21 on. Stateless.
 */
final class ThreadReport {
    private static final Logger LOG = LoggerFactory.getLogger(ThreadReport.class);
    private static final int MAX_NAMES = 5;

    private ThreadReport() {}

    static String text() {
        StringBuilder text = new StringBuilder(64 * 1024);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long[] deadlocked = threads.findDeadlockedThreads();
        ThreadInfo[] infos =
                threads.dumpAllThreads(threads.isObjectMonitorUsageSupported(), threads.isSynchronizerUsageSupported());
        text.append("Platform threads: ").append(infos.length).append('\n');
        if (deadlocked != null) {
            text.append("DEADLOCK of threads");
            for (ThreadInfo info : threads.getThreadInfo(deadlocked)) {
                if (info != null) {
                    text.append(" \"").append(info.getThreadName()).append('"');
                }
            }
            text.append('\n');
        }
        Map<String, List<String>> groups = new LinkedHashMap<>();
        for (ThreadInfo info : infos) {
            if (info != null) {
                add(groups, stack(info), info.getThreadName());
            }
        }
        append(text, groups);
        String virtual = dump("TEXT_PLAIN");
        if (virtual == null) {
            text.append("\nVirtual threads: this JVM does not list them\n");
        } else {
            appendVirtual(text, virtual);
        }
        return text.toString();
    }

    /** All threads by their containers, as the JVM writes them in JSON; null before Java 21. */
    static String json() {
        return dump("JSON");
    }

    private static void appendVirtual(StringBuilder text, String dump) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        int count = 0;
        for (String block : dump.split("\\R\\s*\\R")) {
            String header = block.lines().findFirst().orElse("");
            if (!header.matches("#\\d+ \".*\" virtual.*")) {
                continue;
            }
            count++;
            String stack = block.lines()
                    .skip(1)
                    .map(line -> "    at " + line.strip() + "\n")
                    .reduce("VIRTUAL\n", String::concat);
            add(groups, stack, header.substring(0, header.lastIndexOf('"') + 1).replace("\"", ""));
        }
        text.append("\nVirtual threads: ").append(count).append('\n');
        append(text, groups);
    }

    private static void add(Map<String, List<String>> groups, String stack, String name) {
        groups.computeIfAbsent(stack, s -> new ArrayList<>()).add(name);
    }

    private static void append(StringBuilder text, Map<String, List<String>> groups) {
        List<Map.Entry<String, List<String>>> sorted = new ArrayList<>(groups.entrySet());
        sorted.sort(Comparator.comparingInt(group -> -group.getValue().size()));
        for (Map.Entry<String, List<String>> group : sorted) {
            List<String> names = group.getValue();
            text.append('\n').append(names.size()).append(names.size() == 1 ? " thread: " : " threads: ");
            text.append(String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size()))));
            text.append(names.size() > MAX_NAMES ? ", ...\n" : "\n").append(group.getKey());
        }
    }

    private static String stack(ThreadInfo info) {
        StringBuilder text = new StringBuilder().append(info.getThreadState());
        LockInfo lock = info.getLockInfo();
        if (lock != null) {
            text.append(" for ").append(lock.getClassName());
            if (info.getLockOwnerName() != null) {
                text.append(" held by \"").append(info.getLockOwnerName()).append('"');
            }
        }
        text.append('\n');
        for (StackTraceElement element : info.getStackTrace()) {
            text.append("    at ").append(element).append('\n');
        }
        return text.toString();
    }

    /** What the JVM writes of all threads, the virtual ones among them; null if it cannot. */
    private static String dump(String format) {
        try {
            // nobody else may read it
            Path folder = Files.createTempDirectory("jetty-threads");
            Path file = folder.resolve("threads");
            try {
                ManagementFactory.getPlatformMBeanServer()
                        .invoke(
                                new ObjectName("com.sun.management:type=HotSpotDiagnostic"),
                                "dumpThreads",
                                new Object[] {file.toAbsolutePath().toString(), format},
                                new String[] {String.class.getName(), String.class.getName()});
                return Files.readString(file);
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (JMException | IOException | RuntimeException x) {
            LOG.debug("no dump of virtual threads", x);
            return null;
        }
    }
}
