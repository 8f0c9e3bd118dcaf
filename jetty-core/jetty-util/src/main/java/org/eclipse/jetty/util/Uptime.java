package org.eclipse.jetty.util;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** How long the JVM has been up, without loading the management classes. */
public class Uptime {
    public static final int NOIMPL = -1;

    private static final Path STAT = Path.of("/proc/self/stat");
    private static final Path THREADS = Path.of("/proc/self/task");
    private static final Path SINCE_BOOT = Path.of("/proc/uptime");
    private static final long TICK_MILLIS = 10;
    private static final long START = start();

    private Uptime() {}

    /** In milliseconds. */
    public static long getUptime() {
        return Math.max(0, System.currentTimeMillis() - START);
    }

    private static long start() {
        long now = System.currentTimeMillis();
        try {
            return now - age(firstThread(), Files.readString(SINCE_BOOT));
        } catch (IOException | RuntimeException e) {
            // not Linux, or a container that hides it; of Linux the JDK tells a time that is up to a second too early
            Optional<Instant> told = ProcessHandle.current().info().startInstant();
            return told.isPresent() ? told.get().toEpochMilli() : now;
        }
    }

    /**
     * The file stat of the first thread that the JVM made. That of the process may be older: of a shell that worked before {@code exec} made it
     * a JVM, as in containers.
     */
    private static String firstThread() throws IOException {
        String process = Files.readString(STAT);
        long pid = Long.parseLong(process, 0, process.indexOf(' '), 10);
        long first = Long.MAX_VALUE;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
            for (Path thread : threads) {
                long number = Long.parseLong(thread.getFileName().toString());
                if (number > pid && number < first) {
                    first = number;
                }
            }
        }
        // the numbers may have begun again
        if (first == Long.MAX_VALUE) {
            return process;
        }
        return Files.readString(THREADS.resolve(Long.toString(first)).resolve("stat"));
    }

    /**
     * The age of a process or thread in milliseconds, known to 10 of them.
     *
     * @param stat its file stat, of which field 22 is when it started, in ticks since the boot (proc(5))
     * @param uptime the file uptime: seconds since the boot
     * @throws IllegalArgumentException if they make no sense together
     */
    static long age(String stat, String uptime) {
        // behind its name, which may hold anything, field 3 begins
        int at = stat.lastIndexOf(')') + 2;
        for (int field = 3; field < 22; field++) {
            at = stat.indexOf(' ', at) + 1;
        }
        long ticks = Long.parseLong(stat, at, stat.indexOf(' ', at), 10);
        int dot = uptime.indexOf('.');
        long hundredths = Long.parseLong(uptime, 0, dot, 10) * 100 + Long.parseLong(uptime, dot + 1, dot + 3, 10);
        long age = hundredths * 10 - ticks * TICK_MILLIS;
        if (age < 0) {
            throw new IllegalArgumentException("started after " + ticks + " ticks, and now it is " + uptime.trim());
        }
        return age;
    }
}
