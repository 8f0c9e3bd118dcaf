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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All threads of the JVM, those with the same stack together, the largest groups first.
 *
 * @param platform the groups of platform threads
 * @param virtual the groups of virtual threads; null where the JVM does not list them, before Java 21
 * @param deadlocked the names of the threads that wait for each other for ever
 */
record StackGroups(List<Group> platform, @Nullable List<Group> virtual, List<String> deadlocked) {
    private static final Logger LOG = LoggerFactory.getLogger(StackGroups.class);

    /** Frames of the JDK, and of the server, that are not what an application waits at. */
    private static final List<String> NOT_OF_APPLICATIONS =
            List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "org.eclipse.jetty.", "jakarta.");

    /**
     * Threads with the same stack.
     *
     * @param state what they do, and what they wait for
     * @param frames the stack, the innermost frame first, as {@code com.acme.Orders.load(Orders.java:12)}
     * @param names the names of the threads
     */
    record Group(String state, List<String> frames, List<String> names) {
        /** Whether the threads handle requests. */
        boolean handlesRequests() {
            return frames.stream()
                    .anyMatch(frame -> frame.startsWith("org.eclipse.jetty.server.Server.handle(")
                            || frame.startsWith("org.eclipse.jetty.server.handler.ContextHandler."));
        }

        /** The innermost frame that is of no library of the JDK or the server. */
        @Nullable
        String applicationFrame() {
            for (String frame : frames) {
                if (NOT_OF_APPLICATIONS.stream().noneMatch(frame::startsWith)) {
                    return frame;
                }
            }
            return null;
        }

        /** Whether a virtual thread is parked without leaving its carrier. */
        boolean isPinned() {
            return frames.stream().anyMatch(frame -> frame.startsWith("java.lang.VirtualThread.parkOnCarrierThread("));
        }

        /** Whether the threads wait: for a lock, a condition, a time, or for a socket or file. */
        boolean isWaiting() {
            return !state.startsWith("RUNNABLE")
                    || !frames.isEmpty()
                            && frames.get(0).contains("(Native Method)")
                            && (frames.get(0).startsWith("java.")
                                    || frames.get(0).startsWith("sun.nio."));
        }
    }

    /** The threads as they are now. */
    static StackGroups now() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        List<String> deadlocked = new ArrayList<>();
        long[] ids = threads.findDeadlockedThreads();
        if (ids != null) {
            for (ThreadInfo info : threads.getThreadInfo(ids)) {
                if (info != null) {
                    deadlocked.add(info.getThreadName());
                }
            }
        }
        Map<List<String>, Group> groups = new LinkedHashMap<>();
        for (ThreadInfo info : threads.dumpAllThreads(
                threads.isObjectMonitorUsageSupported(), threads.isSynchronizerUsageSupported())) {
            if (info != null) {
                add(groups, state(info), frames(info), info.getThreadName());
            }
        }
        String dump = dump("TEXT_PLAIN");
        return new StackGroups(sorted(groups), dump == null ? null : virtual(dump), deadlocked);
    }

    /** How many threads are in groups. */
    static int count(List<Group> groups) {
        return groups.stream().mapToInt(group -> group.names().size()).sum();
    }

    private static String state(ThreadInfo info) {
        String state = info.getThreadState().name();
        LockInfo lock = info.getLockInfo();
        if (lock != null) {
            state += " for " + lock.getClassName();
            if (info.getLockOwnerName() != null) {
                state += " held by \"" + info.getLockOwnerName() + "\"";
            }
        }
        return state;
    }

    private static List<String> frames(ThreadInfo info) {
        List<String> frames = new ArrayList<>(info.getStackTrace().length);
        for (StackTraceElement element : info.getStackTrace()) {
            frames.add(plain(element.toString()));
        }
        return frames;
    }

    /** A frame without the class loader and the module of its class. */
    static String plain(String frame) {
        int parenthesis = frame.indexOf('(');
        int slash = frame.lastIndexOf('/', parenthesis < 0 ? frame.length() : parenthesis);
        return isHidden(frame, slash) ? frame : frame.substring(slash + 1);
    }

    /** The name of a hidden class, as of a lambda, ends with a slash and a number. */
    private static boolean isHidden(String frame, int slash) {
        return slash + 2 < frame.length() && frame.startsWith("0x", slash + 1);
    }

    private static List<Group> virtual(String dump) {
        Map<List<String>, Group> groups = new LinkedHashMap<>();
        for (String block : dump.split("\\R\\s*\\R")) {
            String header = block.lines().findFirst().orElse("");
            if (!header.matches("#\\d+ \".*\" virtual.*")) {
                continue;
            }
            List<String> frames = block.lines()
                    .skip(1)
                    .map(line -> plain(line.strip().replaceFirst("^at ", "")))
                    .toList();
            String name = header.substring(0, header.lastIndexOf('"') + 1).replace("\"", "");
            add(groups, "VIRTUAL", frames, name);
        }
        return sorted(groups);
    }

    private static void add(Map<List<String>, Group> groups, String state, List<String> frames, String name) {
        List<String> key = new ArrayList<>(frames);
        key.add(state);
        groups.computeIfAbsent(key, k -> new Group(state, frames, new ArrayList<>()))
                .names()
                .add(name);
    }

    private static List<Group> sorted(Map<List<String>, Group> groups) {
        List<Group> sorted = new ArrayList<>(groups.values());
        sorted.sort(Comparator.comparingInt(group -> -group.names().size()));
        return sorted;
    }

    /** What the JVM writes of all threads, the virtual ones among them, if it can. */
    static @Nullable String dump(String format) {
        try {
            // only the owner may read it
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
