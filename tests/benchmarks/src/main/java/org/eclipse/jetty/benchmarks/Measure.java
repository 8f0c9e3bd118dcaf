package org.eclipse.jetty.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** What the programs share: CPU time of this process, medians, percentiles. */
final class Measure {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private Measure() {}

    /** CPU time of this process in ns, all threads, in user and kernel. */
    static long cpu() {
        return SYSTEM.getProcessCpuTime();
    }

    /** CPU time that the machine has given to anybody, in seconds; Linux only. */
    static double machine() throws IOException {
        String[] fields =
                Files.readAllLines(Path.of("/proc/stat")).get(0).trim().split("\\s+");
        double ticks = 0;
        // user, nice, system, (idle, iowait,) irq, softirq, steal
        for (int i : new int[] {1, 2, 3, 6, 7, 8}) {
            ticks += Long.parseLong(fields[i]);
        }
        return ticks / 100;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The value that the part of the sorted ones does not exceed. */
    static long percentile(long[] sorted, double part) {
        return sorted[(int) Math.min(sorted.length - 1L, Math.round(Math.ceil(sorted.length * part)) - 1)];
    }

    static long average(long[] values) {
        double sum = 0;
        for (long value : values) {
            sum += value;
        }
        return Math.round(sum / values.length);
    }

    static String micros(long nanos) {
        return String.format("%,.1f us", nanos / 1e3);
    }

    static String millis(long nanos) {
        return String.format("%,.2f ms", nanos / 1e6);
    }

    /** Says what the figures depend on. */
    static void describe() {
        System.out.printf(
                "%d CPUs, Java %s, %s %s%n",
                Runtime.getRuntime().availableProcessors(),
                Runtime.version(),
                System.getProperty("os.name"),
                System.getProperty("os.version"));
    }

    /** Says loudly that a part is left out. */
    static void skip(String what, String why) {
        System.out.println("*** SKIPPED: " + what + ": " + why);
        System.err.println("*** SKIPPED: " + what + ": " + why);
    }

    /** What follows an option on the command line, or the default. */
    static String option(List<String> arguments, String name, String otherwise) {
        int index = arguments.indexOf(name);
        return index < 0 ? otherwise : arguments.get(index + 1);
    }
}
