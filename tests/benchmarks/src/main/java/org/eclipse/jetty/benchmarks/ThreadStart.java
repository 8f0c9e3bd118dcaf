package org.eclipse.jetty.benchmarks;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import org.eclipse.jetty.util.VirtualThreads;

/**
 * How long it takes from asking for a new thread to its first instruction, one at a time: platform and virtual.
 *
 * <p>Argument: number of threads of each kind (20000).
 */
public final class ThreadStart {
    private ThreadStart() {}

    public static void main(String[] args) throws Exception {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 20_000;
        Measure.describe();
        System.out.println("| Thread | average | median | p99 | max | CPU each |");
        System.out.println("|---|---:|---:|---:|---:|---:|");
        Executor platform = task -> new Thread(task).start();
        Executor virtual = VirtualThreads.areSupported() ? VirtualThreads.getDefaultVirtualThreadsExecutor() : null;
        for (int round = 0; round < 2; round++) {
            run("platform", platform, count, round > 0);
            if (virtual != null) {
                run("virtual", virtual, count, round > 0);
            }
        }
        if (virtual == null) {
            Measure.skip("virtual threads", "they need Java 21");
        }
    }

    private static void run(String name, Executor executor, int count, boolean print) throws Exception {
        long[] nanos = new long[count];
        long cpu = Measure.cpu();
        for (int i = 0; i < count; i++) {
            int number = i;
            CountDownLatch ran = new CountDownLatch(1);
            long start = System.nanoTime();
            executor.execute(() -> {
                nanos[number] = System.nanoTime() - start;
                ran.countDown();
            });
            ran.await();
        }
        cpu = Measure.cpu() - cpu;
        if (!print) {
            return;
        }
        long average = Measure.average(nanos);
        Arrays.sort(nanos);
        System.out.printf(
                "| %s | %s | %s | %s | %s | %s |%n",
                name,
                Measure.micros(average),
                Measure.micros(Measure.percentile(nanos, 0.5)),
                Measure.micros(Measure.percentile(nanos, 0.99)),
                Measure.micros(nanos[count - 1]),
                Measure.micros(cpu / count));
    }
}
